import { timer } from '@lodging/kit-runtime';
import type { Timer } from '@lodging/kit-runtime';

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
