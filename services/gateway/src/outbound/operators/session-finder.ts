import { isWellFormedSessionToken } from '../../domain/operators/operator-session.ts';
import type { SessionKind } from '../../domain/operators/operator-session.ts';
import type { Credential } from '../../domain/keys/credential.ts';
import { ApiKeysUnavailable } from '../../ports/keys.ts';
import type { CredentialFinder, Digest } from '../../ports/keys.ts';
import type { SessionRepository } from '../../ports/operators.ts';
import { createKeyLookups } from '../keys/api-key-lookups.ts';
import { digestText } from '../keys/digests.ts';
import { createRecentEntries } from '../keys/recent-entries.ts';

export interface SessionFinderDeps {
  readonly sessions: Pick<SessionRepository, 'findByDigests'>;
  readonly digest: Digest;
  readonly kind: SessionKind;
}

const MAX_SEEN = 10_000;
const MAX_IN_BACKGROUND = 8;

/**
 * Sessions are not cached: a sign-out takes effect at once in every process. Only which tokens were valid is remembered.
 * Tokens are looked up in batches, so that a flood of unknown ones is few queries.
 */
export function createSessionFinder({ sessions, digest, kind }: SessionFinderDeps): CredentialFinder {
  const seen = createRecentEntries<true>(MAX_SEEN);
  const query = createKeyLookups(sessions);
  let inBackground = 0;
  const lookUp = async (presented: string): Promise<Credential | undefined> => {
    const bytes = digest(presented);
    const id = digestText(bytes);
    const credential = await query({ id, digest: bytes }).catch((error: unknown) => {
      throw new ApiKeysUnavailable('sessions cannot be looked up', { cause: error });
    });
    if (credential === undefined) seen.delete(id);
    else seen.set(id, true);
    return credential;
  };
  return {
    find(presented) {
      if (!isWellFormedSessionToken(kind, presented)) return undefined;
      const isSeen = seen.get(digestText(digest(presented)));
      return isSeen ? lookUp(presented) : 'unseen';
    },
    lookUp,
    lookUpSoon(presented) {
      if (inBackground >= MAX_IN_BACKGROUND) return;
      inBackground += 1;
      void lookUp(presented)
        .catch(() => undefined)
        .finally(() => (inBackground -= 1));
    },
  };
}
