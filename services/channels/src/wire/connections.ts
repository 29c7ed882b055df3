import type * as contract from '@lodging/contract-channels';
import { instantText } from '@lodging/kernel';
import type { ListPosition } from '@lodging/kernel';
import type { Connection } from '../domain/connections/connection.ts';
import type { ReadRecord } from '../domain/sync/read-record.ts';
import type { Listing } from '../domain/connections/listing.ts';

export function connectionToWire(connection: Connection): contract.Connection {
  const { createdAt, lastSyncAt, lastSuccessAt, nextSyncAt, failingSince, quarantine } = connection;
  return {
    ...connection,
    createdAt: instantText(createdAt),
    lastSyncAt: lastSyncAt && instantText(lastSyncAt),
    lastSuccessAt: lastSuccessAt && instantText(lastSuccessAt),
    nextSyncAt: nextSyncAt && instantText(nextSyncAt),
    failingSince: failingSince && instantText(failingSince),
    quarantine: quarantine && { ...quarantine, since: instantText(quarantine.since) },
  };
}

export function feedReadToWire({ id: _id, createdAt, ...read }: ReadRecord): contract.FeedRead {
  return { at: instantText(createdAt), ...read };
}

export function listingToWire(listing: Listing): contract.Listing {
  return { ...listing, createdAt: instantText(listing.createdAt) };
}

/** Of the last row of a page, where the list continues after it; exact to the microsecond, as its order is. */
export function positionToWire(
  last: { readonly id: string; readonly createdAt: Temporal.Instant } | undefined,
): ListPosition | null {
  if (last === undefined) return null;
  return { createdAt: last.createdAt.toString({ smallestUnit: 'microsecond' }), id: last.id };
}
