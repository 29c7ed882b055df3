import type { FeedRead } from '../../domain/sync/evaluate-read.ts';
import { tenantTag } from '../../domain/feeds/own-uid.ts';
import type { FeedState, SyncLease } from '../../domain/sync/sync-lease.ts';
import type { FeedParser } from '../../ports/sync.ts';
import type { ChannelsDeps } from '../../ports/deps.ts';

export type FetchFeedDeps = Pick<ChannelsDeps, 'vault' | 'reader'>;

/** The answer of a feed's server, not parsed yet. */
export type FetchedFeed =
  | Exclude<FeedRead, { kind: 'snapshot' }>
  | {
      readonly kind: 'fetched';
      readonly bytes: Uint8Array;
      readonly etag: string | null;
      readonly lastModified: string | null;
    };

/**
 * Sends the validators of the last accepted answer, except for the first fetch of a day: series are expanded no further
 * than two years ahead, so the events of an unchanged calendar change from day to day.
 */
export async function fetchFeed(
  { vault, reader }: FetchFeedDeps,
  { tenantId, connectionId }: SyncLease,
  { sealedFeedUrl, etag, lastModified, fetchedOn }: FeedState,
  today: string,
): Promise<FetchedFeed> {
  const url = vault.open(tenantId, connectionId, sealedFeedUrl);
  if (url === undefined)
    return rejected('The address could not be unsealed. Delete the connection and create it again.');
  const isConditional = fetchedOn === today;
  const answer = await reader.fetch({
    url,
    ...(isConditional && etag !== null && { etag }),
    ...(isConditional && lastModified !== null && { lastModified }),
  });
  if (!answer.ok) return { kind: 'rejected', ...answer.refusal };
  if (answer.value.kind === 'unchanged') {
    return isConditional
      ? { kind: 'unchanged' }
      : rejected('The calendar’s server says it is unchanged, unasked.');
  }
  const { bytes, ...validators } = answer.value;
  return {
    kind: 'fetched',
    bytes,
    etag: validators.etag ?? null,
    lastModified: validators.lastModified ?? null,
  };
}

export async function parseFeed(
  parser: FeedParser,
  { tenantId }: SyncLease,
  fetched: FetchedFeed,
  now: Temporal.Instant,
): Promise<FeedRead> {
  if (fetched.kind !== 'fetched') return fetched;
  const { bytes, etag, lastModified } = fetched;
  const parsed = await parser.parse(bytes, now, tenantTag(tenantId));
  if (!parsed.ok) return { kind: 'rejected', ...parsed.refusal };
  return { kind: 'snapshot', events: parsed.value.events, etag, lastModified };
}

function rejected(message: string): FetchedFeed {
  return { kind: 'rejected', message };
}
