import { ok } from '@lodging/kernel';
import type { NewId } from '@lodging/kernel';
import { guestErased as guestErasedEvent } from '@lodging/contract-reservations';
import { appendToOutbox } from '@lodging/kit-messaging';
import { namedStatement } from '@lodging/kit-postgres';
import type { Database, Tx } from '@lodging/kit-postgres';
import type { Author } from '../../domain/history/history.ts';
import { erasedFieldsOf, namesOfErased, remainsAfter } from '../../domain/profiles/erasure.ts';
import type { Erasure } from '../../domain/profiles/erasure.ts';
import type { Guest } from '../../domain/profiles/guest.ts';
import { isOpenStay } from '../../domain/profiles/open-stays.ts';
import { guestNotFound } from '../../domain/profiles/refusals.ts';
import type { Reservation } from '../../domain/stay/reservation.ts';
import type { GuestHashes } from '../../ports/guests.ts';
import { MAX_STAYS_OF_GUEST } from '../../ports/profiles.ts';
import type { CheckedStays, EraseOutcome } from '../../ports/profiles.ts';
import type { GuestSealer } from '../guests/guest-sealer.ts';
import { toReservation } from '../stay/reservation-rows.ts';
import type { ReservationRowAt } from '../stay/reservation-rows.ts';
import { guestColumns, toGuest, withStays } from './guest-rows.ts';
import type { ReadableGuestRow } from './guest-rows.ts';
import type { GuestRow } from './profile-schema.ts';
import { addHistoryOfStays, hasNewStays, lockStays, lockUnlinkedStays } from './stays-of-guest.ts';

export interface EraseDeps {
  readonly db: Database;
  readonly newId: NewId;
  readonly sealer: GuestSealer;
  readonly hashes: Pick<GuestHashes, 'recipient' | 'linkRecipient'>;
}

interface Key {
  readonly tenantId: string;
  readonly id: string;
}

const lock = namedStatement<Key>(
  'lock_guest_to_erase',
  `WITH found AS MATERIALIZED (
     SELECT ${guestColumns}, erasure FROM guests WHERE tenant_id = $tenantId AND id = $id FOR UPDATE)
   ${withStays('found').replace('SELECT found.*', 'SELECT clock_timestamp() AS at, found.*')}`,
);

const findErasure = namedStatement<Key>(
  'find_erasure',
  'SELECT id, erased_at AS "erasedAt", erasure FROM guests WHERE tenant_id = $tenantId AND id = $id AND erased_at IS NOT NULL',
);

type ErasedRow = Pick<GuestRow, 'id' | 'erasedAt' | 'erasure'>;

const eraseProfile = namedStatement<Key & { readonly at: Temporal.Instant; readonly erasure: string }>(
  'erase_guest',
  `UPDATE guests
      SET email_hash = NULL, email_sealed = NULL, name_sealed = NULL, phone_sealed = NULL, language_sealed = NULL,
          details_sealed = NULL, verified_at = NULL, erased_at = $at, updated_at = $at, erasure = $erasure::jsonb
    WHERE tenant_id = $tenantId AND id = $id`,
);

const deleteTokens = namedStatement<Key>(
  'delete_search_of_erased',
  'DELETE FROM guest_search WHERE tenant_id = $tenantId AND guest_id = $id',
);

const deleteExports = namedStatement<Key>(
  'delete_exports_of_erased',
  'DELETE FROM guest_exports WHERE tenant_id = $tenantId AND guest_id = $id',
);

interface Stays {
  readonly tenantId: string;
  readonly ids: readonly string[];
}

/** The hashes of the client go as well: the stays are over, and nothing counts them any more. */
const eraseStays = namedStatement<Stays & { readonly id: string; readonly at: Temporal.Instant }>(
  'erase_stays',
  `UPDATE reservations
      SET guest_sealed = NULL, guest_email_hash = NULL, guest_language = NULL, notes = NULL, metadata = NULL,
          move_reason = NULL, fingerprint = NULL, client_hash = NULL, network_hashes = NULL, guest_id = $id,
          version = version + 1, updated_at = $at
    WHERE tenant_id = $tenantId AND id = ANY($ids::uuid[])`,
);

const ofStays = (name: string, table: string) =>
  namedStatement<Stays>(
    name,
    `DELETE FROM ${table} WHERE tenant_id = $tenantId AND reservation_id = ANY($ids::uuid[])`,
  );

const DELETIONS = [
  ofStays('erase_guest_codes', 'guest_codes'),
  ofStays('erase_search', 'reservation_search'),
  ofStays('erase_metadata', 'reservation_metadata'),
];

/** Links of the guest end: one that was made before any row of its booking has generation 0. */
const endLinks = namedStatement<Stays>(
  'end_links_of_erased',
  `INSERT INTO guest_links AS links (tenant_id, reservation_id, generation)
   SELECT $tenantId, id, 1 FROM unnest($ids::uuid[]) AS id
   ON CONFLICT (tenant_id, reservation_id)
     DO UPDATE SET generation = links.generation + 1, updated_at = clock_timestamp()`,
);

