import type * as contract from '@lodging/contract-channels';
import type { blockConflicted } from '@lodging/contract-inventory';
import { instantText } from '@lodging/kernel';
import type { ListPosition } from '@lodging/kernel';
import type { z } from 'zod';
import type { Conflict, ConflictReport } from '../domain/conflict.ts';
import type { Connection } from '../domain/connection.ts';
import { feedUrl } from '../domain/feed-token.ts';
import type { FeedToken, IssuedFeedToken } from '../domain/feed-token.ts';
import type { Listing } from '../domain/listing.ts';
import type { Rows } from '../ports.ts';
import type { RenderedFeed } from '../use-cases/render-feed.ts';

export function connectionToWire(connection: Connection): contract.Connection {
  const { createdAt, lastSyncAt, lastSuccessAt, nextSyncAt } = connection;
  return {
    ...connection,
    createdAt: instantText(createdAt),
    lastSyncAt: lastSyncAt && instantText(lastSyncAt),
    lastSuccessAt: lastSuccessAt && instantText(lastSuccessAt),
    nextSyncAt: nextSyncAt && instantText(nextSyncAt),
  };
}

export function listingToWire(listing: Listing): contract.Listing {
  return { ...listing, createdAt: instantText(listing.createdAt) };
}

export function conflictToWire(conflict: Conflict): contract.ConflictRecord {
  const { startsAt, endsAt, createdAt } = conflict;
  return {
    ...conflict,
    startsAt: instantText(startsAt),
    endsAt: instantText(endsAt),
    createdAt: instantText(createdAt),
  };
}

export function feedTokenToWire(token: FeedToken): contract.FeedToken {
  const { createdAt, lastAccessedAt } = token;
  return {
    ...token,
    url: null,
    createdAt: instantText(createdAt),
    lastAccessedAt: lastAccessedAt && instantText(lastAccessedAt),
  };
}

export function issuedFeedTokenToWire({ feedToken, secret }: IssuedFeedToken, publicUrl: string) {
  return { ...feedTokenToWire(feedToken), url: feedUrl(publicUrl, secret), token: secret };
}

export function renderedFeedToWire({ etag, lastModified, body }: RenderedFeed) {
  return { etag, lastModified: instantText(lastModified), body };
}

/** The position of the last row, where the list continues after it; exact to the microsecond, as its order is. */
export function nextAfter({
  rows,
  hasMore,
}: Rows<{ readonly id: string; readonly createdAt: Temporal.Instant }>): ListPosition | null {
  const last = hasMore ? rows.at(-1) : undefined;
  if (last === undefined) return null;
  return { createdAt: last.createdAt.toString({ smallestUnit: 'microsecond' }), id: last.id };
}

export function conflictReportFrom(
  { startsAt, endsAt, ...overlap }: z.infer<typeof blockConflicted.data>,
  occurredAt: string,
): ConflictReport {
  return {
    overlap: { ...overlap, startsAt: Temporal.Instant.from(startsAt), endsAt: Temporal.Instant.from(endsAt) },
    reportedAt: Temporal.Instant.from(occurredAt),
  };
}
