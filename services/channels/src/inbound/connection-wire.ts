import type { Connection as ConnectionRecord, Listing as ListingRecord } from '@lodging/contract-channels';
import type { Connection } from '../domain/connection.ts';
import type { Listing } from '../use-cases/connection-ports.ts';

const text = (instant: Temporal.Instant) => instant.toString({ smallestUnit: 'millisecond' });
const textOrNull = (instant: Temporal.Instant | null) => (instant === null ? null : text(instant));

export function connectionRecord(connection: Connection): ConnectionRecord {
  const { createdAt, lastSyncAt, lastSuccessAt, nextSyncAt } = connection;
  return {
    ...connection,
    createdAt: text(createdAt),
    lastSyncAt: textOrNull(lastSyncAt),
    lastSuccessAt: textOrNull(lastSuccessAt),
    nextSyncAt: textOrNull(nextSyncAt),
  };
}

export function listingRecord(listing: Listing): ListingRecord {
  return { ...listing, createdAt: text(listing.createdAt) };
}
