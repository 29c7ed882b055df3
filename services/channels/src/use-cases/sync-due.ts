// sync-due: takes what is due, and keeps a bounded number of runs going; other processes take their share.
import type { SyncLease, SyncQueue } from './connection-ports.ts';

export interface SyncDueDeps {
  readonly queue: SyncQueue;
  /** This process, among those that share the work. */
  readonly owner: string;
  readonly atOnce: number;
  readonly syncFeed: (lease: SyncLease) => Promise<void>;
  /** A run that failed for a reason nobody foresaw; it is tried again later. */
  readonly onSurprise: (error: unknown, lease: SyncLease) => void;
}

export interface SyncDue {
  /** Takes as much as there is room for, and does not wait for it. Answers how much. */
  takeDue(): Promise<number>;
  /** Resolves when nothing is under way. */
  idle(): Promise<void>;
}

const AFTER_SURPRISE_SECONDS = 300;

export function syncDue(deps: SyncDueDeps, onRoom: () => void): SyncDue {
  const { queue, owner, atOnce, syncFeed, onSurprise } = deps;
  const running = new Set<Promise<void>>();

  const run = async (lease: SyncLease): Promise<void> => {
    try {
      await syncFeed(lease);
    } catch (error) {
      onSurprise(error, lease);
      await queue.putBack(lease, AFTER_SURPRISE_SECONDS).catch((again: unknown) => onSurprise(again, lease));
    }
  };
  const start = (lease: SyncLease): void => {
    const going = run(lease).finally(() => {
      running.delete(going);
      onRoom();
    });
    running.add(going);
  };
  return {
    async takeDue() {
      const room = atOnce - running.size;
      if (room <= 0) return 0;
      const leases = await queue.claim(owner, room);
      for (const lease of leases) start(lease);
      return leases.length;
    },
    async idle() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
