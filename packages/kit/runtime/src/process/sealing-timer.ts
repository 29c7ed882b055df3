import { timer } from '../concurrency/timer.ts';
import type { Timer } from '../concurrency/timer.ts';

const SEALING_SECONDS = 60;
/** Everything is read in each run: it takes a tenth of the time at most. */
const REST_PER_RUN = 10;

/** Reseals what an earlier secret sealed. Returns no timer without an earlier secret; the first secret is the current one. */
export function sealingTimer(
  secrets: readonly string[],
  log: { info(fields: { readonly count: number }, text: string): void },
  reseal: (signal: AbortSignal) => Promise<number>,
): Timer[] {
  if (secrets.length === 1) return [];
  const settings = { name: 'reseal', seconds: SEALING_SECONDS };
  let restsUntil = 0;
  return [
    timer(settings, async (signal) => {
      const from = performance.now();
      if (from < restsUntil) return;
      const count = await reseal(signal);
      if (count > 0) log.info({ count }, 'resealed with the current secret');
      restsUntil = performance.now() + REST_PER_RUN * (performance.now() - from);
    }),
  ];
}
