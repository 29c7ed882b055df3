import { namedStatement } from '@lodging/kit-postgres';
import type { Tx } from '@lodging/kit-postgres';
import { searchPrefixes } from '../../domain/bookings/booking-search.ts';
import type { Reservation } from '../../domain/stay/reservation.ts';
import type { GuestColumns, GuestSealer } from '../guests/guest-sealer.ts';
import { metadataColumn } from '../stay/reservation-rows.ts';

interface Key {
  readonly tenantId: string;
  readonly id: string;
}

/** Rows beside a new booking, in the statement that inserts it. */
export const DETAILS_OF_INSERTED = `,
     metadata AS (
       INSERT INTO reservation_metadata (tenant_id, reservation_id, key, value, created_at)
       SELECT "tenantId", "id", pair.key, pair.value, "createdAt"
         FROM inserted, jsonb_each_text($metadata::jsonb) AS pair),
     search AS (
       INSERT INTO reservation_search (tenant_id, reservation_id, token, created_at)
       SELECT "tenantId", "id", token, "createdAt" FROM inserted, unnest($searchTokens::text[]) AS token)`;

type Searched = Pick<Reservation, 'guestEmail' | 'guestName' | 'externalReference'>;

export function searchTokensOf(sealer: GuestSealer, tenantId: string, details: Searched): string[] {
  return searchPrefixes(details).map((prefix) => sealer.searchToken(tenantId, prefix));
}

const writeDetails = namedStatement<
  Key &
    Pick<Reservation, 'externalReference' | 'notes' | 'guestLanguage' | 'version' | 'updatedAt'> & {
      readonly metadata: string | null;
    }
>(
  'write_details',
  `UPDATE reservations
      SET external_reference = $externalReference, notes = $notes, guest_language = $guestLanguage,
          metadata = $metadata::jsonb, version = $version, updated_at = $updatedAt
    WHERE tenant_id = $tenantId AND id = $id`,
);

const writeGuestColumns = namedStatement<Key & GuestColumns>(
  'write_guest_columns',
  `UPDATE reservations
      SET guest_sealed = $guestSealed, guest_email_hash = $guestEmailHash
    WHERE tenant_id = $tenantId AND id = $id`,
);

const deleteMetadata = namedStatement<Key>(
  'delete_metadata',
  'DELETE FROM reservation_metadata WHERE tenant_id = $tenantId AND reservation_id = $id',
);

const insertMetadata = namedStatement<
  Key & { readonly metadata: string; readonly createdAt: Temporal.Instant }
>(
  'insert_metadata',
  `INSERT INTO reservation_metadata (tenant_id, reservation_id, key, value, created_at)
   SELECT $tenantId::uuid, $id::uuid, pair.key, pair.value, $createdAt::timestamptz
     FROM jsonb_each_text($metadata::jsonb) AS pair`,
);

const deleteSearch = namedStatement<Key>(
  'delete_search',
  'DELETE FROM reservation_search WHERE tenant_id = $tenantId AND reservation_id = $id',
);

/** For a booking that has no search tokens yet. */
export const insertSearch = namedStatement<
  Key & { readonly searchTokens: readonly string[]; readonly createdAt: Temporal.Instant }
>(
  'insert_search',
  `INSERT INTO reservation_search (tenant_id, reservation_id, token, created_at)
   SELECT $tenantId::uuid, $id::uuid, token, $createdAt::timestamptz FROM unnest($searchTokens::text[]) AS token`,
);

/** The first statement may meet another booking's reference: it is waited for, so that its error is the one that is seen. */
export async function replaceDetails(
  tx: Tx,
  next: Reservation,
  { guest, sealer }: { readonly guest: GuestColumns | undefined; readonly sealer: GuestSealer },
): Promise<void> {
  const { tenantId, id, createdAt } = next;
  const key = { tenantId, id };
  const metadata = metadataColumn(next.metadata);
  await tx.query(writeDetails({ ...next, metadata }));
  if (guest) tx.atCommit(writeGuestColumns({ ...guest, ...key }));
  tx.atCommit(deleteMetadata(key));
  if (metadata !== null) tx.atCommit(insertMetadata({ ...key, metadata, createdAt }));
  replaceSearch(tx, { ...key, createdAt }, searchTokensOf(sealer, tenantId, next));
}

type SearchKey = Key & { readonly createdAt: Temporal.Instant };

export function replaceSearch(tx: Tx, key: SearchKey, searchTokens: readonly string[]): void {
  tx.atCommit(deleteSearch(key));
  if (searchTokens.length > 0) tx.atCommit(insertSearch({ ...key, searchTokens }));
}
