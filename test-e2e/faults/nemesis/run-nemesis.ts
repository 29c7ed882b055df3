import type { Recorder } from '../history/recorder.ts';
import { SERVICES, untilReady } from './fault.ts';
import type { Arena, Fault } from './fault.ts';

interface Options {
  readonly arena: Arena;
  readonly recorder: Recorder;
  readonly faults: readonly Fault[];
  /** Faults that would end after this are not begun. */
  readonly untilMs: number;
  readonly signal: AbortSignal;
}

const CALM_MS: readonly [number, number] = [500, 3_000];

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** One fault after the other, each healed before the next. */
export async function runFaults({ arena, recorder, faults, untilMs, signal }: Options): Promise<void> {
  for (const fault of faults) {
    await pause(arena.random.int(...CALM_MS));
    const lasts = arena.random.int(...fault.lasts);
    if (signal.aborted || recorder.now() > untilMs) return;
    if (recorder.now() + lasts > untilMs) continue;
    const reason = fault.unavailable?.(arena.stack);
    const note = (phase: 'started' | 'healed' | 'skipped' | 'failed', detail: string): void =>
      recorder.note({ kind: 'fault', at: recorder.now(), fault: fault.name, phase, detail });
    if (reason !== undefined) {
      note('skipped', reason);
      continue;
    }
    try {
      const started = await fault.start(arena);
      note('started', started.detail);
      await pause(lasts);
      await started.heal();
      note('healed', '');
    } catch (error) {
      // The fault itself went wrong, which says nothing of the product.
      note('failed', String(error));
    }
  }
}

/** Whatever was done: everything runs, and all links are whole. */
export async function healAll({ stack, gateways }: Arena): Promise<void> {
  gateways.splice(1);
  for (const link of Object.values(stack.links)) link.heal();
  stack.servers.postgres.volume?.free();
  for (const path of ['faults', 'webhooks/rules'])
    await fetch(`${stack.providerUrl}/_emulator/${path}`, { method: 'DELETE' });
  for (const service of SERVICES) {
    const { pid } = await stack.process(service);
    try {
      process.kill(pid, 'SIGCONT');
    } catch {
      // It is being started.
    }
  }
  await Promise.all(SERVICES.map((service) => untilReady(stack, service)));
}
