/** Whoever is told so may come again soon. */
export class NoRoom extends Error {
  override readonly name = 'NoRoom';
}

export interface LargeBodies {
  /** Runs the work when there is room for its bytes, in the order of asking. Throws NoRoom where there is none in time. */
  pass<T>(bytes: number, queueTimeoutMs: number, work: () => Promise<T>): Promise<T>;
}

export interface LargeBodiesOptions {
  /** Below, a request is not counted. */
  readonly fromBytes: number;
  readonly atOnceBytes: number;
  /** Those who wait take memory as well. */
  readonly waitingBytes: number;
}

interface Waiting {
  readonly bytes: number;
  readonly start: () => void;
}

export function largeBodies({ fromBytes, atOnceBytes, waitingBytes }: LargeBodiesOptions): LargeBodies {
  const queue = new Set<Waiting>();
  let inUse = 0;

  /** One that is larger than all the room there is has it for itself. */
  const fits = (bytes: number): boolean => inUse === 0 || inUse + bytes <= atOnceBytes;
  const startNext = (): void => {
    for (const next of queue) {
      if (!fits(next.bytes)) return;
      queue.delete(next);
      next.start();
    }
  };
  const room = async (bytes: number, queueTimeoutMs: number): Promise<void> => {
    if (queue.size === 0 && fits(bytes)) {
      inUse += bytes;
      return;
    }
    const waited = [...queue].reduce((sum, one) => sum + one.bytes, 0);
    if (waited + bytes > waitingBytes) throw new NoRoom('too many large requests are waiting already');
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiting: Waiting = {
      bytes,
      start: () => {
        inUse += bytes;
        resolve();
      },
    };
    const timer = setTimeout(() => {
      queue.delete(waiting);
      reject(new NoRoom(`no room for a large request within ${queueTimeoutMs} ms`));
      startNext();
    }, queueTimeoutMs);
    queue.add(waiting);
    await promise.finally(() => clearTimeout(timer));
  };
  const passLarge = async <T>(bytes: number, queueTimeoutMs: number, work: () => Promise<T>): Promise<T> => {
    await room(bytes, queueTimeoutMs);
    try {
      return await work();
    } finally {
      inUse -= bytes;
      startNext();
    }
  };
  return {
    pass: (bytes, queueTimeoutMs, work) =>
      bytes < fromBytes ? work() : passLarge(bytes, queueTimeoutMs, work),
  };
}
