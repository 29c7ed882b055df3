import type { AdminTokenFinder, AdminTokenRepository } from '../../ports/audit.ts';
import type { MonotonicClock } from '../../ports/limits.ts';
import { digestText } from '../keys/digests.ts';

interface AdminTokenFinderDeps {
  readonly adminTokens: Pick<AdminTokenRepository, 'use' | 'listDigests'>;
  readonly now: MonotonicClock;
}

/** A new token works within this time, also for a client that has sent many wrong ones. */
const MAX_AGE_MS = 1_000;
/** A flood that has not been counted yet takes no more connections of the database. */
const MAX_LOOKUPS = 8;

/**
 * A wrong token of a suspect is not looked up: it is compared with the digests of all tokens, of which there are few. A
 * right one is looked up as ever, so that one that was revoked is unknown at once.
 */
export function createAdminTokenFinder({ adminTokens, now }: AdminTokenFinderDeps): AdminTokenFinder {
  let lookups = 0;
  let known: { readonly readAt: number; readonly digests: Promise<Set<string>> } | undefined;
  const readKnown = () => {
    const readAt = now();
    if (known !== undefined && readAt - known.readAt < MAX_AGE_MS) return known.digests;
    const digests = adminTokens.listDigests().then((all) => new Set(all.map(digestText)));
    known = { readAt, digests };
    digests.catch(() => (known = undefined));
    return digests;
  };
  /** A token that has worked is not unknown again because the list was read before it was made. */
  const remember = (digest: Uint8Array) => {
    known?.digests.then((digests) => digests.add(digestText(digest))).catch(() => undefined);
  };
  return {
    async find(digest, { isSuspect }) {
      const isGuarded = isSuspect || lookups >= MAX_LOOKUPS;
      if (isGuarded && !(await readKnown()).has(digestText(digest))) return undefined;
      lookups += 1;
      try {
        const token = await adminTokens.use(digest);
        if (token !== undefined && !isGuarded) remember(digest);
        return token;
      } finally {
        lookups -= 1;
      }
    },
  };
}
