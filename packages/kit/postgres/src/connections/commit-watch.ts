import type { PoolOptions } from './connection-pool.ts';
import { CommitUnknown, DatabaseUnavailable } from './errors.ts';
import { findHungCommits } from './hung-commits.ts';

/**
 * Ends the wait for commits that do not return, because the synchronous standby is gone. The server would wait without end:
 * its statement timeout does not apply to a commit, and the commit keeps its locks.
 */
export interface CommitWatch {
  /** Throws DatabaseUnavailable while commits do not return: another one would only keep one more connection. */
  admit(): void;
  isHung(): boolean;
  /** The outcome of what was sent to the server; throws CommitUnknown where commits do not return. */
  over<T>(sent: Promise<T>): Promise<T>;
  close(): Promise<void>;
}

interface Sent {
  readonly since: number;
  readonly fail: (error: Error) => void;
}

const LOOK_EVERY_MS = 150;
/** A commit takes milliseconds. What is read afterwards included, it is well below the two seconds of a caller. */
const SLOW_AFTER_MS = 300;

export function createCommitWatch(options: PoolOptions): CommitWatch {
  const { log } = options;
  const hungCommits = findHungCommits(options);
  const outstanding = new Set<Sent>();
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> = Promise.resolve();
  let hung = 0;

  const schedule = (): void => {
    timer ??= setTimeout(() => {
      looking = look();
    }, LOOK_EVERY_MS).unref();
  };
  const look = async (): Promise<void> => {
    const before = hung;
    if (hung > 0 || slowOf(outstanding).length > 0) hung = await hungCommits.count();
    else await hungCommits.forget();
    if (before === 0 && hung > 0) log.error({ commits: hung }, 'commits wait for a standby that is gone');
    if (before > 0 && hung === 0) log.warn('commits return again');
    if (hung > 0) for (const { fail } of slowOf(outstanding)) fail(new CommitUnknown(HUNG));
    timer = undefined;
    if (hung > 0 || outstanding.size > 0) schedule();
  };

  return {
    isHung: () => hung > 0,
    admit() {
      if (hung > 0) throw new DatabaseUnavailable(`${HUNG}; nothing was written`);
    },
    over: (sent) =>
      new Promise((resolve, reject) => {
        const entry = { since: performance.now(), fail: reject };
        outstanding.add(entry);
        schedule();
        sent.then(resolve, reject).finally(() => outstanding.delete(entry));
      }),
    async close() {
      await looking;
      clearTimeout(timer);
      await hungCommits.forget();
    },
  };
}

const HUNG = 'commits wait for a standby that is gone';

function slowOf(outstanding: ReadonlySet<Sent>): Sent[] {
  const before = performance.now() - SLOW_AFTER_MS;
  return [...outstanding].filter(({ since }) => since <= before);
}
