import type { Random } from '../history/random.ts';
import type { Stack } from '../stack/start-stack.ts';

export const SERVICES = [
  'gateway',
  'inventory',
  'reservations',
  'payments',
  'notifications',
  'channels',
] as const;
export type Service = (typeof SERVICES)[number];

/** Where the faults happen. */
export interface Arena {
  readonly stack: Stack;
  readonly random: Random;
  /** The gateways that clients use: a fault may add one. */
  readonly gateways: string[];
}

export interface Started {
  /** What exactly was done, for the history. */
  readonly detail: string;
  heal(): Promise<void>;
}

export interface Fault {
  readonly name: string;
  /** How long it lasts, from the shortest to the longest, in milliseconds. */
  readonly lasts: readonly [number, number];
  /** Faults of two lanes may be at work at the same time. */
  readonly lane: 'machine' | 'provider';
  /** Why this machine cannot play it. */
  unavailable?(stack: Stack): string | undefined;
  start(arena: Arena): Promise<Started>;
}

export async function untilReady(stack: Stack, service: string, notPid?: number): Promise<void> {
  const deadline = performance.now() + 90_000;
  for (;;) {
    const { pid, healthUrl } = await stack.process(service);
    if (pid !== notPid) {
      const answer = await fetch(`${healthUrl}/readyz`, { signal: AbortSignal.timeout(2_000) }).catch(
        () => undefined,
      );
      if (answer?.ok === true) return;
    }
    if (performance.now() > deadline) throw new Error(`${service} is not ready again after 90 s`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
