import type { FeedEvent } from '../domain/feed-event.ts';
import { tenantTag } from '../domain/own-uid.ts';
import type { SyncLease, Vault } from './connection-ports.ts';
import type { FeedFailure, FeedParser, FeedReader } from '../ports.ts';

export interface ReadFeedDeps {
  readonly vault: Vault;
  readonly reader: Pick<FeedReader, 'fetch'>;
  readonly parser: FeedParser;
}

type Settled = { readonly kind: 'failed'; readonly failure: FeedFailure } | { readonly kind: 'unchanged' };

/** What came over the network, not looked into yet. */
export type FeedFetched =
  | Settled
  | {
      readonly kind: 'fetched';
      readonly bytes: Uint8Array;
      readonly etag: string | null;
      readonly lastModified: string | null;
    };

export type FeedRead =
  | Settled
  | {
      readonly kind: 'read';
      readonly events: readonly FeedEvent[];
      readonly etag: string | null;
      readonly lastModified: string | null;
    };

/** Once a day it is read whole, because series are expanded no further than two years ahead. */
export async function fetchFeed(
  { vault, reader }: Pick<ReadFeedDeps, 'vault' | 'reader'>,
  lease: SyncLease,
  today: string,
): Promise<FeedFetched> {
  const url = vault.open(lease.tenantId, lease.connectionId, lease.sealedFeedUrl);
  if (url === undefined)
    return failed('The address could not be unsealed. Delete the connection and make it anew.');
  const isKnown = lease.readOn === today;
  const answer = await reader.fetch({
    url,
    ...(isKnown && lease.etag !== null && { etag: lease.etag }),
    ...(isKnown && lease.lastModified !== null && { lastModified: lease.lastModified }),
  });
  if (!answer.ok) return { kind: 'failed', failure: answer.refusal };
  if (answer.value.kind === 'unchanged') {
    return isKnown ? { kind: 'unchanged' } : failed('The calendar’s server says it is unchanged, unasked.');
  }
  const { bytes, etag, lastModified } = answer.value;
  return { kind: 'fetched', bytes, etag: etag ?? null, lastModified: lastModified ?? null };
}

export async function understandFeed(
  parser: FeedParser,
  { tenantId }: SyncLease,
  fetched: FeedFetched,
  now: Temporal.Instant,
): Promise<FeedRead> {
  if (fetched.kind !== 'fetched') return fetched;
  const { bytes, etag, lastModified } = fetched;
  const parsed = await parser.parse(bytes, now, tenantTag(tenantId));
  if (!parsed.ok) return { kind: 'failed', failure: parsed.refusal };
  return { kind: 'read', events: parsed.value.events, etag, lastModified };
}

function failed(message: string): FeedFetched {
  return { kind: 'failed', failure: { message } };
}
