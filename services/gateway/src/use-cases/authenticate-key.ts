import type { Clock } from '@lodging/kernel';
import { isWellFormedKey } from '../domain/api-key.ts';
import type { ApiKey } from '../domain/api-key.ts';
import type { Digest, KeyStore, SteadyClock } from './ports.ts';

/** Thrown when the store is away and nothing recent enough is remembered. */
export class KeysUnavailable extends Error {
  override readonly name = 'KeysUnavailable';
}

export interface Keyring {
  /** Undefined for a key that opens nothing. The answer is at hand for a key in use. Rejects with KeysUnavailable. */
  authenticate(presented: string): ApiKey | undefined | Promise<ApiKey | undefined>;
  /** Makes this process look again; others notice by themselves within REMEMBERED_MS. */
  forget(): void;
}

interface Entry {
  readonly key: ApiKey | undefined;
  /** When the look-up that gave this answer began. */
  readonly askedAt: number;
  /** Not to be looked up again before this, because the store was away a moment ago. */
  readonly notBefore: number;
}

interface Parts {
  readonly store: Pick<KeyStore, 'findByDigest'>;
  readonly digest: Digest;
  readonly steady: SteadyClock;
  readonly clock: Clock;
}

/** A revoked key stops within 5 s: this long in memory, and a look-up that takes its time. */
export const REMEMBERED_MS = 3_500;
/** Past this age a key in use is looked up again behind the back of its requests. */
const REFRESH_MS = 2_000;
const TRUSTED_WHILE_AWAY_MS = 60_000;
const LOOK_UP_LIMIT_MS = 1_000;
const AWAY_PAUSE_MS = 1_000;
const MOST_REMEMBERED = 20_000;

export function createKeyring(parts: Parts): Keyring {
  const { digest, steady, clock } = parts;
  let entries = new Map<string, Entry>();
  let underWay = new Map<string, Promise<ApiKey | undefined>>();

  const lookUp = (id: string, digested: Uint8Array): Promise<ApiKey | undefined> => {
    const known = underWay.get(id);
    if (known !== undefined) return known;
    const [into, looks] = [entries, underWay];
    const asking = refresh(parts, into, id, digested).finally(() => looks.delete(id));
    looks.set(id, asking);
    return asking;
  };

  return {
    authenticate(presented) {
      const digested = digest(presented);
      const id = Buffer.from(digested).toString('latin1');
      const entry = entries.get(id);
      if (entry === undefined) return isWellFormedKey(presented) ? lookUp(id, digested) : undefined;
      const now = steady();
      const age = now - entry.askedAt;
      if (age >= REFRESH_MS && now >= entry.notBefore) {
        const asking = lookUp(id, digested);
        if (age >= REMEMBERED_MS) return asking;
        asking.catch(() => undefined);
      }
      return age < TRUSTED_WHILE_AWAY_MS ? unexpired(entry.key, clock) : lookUp(id, digested);
    },
    forget() {
      // A look-up that began earlier may still write its answer; it writes it where nobody looks any more.
      entries = new Map();
      underWay = new Map();
    },
  };
}

async function refresh(
  { store, steady, clock }: Parts,
  entries: Map<string, Entry>,
  id: string,
  digested: Uint8Array,
): Promise<ApiKey | undefined> {
  const askedAt = steady();
  try {
    const key = await withinLimit(store.findByDigest(digested));
    remember(entries, id, { key, askedAt, notBefore: askedAt });
    return key;
  } catch (error) {
    const entry = entries.get(id);
    if (entry === undefined || askedAt - entry.askedAt >= TRUSTED_WHILE_AWAY_MS) {
      throw new KeysUnavailable('API keys cannot be looked up', { cause: error });
    }
    entries.set(id, { ...entry, notBefore: steady() + AWAY_PAUSE_MS });
    return unexpired(entry.key, clock);
  }
}

function unexpired(key: ApiKey | undefined, clock: Clock): ApiKey | undefined {
  const end = key?.expiresAt ?? null;
  return end !== null && Temporal.Instant.compare(clock.now(), end) >= 0 ? undefined : key;
}

/** The oldest go first. What is pushed out is looked up again, so a flood of invented keys costs memory to nobody. */
function remember(entries: Map<string, Entry>, id: string, entry: Entry): void {
  entries.delete(id);
  if (entries.size >= MOST_REMEMBERED) {
    for (const oldest of entries.keys()) {
      entries.delete(oldest);
      break;
    }
  }
  entries.set(id, entry);
}

async function withinLimit<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('the look-up took too long')), LOOK_UP_LIMIT_MS);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
