import { keysetValues } from '@lodging/kernel';
import type { NewId, Page } from '@lodging/kernel';
import { namedStatement } from '@lodging/kit-postgres';
import type { Database, ReadStatement, Tx } from '@lodging/kit-postgres';
import type { Author, NewHistoryEntry } from '../../domain/history/history.ts';
import type { Guest } from '../../domain/profiles/guest.ts';
import type { ListedStay, StayToErase } from '../../ports/profiles.ts';
import type { GuestSealer } from '../guests/guest-sealer.ts';
import { reservationColumns } from '../schema.ts';
import { listedColumns, toListed } from '../stay/listed-rows.ts';
import type { ListedRow } from '../stay/listed-rows.ts';
import { toReservation } from '../stay/reservation-rows.ts';
import type { ReservationRowAt } from '../stay/reservation-rows.ts';

interface OfGuest {
  readonly tenantId: string;
  readonly guestId: string;
}

interface OfAddress {
  readonly tenantId: string;
  readonly emailHashes: readonly string[];
  readonly limit: number;
}

const list = namedStatement<
  OfGuest & { readonly afterCreatedAt: string; readonly afterId: string; readonly limit: number }
>(
  'list_stays_of_guest',
  `SELECT ${reservationColumns}, guest_verified_at IS NOT NULL AS "isVerified", ${listedColumns}, statement_timestamp() AS at
     FROM reservations
    WHERE tenant_id = $tenantId AND guest_id = $guestId
      AND (created_at, id) > ($afterCreatedAt::timestamptz, $afterId::uuid)
    ORDER BY created_at, id LIMIT $limit`,
);

export async function listStays(
  db: Database,
  sealer: GuestSealer,
  { tenantId, guestId }: OfGuest,
  { after, limit }: Page,
): Promise<ListedStay[]> {
  const keys = keysetValues({ after, limit: limit - 1 });
  if (keys === undefined) return [];
  const statement = list({ tenantId, guestId, ...keys });
  const rows = await db.readInTenant<ListedRow & { readonly isVerified: boolean }>(tenantId, statement);
  return rows.map((row) => ({
    ...toListed(row, sealer),
    isVerified: row.isVerified,
    position: { createdAt: row.createdAt.toString({ smallestUnit: 'microsecond' }), id: row.id },
  }));
}

/** A column of a query of reservations. */
const IS_SETTLING = `(
     EXISTS (SELECT FROM settlements AS s
              WHERE s.tenant_id = reservations.tenant_id AND s.reservation_id = reservations.id AND s.state = 'open')
     OR EXISTS (SELECT FROM refund_obligations AS o
                 WHERE o.tenant_id = reservations.tenant_id AND o.reservation_id = reservations.id
                   AND o.settled_at IS NULL)) AS "isSettling"`;

const read = namedStatement<OfGuest & { readonly limit: number }>(
  'read_stays_of_guest',
  `SELECT ${reservationColumns}, ${IS_SETTLING}, clock_timestamp() AS at FROM reservations
    WHERE tenant_id = $tenantId AND guest_id = $guestId ORDER BY created_at, id LIMIT $limit`,
);

const UNLINKED = `guest_email_hash = ANY($emailHashes::text[]) AND guest_email_hash IS NOT NULL AND guest_id IS NULL
        AND state <> 'pending'`;

const readUnlinked = namedStatement<OfAddress>(
  'read_unlinked_stays',
  `SELECT ${reservationColumns}, ${IS_SETTLING}, clock_timestamp() AS at FROM reservations
    WHERE tenant_id = $tenantId AND ${UNLINKED} ORDER BY created_at, id LIMIT $limit`,
);

/** The bookings of the guest, and those of the address that were made before guests had profiles. */
export async function readStays(
  db: Database,
  sealer: GuestSealer,
  { tenantId, id: guestId, email }: Pick<Guest, 'tenantId' | 'id' | 'email'>,
  limit: number,
): Promise<StayToErase[]> {
  const emailHashes = email === null ? [] : sealer.emailHashes(tenantId, email);
  const rows = await db.readManyInTenant<ReservationRowAt & { readonly isSettling: boolean }>(tenantId, [
    read({ tenantId, guestId, limit }),
    readUnlinked({ tenantId, emailHashes, limit }),
  ]);
  return rows
    .flat()
    .map((row) => ({ reservation: toReservation(row, sealer), at: row.at, isSettling: row.isSettling }));
}

/** In the order of ids, and before the row of the guest: a verification locks its hold before it finds the guest. */
export const lockStays = namedStatement<OfGuest & { readonly limit: number }>(
  'lock_stays_of_guest',
  locked('guest_id = $guestId'),
);

/** Bookings of the address that were made before guests had profiles. */
export const lockUnlinkedStays = namedStatement<OfAddress>('lock_unlinked_stays', locked(UNLINKED));

function locked(condition: string): string {
  return `WITH locked AS MATERIALIZED (
     SELECT ${reservationColumns} FROM reservations WHERE tenant_id = $tenantId AND ${condition}
      ORDER BY id LIMIT $limit FOR UPDATE)
   SELECT *, clock_timestamp() AS at FROM locked`;
}

/** Bookings that were linked while the locks were waited for. */
const countStays = namedStatement<OfGuest>(
  'count_stays_of_guest',
  'SELECT count(*)::integer AS count FROM reservations WHERE tenant_id = $tenantId AND guest_id = $guestId',
);

/** With the lock of the guest: no booking is linked any more. */
export async function hasNewStays(
  tx: Tx,
  of: OfGuest,
  locked: readonly { readonly guestId: string | null }[],
): Promise<boolean> {
  const [row] = await tx.query<{ count: number }>(countStays(of));
  return row?.count !== locked.filter(({ guestId }) => guestId === of.guestId).length;
}

interface EntryOfStay {
  readonly reservationId: string;
  readonly entry: NewHistoryEntry;
}

const insertEntries = namedStatement<{
  readonly tenantId: string;
  readonly at: Temporal.Instant;
  readonly entries: string;
}>(
  'add_history_of_stays',
  `INSERT INTO reservation_history
     (tenant_id, reservation_id, id, at, action, version, actor, request_id, changes, note)
   SELECT $tenantId::uuid, entry."reservationId", entry.id, $at::timestamptz, entry.action, entry.version, entry.actor,
          entry."requestId", entry.changes, entry.note
     FROM jsonb_to_recordset($entries::jsonb)
            AS entry ("reservationId" uuid, id uuid, action text, version integer, actor jsonb, "requestId" text,
                      changes jsonb, note text)`,
);

/** One entry for each of many bookings. */
export function addHistoryOfStays(
  tenantId: string,
  entries: readonly EntryOfStay[],
  { at, author, newId }: { readonly at: Temporal.Instant; readonly author: Author; readonly newId: NewId },
): ReadStatement {
  const { actor, requestId, note } = author;
  const authored = entries.map(({ reservationId, entry }) => ({
    ...entry,
    reservationId,
    id: newId(),
    actor,
    requestId,
    note: entry.note ?? note,
  }));
  return insertEntries({ tenantId, at, entries: JSON.stringify(authored) });
}
