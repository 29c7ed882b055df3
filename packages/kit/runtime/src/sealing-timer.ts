import type { Logger } from './logger.ts';
import { timer } from './timer.ts';
import type { Timer } from './timer.ts';

const SEALING_SECONDS = 60;

/** Seals again what an earlier secret sealed. There is none without an earlier secret: the first one is the current. */
export function sealingTimer(
  secrets: readonly string[],
  log: Pick<Logger, 'info'>,
  sealAgain: () => Promise<number>,
): Timer[] {
  if (secrets.length === 1) return [];
  const settings = { name: 'seal-again', seconds: SEALING_SECONDS };
  return [
    timer(settings, async () => {
      const count = await sealAgain();
      if (count > 0) log.info({ count }, 'sealed again with the current secret');
    }),
  ];
}
