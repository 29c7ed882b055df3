import { timer } from '@lodging/kit-runtime';
import type { Logger, Timer } from '@lodging/kit-runtime';

export interface TimerDeps {
  /** Deliveries that have become due, or whose lease has expired. */
  readonly dispatchDue: () => Promise<void>;
  /** Deliveries of disabled and deleted endpoints. */
  readonly retireDeliveries: () => Promise<void>;
  readonly purge: () => Promise<void>;
}

export function timers({ dispatchDue, retireDeliveries, purge }: TimerDeps): Timer[] {
  return [
    timer({ name: 'sweep-due', seconds: 0.5 }, dispatchDue),
    timer({ name: 'retire-deliveries', seconds: 5 }, retireDeliveries),
    timer({ name: 'forget-old', seconds: 3_600 }, purge),
  ];
}

const SEALING_SECONDS = 60;

/** Only while there is an earlier secret. */
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
