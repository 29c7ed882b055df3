import { every } from '@lodging/kit-runtime';
import type { Logger, TimerLoop } from '@lodging/kit-runtime';
import type { UseCases } from '../use-cases/index.ts';

export interface TimersOptions {
  readonly log: Logger;
  readonly signal: AbortSignal;
  readonly reconcileSeconds: number;
  readonly refundSweepSeconds: number;
}

const FORGET_SECONDS = 3600;

export interface Timers {
  /** For whoever has just stored one. */
  readonly wakeNotifications: () => void;
  stop(): Promise<void>;
}

export function startTimers(useCases: UseCases, options: TimersOptions): Timers {
  const { log, signal, reconcileSeconds, refundSweepSeconds } = options;
  const start = (name: string, seconds: number, work: () => Promise<void>): TimerLoop =>
    every({ name, seconds, log, signal }, work);
  const notifications = start('notifications', 1, useCases.processNotifications);
  const loops = [
    notifications,
    start('reconcile', reconcileSeconds, useCases.reconcilePayments),
    start('sweep-refunds', refundSweepSeconds, useCases.sweepRefunds),
    start('forget', FORGET_SECONDS, useCases.forgetWhatIsOld),
  ];
  return {
    wakeNotifications: () => notifications.wake(),
    stop: async () => {
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}