/** Counters of codes and links that were mailed to the address. */
const deleteSends = namedStatement<{ readonly tenantId: string; readonly buckets: readonly string[] }>(
  'erase_guest_code_sends',
  'DELETE FROM guest_code_sends WHERE tenant_id = $tenantId AND bucket = ANY($buckets::text[])',
);

export async function readErasure(db: Database, key: Key): Promise<Erasure | undefined> {
  const [row] = await db.readInTenant<ErasedRow>(key.tenantId, findErasure(key));
  return row && toErasure(row);
}

function toErasure({ id, erasedAt, erasure }: ErasedRow): Erasure | undefined {
  return erasedAt === null || erasure === null ? undefined : { id, erasedAt, ...erasure };
}

export function eraseGuest(
  deps: EraseDeps,
  guest: Guest,
  checked: CheckedStays,
  author: Author,
): Promise<EraseOutcome> {
  return deps.db.inTenant(guest.tenantId, (tx) => eraseOnce(deps, tx, guest, checked, author));
}

async function eraseOnce(
  { newId, sealer, hashes }: EraseDeps,
  tx: Tx,
  { tenantId, id, email }: Guest,
  checked: CheckedStays,
  author: Author,
): Promise<EraseOutcome> {
  const limit = MAX_STAYS_OF_GUEST + 1;
  const emailHashes = email === null ? [] : sealer.emailHashes(tenantId, email);
  const [linked, unlinked] = await tx.queryAll<[ReservationRowAt, ReservationRowAt]>([
    lockStays({ tenantId, guestId: id, limit }),
    lockUnlinkedStays({ tenantId, emailHashes, limit }),
  ]);
  const [row] = await tx.query<ReadableGuestRow & Pick<GuestRow, 'erasure'> & { at: Temporal.Instant }>(
    lock({ tenantId, id }),
  );
  if (row === undefined) return guestNotFound();
  const known = toErasure(row);
  if (known !== undefined) return ok({ erasure: known, replayed: true });
  if (await hasNewStays(tx, { tenantId, guestId: id }, linked)) return 'changed';
  const { at } = row;
  const stays = [...linked, ...unlinked].map((stay) => toReservation(stay, sealer));
  const ids = new Set(checked.ids);
  if (stays.some((stay) => !ids.has(stay.id) || isOpenStay(stay, at))) return 'changed';
  const guest = toGuest(row, sealer);
  const erasure = erasureOf(guest, stays, checked, at);
  eraseRows(tx, { newId, hashes }, { guest, stays, erasure, author });
  await publishErased(tx, { newId }, { guest, stays, at });
  return ok({ erasure, replayed: false });
}

function erasureOf(
  guest: Guest,
  stays: readonly Reservation[],
  { elsewhere }: CheckedStays,
  erasedAt: Temporal.Instant,
): Erasure {
  const erased = namesOfErased(guest, stays.flatMap(erasedFieldsOf));
  return { id: guest.id, erasedAt, erased, remains: remainsAfter(erasedAt, stays.length > 0), elsewhere };
}

interface Erased {
  readonly guest: Guest;
  readonly stays: readonly Reservation[];
  readonly erasure: Erasure;
  readonly author: Author;
}

function eraseRows(
  tx: Tx,
  { newId, hashes }: Pick<EraseDeps, 'newId' | 'hashes'>,
  { guest, stays, erasure, author }: Erased,
): void {
  const { tenantId, id, email } = guest;
  const { id: _id, erasedAt: at, ...kept } = erasure;
  const ids = stays.map((stay) => stay.id);
  if (ids.length > 0) {
    tx.atCommit(eraseStays({ tenantId, id, ids, at }));
    for (const deletion of DELETIONS) tx.atCommit(deletion({ tenantId, ids }));
    tx.atCommit(endLinks({ tenantId, ids }));
    const entries = stays.map((stay) => ({
      reservationId: stay.id,
      entry: {
        action: 'erased' as const,
        version: stay.version + 1,
        changes: erasedFieldsOf(stay),
        note: null,
      },
    }));
    tx.atCommit(addHistoryOfStays(tenantId, entries, { at, author, newId }));
  }
  tx.atCommit(deleteTokens({ tenantId, id }));
  tx.atCommit(deleteExports({ tenantId, id }));
  if (email !== null) {
    const buckets = [hashes.recipient(tenantId, email), hashes.linkRecipient(tenantId, email)];
    tx.atCommit(deleteSends({ tenantId, buckets }));
  }
  tx.atCommit(eraseProfile({ tenantId, id, at, erasure: JSON.stringify(kept) }));
}

function publishErased(
  tx: Tx,
  { newId }: Pick<EraseDeps, 'newId'>,
  {
    guest: { tenantId, id, livemode },
    stays,
    at,
  }: Pick<Erased, 'guest' | 'stays'> & { readonly at: Temporal.Instant },
): Promise<void> {
  return appendToOutbox(tx, {
    id: newId(),
    type: guestErasedEvent.type,
    tenantId,
    livemode,
    occurredAt: at,
    aggregateId: id,
    aggregateVersion: 1,
    data: { guest: { id, reservationIds: stays.map((stay) => stay.id) } },
  });
}
