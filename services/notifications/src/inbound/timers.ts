import { every } from '@lodging/kit-runtime';
import type { Logger } from '@lodging/kit-runtime';

export interface TimersOptions {
  readonly log: Logger;
  readonly signal: AbortSignal;
  /** Deliveries that have become due, or that another process left behind. */
  readonly sweepDue: () => Promise<void>;
  readonly retire: () => Promise<void>;
  readonly forgetOld: () => Promise<void>;
}

const DUE_SECONDS = 0.5;
const RETIRE_SECONDS = 5;
const FORGET_SECONDS = 3_600;

export function startTimers({ log, signal, sweepDue, retire, forgetOld }: TimersOptions) {
  const timers = [
    every({ name: 'sweep-due', seconds: DUE_SECONDS, log, signal }, sweepDue),
    every({ name: 'retire-deliveries', seconds: RETIRE_SECONDS, log, signal }, retire),
    every({ name: 'forget-old', seconds: FORGET_SECONDS, log, signal }, forgetOld),
  ];
  return {
    async stop(): Promise<void> {
      await Promise.all(timers.map((timer) => timer.stop()));
    },
  };
}
