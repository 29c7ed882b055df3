import { ok } from '@lodging/kernel';
import type { NewId, Refusal, Result } from '@lodging/kernel';
import { appendToOutbox } from '@lodging/kit-messaging';
import { namedStatement } from '@lodging/kit-postgres';
import type { Database, Tx } from '@lodging/kit-postgres';
import { resourceLocked } from '../../domain/creation/reservation-creation.ts';
import type { Author } from '../../domain/history/history.ts';
import type { Guest } from '../../domain/profiles/guest.ts';
import { guestErased, guestNotFound, tooManyStays } from '../../domain/profiles/refusals.ts';
import { eventsToWire } from '../../wire/stay.ts';
import { MAX_STAYS_OF_GUEST } from '../../ports/profiles.ts';
import type { GuestSealer } from '../guests/guest-sealer.ts';
import { toReservation } from '../stay/reservation-rows.ts';
import type { ReservationRowAt } from '../stay/reservation-rows.ts';
import { guestColumns, toGuest, withStays } from './guest-rows.ts';
import type { ReadableGuestRow } from './guest-rows.ts';
import { addHistoryOfStays, hasNewStays, lockStays } from './stays-of-guest.ts';

interface Merge {
  readonly tenantId: string;
  readonly id: string;
  readonly from: string;
}

interface MergeDeps {
  readonly db: Database;
  readonly newId: NewId;
  readonly sealer: GuestSealer;
}

/** Bookings may be linked between the locks of the stays and that of the guest; then the locks are taken again. */
const ATTEMPTS = 3;

const lockGuests = namedStatement<Merge>(
  'lock_guests_to_merge',
  `SELECT id, erased_at IS NOT NULL AS "isErased" FROM guests
    WHERE tenant_id = $tenantId AND id IN ($id, $from) ORDER BY id FOR UPDATE`,
);

const moveStays = namedStatement<Merge & { readonly ids: readonly string[]; readonly at: Temporal.Instant }>(
  'move_stays_of_guest',
  `UPDATE reservations SET guest_id = $id, version = version + 1, updated_at = $at
    WHERE tenant_id = $tenantId AND id = ANY($ids::uuid[])`,
);

const deleteSource = namedStatement<Merge>(
  'delete_merged_guest',
  'DELETE FROM guests WHERE tenant_id = $tenantId AND id = $from',
);

const touchTarget = namedStatement<Merge>(
  'touch_merged_guest',
  `WITH touched AS (
     UPDATE guests SET updated_at = greatest(updated_at, date_trunc('milliseconds', clock_timestamp()))
      WHERE tenant_id = $tenantId AND id = $id RETURNING ${guestColumns})
   ${withStays('touched')}`,
);

export async function mergeGuests(
  deps: MergeDeps,
  merge: Merge,
  author: Author,
): Promise<Result<Guest, Refusal>> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const merged = await deps.db.inTenant(merge.tenantId, (tx) => mergeOnce(deps, tx, merge, author));
    if (merged !== 'again') return merged;
  }
  return resourceLocked();
}

async function mergeOnce(
  { newId, sealer }: MergeDeps,
  tx: Tx,
  merge: Merge,
  author: Author,
): Promise<Result<Guest, Refusal> | 'again'> {
  const { tenantId, id, from } = merge;
  const stays = await tx.query<ReservationRowAt>(
    lockStays({ tenantId, guestId: from, limit: MAX_STAYS_OF_GUEST + 1 }),
  );
  const guests = await tx.query<{ id: string; isErased: boolean }>(lockGuests(merge));
  if (guests.length < 2) return guestNotFound();
  if (guests.some(({ isErased }) => isErased)) return guestErased();
  if (stays.length > MAX_STAYS_OF_GUEST) return tooManyStays(MAX_STAYS_OF_GUEST);
  if (await hasNewStays(tx, { tenantId, guestId: from }, stays)) return 'again';
  const [first] = stays;
  if (first !== undefined) {
    const { at } = first;
    // Mapped, not copied from a reservation: a copy would open the guest.
    const moved = stays.map((row) =>
      toReservation({ ...row, guestId: id, version: row.version + 1, updatedAt: at }, sealer),
    );
    await tx.query(moveStays({ ...merge, at, ids: stays.map((row) => row.id) }));
    const changes = [{ field: 'guestId', before: from, after: id }];
    const entries = moved.map((stay) => ({
      reservationId: stay.id,
      entry: { action: 'updated' as const, version: stay.version, changes, note: null },
    }));
    tx.atCommit(addHistoryOfStays(tenantId, entries, { at, author, newId }));
    const events = moved.flatMap((reservation) =>
      eventsToWire(
        {
          next: reservation,
          events: [{ verb: 'updated', reservation, changes: ['guestId'] }],
          refund: null,
        },
        newId,
      ),
    );
    await appendToOutbox(tx, ...events);
  }
  tx.atCommit(deleteSource(merge));
  const [row] = await tx.query<ReadableGuestRow>(touchTarget(merge));
  if (row === undefined) throw new Error('a locked guest was deleted');
  return ok(toGuest(row, sealer));
}
