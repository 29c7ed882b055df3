import { lockWait } from '../metrics.ts';

/** The turn did not come in time. */
export class TurnMissed extends Error {
  override readonly name = 'TurnMissed';
}

export interface Turnstile {
  /** Runs `work` when every earlier one at this door has ended; `work` is told how much of the patience is left. */
  pass<T>(door: string, work: (leftMs: number) => Promise<T>): Promise<T>;
}

export function createTurnstile(queueTimeoutMs: number): Turnstile {
  const last = new Map<string, Promise<unknown>>();
  return {
    async pass(door, work) {
      const since = performance.now();
      const before = last.get(door);
      const turn = Promise.withResolvers<void>();
      // Whoever gives up lets the next one wait for those who stand before both.
      const mine = Promise.all([before, turn.promise]);
      last.set(door, mine);
      try {
        if (before !== undefined && !(await measured(comesWithin(queueTimeoutMs, before))))
          throw new TurnMissed(`another request was at ${door} for ${queueTimeoutMs} ms`);
        return await work(queueTimeoutMs - (performance.now() - since));
      } finally {
        turn.resolve();
        if (last.get(door) === mine) void mine.then(() => last.get(door) === mine && last.delete(door));
      }
    },
  };
}

async function measured<T>(wait: Promise<T>): Promise<T> {
  const began = performance.now();
  const waited = await wait;
  lockWait.record((performance.now() - began) / 1000);
  return waited;
}

async function comesWithin(milliseconds: number, event: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, milliseconds, false);
  });
  try {
    return await Promise.race([event.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}
