import type { Clock } from '@lodging/kernel';
import { withTimeout } from '@lodging/kit-runtime';
import { isWellFormedKey } from '../domain/api-key.ts';
import type { Credential } from '../domain/credential.ts';
import { ApiKeysUnavailable } from '../ports.ts';
import type { ApiKeyCache, ApiKeyRepository, Digest, MonotonicClock } from '../ports.ts';

interface Entry {
  /** Undefined for a key that was not found: unknown keys are cached too. */
  readonly credential: Credential | undefined;
  /** When the lookup that gave this entry began. */
  readonly readAt: number;
  /** Set after a failed lookup, so that an unavailable database is not queried for every request. */
  readonly retryAt: number;
}

export interface ApiKeyCacheDeps {
  readonly apiKeys: Pick<ApiKeyRepository, 'findByDigest'>;
  readonly digest: Digest;
  readonly now: MonotonicClock;
  readonly clock: Clock;
}

/** A revoked key must stop working within 5 s: this time in the cache, and the time of a lookup. */
export const MAX_AGE_MS = 3_500;
/** An entry of this age is refreshed in the background of the request that uses it. */
const REFRESH_AGE_MS = 2_000;
/** How long an entry is still used while the database is unavailable. */
const MAX_STALE_MS = 60_000;
const LOOKUP_TIMEOUT_MS = 1_000;
const RETRY_DELAY_MS = 1_000;
const MAX_ENTRIES = 20_000;

export function createApiKeyCache(deps: ApiKeyCacheDeps): ApiKeyCache {
  const { digest, now, clock } = deps;
  let entries = new Map<string, Entry>();
  let lookups = new Map<string, Promise<Credential | undefined>>();

  /** Concurrent lookups of one key are one query. */
  const lookUp = (id: string, keyDigest: Uint8Array): Promise<Credential | undefined> => {
    const running = lookups.get(id);
    if (running !== undefined) return running;
    const started = lookups;
    const lookup = refresh(deps, entries, id, keyDigest).finally(() => started.delete(id));
    started.set(id, lookup);
    return lookup;
  };

  return {
    find(presented) {
      const keyDigest = digest(presented);
      const id = Buffer.from(keyDigest).toString('latin1');
      const entry = entries.get(id);
      if (entry === undefined) return isWellFormedKey(presented) ? lookUp(id, keyDigest) : undefined;
      const time = now();
      const age = time - entry.readAt;
      if (age >= REFRESH_AGE_MS && time >= entry.retryAt) {
        const lookup = lookUp(id, keyDigest);
        if (age >= MAX_AGE_MS) return lookup;
        lookup.catch(() => undefined);
      }
      return age < MAX_STALE_MS ? unexpired(entry.credential, clock) : lookUp(id, keyDigest);
    },
    clear() {
      // A lookup that began earlier may still store its result; it stores it in the abandoned map.
      entries = new Map();
      lookups = new Map();
    },
  };
}

async function refresh(
  { apiKeys, now, clock }: ApiKeyCacheDeps,
  entries: Map<string, Entry>,
  id: string,
  keyDigest: Uint8Array,
): Promise<Credential | undefined> {
  const readAt = now();
  try {
    const credential = await withTimeout(apiKeys.findByDigest(keyDigest), LOOKUP_TIMEOUT_MS, lookupTimeout);
    store(entries, id, { credential, readAt, retryAt: readAt });
    return credential;
  } catch (error) {
    const entry = entries.get(id);
    if (entry === undefined || readAt - entry.readAt >= MAX_STALE_MS) {
      throw new ApiKeysUnavailable('API keys cannot be looked up', { cause: error });
    }
    entries.set(id, { ...entry, retryAt: now() + RETRY_DELAY_MS });
    return unexpired(entry.credential, clock);
  }
}

const lookupTimeout = () => new Error(`the lookup of an API key took longer than ${LOOKUP_TIMEOUT_MS} ms`);

function unexpired(credential: Credential | undefined, clock: Clock): Credential | undefined {
  const expiresAt = credential?.expiresAt ?? null;
  return expiresAt !== null && Temporal.Instant.compare(clock.now(), expiresAt) >= 0 ? undefined : credential;
}

/** Evicts the oldest entry of a full cache, so that a flood of invented keys cannot fill the memory. */
function store(entries: Map<string, Entry>, id: string, entry: Entry): void {
  entries.delete(id);
  if (entries.size >= MAX_ENTRIES) {
    for (const oldest of entries.keys()) {
      entries.delete(oldest);
      break;
    }
  }
  entries.set(id, entry);
}
