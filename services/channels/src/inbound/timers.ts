import { every } from '@lodging/kit-runtime';
import type { Logger } from '@lodging/kit-runtime';
import type { SyncDue } from '../use-cases/sync-due.ts';

export interface TimersOptions {
  readonly log: Logger;
  readonly signal: AbortSignal;
  readonly sync: SyncDue;
  readonly keepLeases: () => Promise<void>;
  readonly giveUpLeases: () => Promise<void>;
  readonly sweepOld: () => Promise<void>;
}

export interface Timers {
  /** For whoever has just made something due, or room for it. */
  wakeSync(): void;
  stop(): Promise<void>;
}

const SYNC_SECONDS = 1;
/** A third of the lease. */
const KEEP_SECONDS = 10;
const SWEEP_SECONDS = 3_600;
/** Runs that need longer are somebody else's to begin again. */
const LET_END_MS = 10_000;

export function startTimers(options: TimersOptions): Timers {
  const { log, signal, sync, keepLeases, giveUpLeases, sweepOld } = options;
  const syncing = every({ name: 'sync-due', seconds: SYNC_SECONDS, log, signal }, async () => {
    await sync.takeDue();
  });
  const keeping = every({ name: 'keep-leases', seconds: KEEP_SECONDS, log }, keepLeases);
  const sweeping = every({ name: 'sweep-old', seconds: SWEEP_SECONDS, log, signal }, sweepOld);
  return {
    wakeSync: () => syncing.wake(),
    async stop() {
      await Promise.all([syncing.stop(), sweeping.stop()]);
      await Promise.race([sync.idle(), unless(LET_END_MS)]);
      await keeping.stop();
      await giveUpLeases();
    },
  };
}

function unless(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds).unref());
}
