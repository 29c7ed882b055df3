import type { Clock } from '@lodging/kernel';
import { isWellFormedKey } from '../../domain/keys/api-key.ts';
import type { Credential } from '../../domain/keys/credential.ts';
import { ApiKeysUnavailable } from '../../ports/keys.ts';
import type { ApiKeyCache, ApiKeyRepository, Digest } from '../../ports/keys.ts';
import type { MonotonicClock } from '../../ports/limits.ts';
import { createBackgroundLookups, createKeyLookups } from './api-key-lookups.ts';
import type { DigestedKey, FindKey } from './api-key-lookups.ts';
import { digestText } from './digests.ts';
import { createRecentEntries } from './recent-entries.ts';
import type { RecentEntries } from './recent-entries.ts';

interface Entry {
  /** Undefined for a key that was not found. */
  readonly credential: Credential | undefined;
  /** When the lookup that gave this entry began, and the number of the cache that it began in. */
  readonly readAt: number;
  readonly cache: number;
  /** Set after a failed lookup, so that an unavailable database is not queried for every request. */
  readonly retryAt: number;
}

export interface ApiKeyCacheDeps {
  readonly apiKeys: Pick<ApiKeyRepository, 'findByDigests'>;
  readonly digest: Digest;
  readonly now: MonotonicClock;
  readonly clock: Clock;
}

interface State extends ApiKeyCacheDeps {
  readonly query: FindKey;
  /** Apart, so that a flood of invented keys cannot displace those in use. */
  readonly known: RecentEntries<Entry>;
  readonly unknown: RecentEntries<Entry>;
  running: Map<string, Promise<Credential | undefined>>;
  /** Counts the calls of `clear`. */
  cache: number;
  /** Lookups of keys that this process has not seen, for which a request waits. */
  unseen: number;
}

/** A revoked key must stop working within 5 s: this time in the cache, and the time of a lookup. */
export const MAX_AGE_MS = 3_500;
/** An entry of this age is refreshed in the background of the request that uses it. */
const REFRESH_AGE_MS = 2_000;
/** Lifetime of an entry while the database is unavailable. */
const MAX_STALE_MS = 60_000;
const RETRY_DELAY_MS = 1_000;
const MAX_KNOWN = 20_000;
const MAX_UNKNOWN = 20_000;
const MAX_UNSEEN = 1_000;

export function createApiKeyCache(deps: ApiKeyCacheDeps): ApiKeyCache {
  const state: State = {
    ...deps,
    query: createKeyLookups(deps.apiKeys),
    known: createRecentEntries(MAX_KNOWN),
    unknown: createRecentEntries(MAX_UNKNOWN),
    running: new Map(),
    cache: 0,
    unseen: 0,
  };
  const lookUpSoon = createBackgroundLookups((key) => lookUp(state, key));
  return {
    find(presented) {
      const key = digested(deps.digest, presented);
      const entry = state.known.get(key.id);
      if (entry !== undefined) return findKnown(state, key, entry);
      if (!isWellFormedKey(presented)) return undefined;
      return isUnknown(state, key) ? undefined : 'unseen';
    },
    async lookUp(presented) {
      if (state.unseen >= MAX_UNSEEN) throw new ApiKeysUnavailable('too many unknown API keys are looked up');
      state.unseen += 1;
      try {
        return await lookUp(state, digested(deps.digest, presented));
      } finally {
        state.unseen -= 1;
      }
    },
    lookUpSoon: (presented) => lookUpSoon(digested(deps.digest, presented)),
    clear() {
      // Known keys are still distinguished from unseen ones.
      state.cache += 1;
      state.running = new Map();
    },
  };
}

function digested(digest: Digest, presented: string): DigestedKey {
  const bytes = digest(presented);
  return { id: digestText(bytes), digest: bytes };
}

function findKnown(
  state: State,
  key: DigestedKey,
  entry: Entry,
): Credential | undefined | Promise<Credential | undefined> {
  if (entry.cache !== state.cache) return lookUp(state, key);
  const time = state.now();
  const age = time - entry.readAt;
  if (age >= REFRESH_AGE_MS && time >= entry.retryAt) {
    const lookup = lookUp(state, key);
    if (age >= MAX_AGE_MS) return lookup;
    lookup.catch(() => undefined);
  }
  return age < MAX_STALE_MS ? unexpired(entry.credential, state.clock) : lookUp(state, key);
}

function isUnknown({ unknown, cache, now }: State, { id }: DigestedKey): boolean {
  const entry = unknown.get(id);
  return entry !== undefined && entry.cache === cache && now() - entry.readAt < MAX_AGE_MS;
}

/** Concurrent lookups of one key are one. */
function lookUp(state: State, key: DigestedKey): Promise<Credential | undefined> {
  const { running } = state;
  const known = running.get(key.id);
  if (known !== undefined) return known;
  const lookup = refresh(state, key).finally(() => running.delete(key.id));
  running.set(key.id, lookup);
  return lookup;
}

async function refresh(state: State, key: DigestedKey): Promise<Credential | undefined> {
  const { known, unknown, clock, cache } = state;
  const readAt = state.now();
  try {
    const credential = await state.query(key);
    const [target, other] = credential === undefined ? [unknown, known] : [known, unknown];
    other.delete(key.id);
    target.set(key.id, { credential, readAt, cache, retryAt: readAt });
    return credential;
  } catch (error) {
    const entry = known.get(key.id);
    if (entry === undefined || entry.cache !== state.cache || readAt - entry.readAt >= MAX_STALE_MS) {
      throw new ApiKeysUnavailable('API keys cannot be looked up', { cause: error });
    }
    known.set(key.id, { ...entry, retryAt: state.now() + RETRY_DELAY_MS });
    return unexpired(entry.credential, clock);
  }
}

function unexpired(credential: Credential | undefined, clock: Clock): Credential | undefined {
  const expiresAt = credential?.expiresAt ?? null;
  return expiresAt !== null && Temporal.Instant.compare(clock.now(), expiresAt) >= 0 ? undefined : credential;
}
