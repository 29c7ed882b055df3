import { timer } from './timer.ts';
import type { Timer } from './timer.ts';

const SEALING_SECONDS = 60;
/** Everything is read in each run: it takes a tenth of the time at most. */
const REST_PER_RUN = 10;

/** Seals again what an earlier secret sealed. There is none without an earlier secret: the first one is the current. */
export function sealingTimer(
  secrets: readonly string[],
  log: { info(fields: { readonly count: number }, text: string): void },
  sealAgain: (signal: AbortSignal) => Promise<number>,
): Timer[] {
  if (secrets.length === 1) return [];
  const settings = { name: 'seal-again', seconds: SEALING_SECONDS };
  let restsUntil = 0;
  return [
    timer(settings, async (signal) => {
      const from = performance.now();
      if (from < restsUntil) return;
      const count = await sealAgain(signal);
      if (count > 0) log.info({ count }, 'sealed again with the current secret');
      restsUntil = performance.now() + REST_PER_RUN * (performance.now() - from);
    }),
  ];
}
