import { createBatcher, withTimeout } from '@lodging/kit-runtime';
import type { Credential } from '../../domain/keys/credential.ts';
import type { ApiKeyRepository } from '../../ports/keys.ts';

/** An API key by its digest, and by the same as text. */
export interface DigestedKey {
  readonly id: string;
  readonly digest: Uint8Array;
}

export type FindKey = (key: DigestedKey) => Promise<Credential | undefined>;

const TIMEOUT_MS = 1_000;
const MAX_BATCH = 500;

/** One query at a time: keys that are looked up while it runs are the next one. So a flood of keys is few queries. */
export function createKeyLookups({ findByDigests }: Pick<ApiKeyRepository, 'findByDigests'>): FindKey {
  return createBatcher<DigestedKey, Credential | undefined>({
    queueKey: () => 'api keys',
    maxBatch: MAX_BATCH,
    // The next batch would meet the same outage.
    isFatal: () => true,
    async run(keys) {
      const found = await withTimeout(findByDigests(keys.map(({ digest }) => digest)), TIMEOUT_MS, timedOut);
      return keys.map(({ id }) => found.get(id));
    },
  });
}

const timedOut = () => new Error(`the lookup of API keys took longer than ${TIMEOUT_MS} ms`);

/** Together eight thousand keys a second, more than one process can refuse. */
const INTERVAL_MS = 250;
const MAX_QUEUED = 2_000;

/** Looks up keys in the background, four times a second. A full queue drops further keys. */
export function createBackgroundLookups(find: FindKey): (key: DigestedKey) => void {
  const queue = new Map<string, DigestedKey>();
  let timer: NodeJS.Timeout | undefined;
  const start = () => {
    timer ??= setTimeout(() => void flush(), INTERVAL_MS).unref();
  };
  const flush = async () => {
    const keys = [...queue.values()];
    queue.clear();
    await Promise.allSettled(keys.map(find));
    timer = undefined;
    if (queue.size > 0) start();
  };
  return (key) => {
    if (queue.size >= MAX_QUEUED) return;
    queue.set(key.id, key);
    start();
  };
}
