import type { NewId } from '@lodging/kernel';
import { changeWithEvents, wakeRelays, writeWithEvents } from '@lodging/kit-messaging';
import { isLockTimeout } from '@lodging/kit-postgres';
import type { Database, ReadStatement } from '@lodging/kit-postgres';
import { linkToOrigin } from '@lodging/kit-runtime';
import { aboutReservation } from '@lodging/operations';
import { balanceOf } from '../../domain/stay/reservation-terms.ts';
import { isKeyOld } from '../../domain/creation/reservation-creation.ts';
import type { NewReservation, ReservationCreation } from '../../domain/creation/reservation-creation.ts';
import { historyEntriesOf } from '../../domain/history/history.ts';
import { referenceOf } from '../../domain/stay/reference.ts';
import type { Author } from '../../domain/history/history.ts';
import type { PendingReservation } from '../../domain/stay/reservation.ts';
import type { BookedGuest } from '../../domain/profiles/guest.ts';
import type { StateChange } from '../../domain/stay/transitions.ts';
import { countStateChange } from '../../metrics.ts';
import type { CreateOutcome, ReservationCreationRepository } from '../../ports/creation.ts';
import { eventsToWire } from '../../wire/stay.ts';
import { searchTokensOf } from '../bookings/detail-statements.ts';
import type { GuestSealer } from '../guests/guest-sealer.ts';
import { addHistoryOfCompletion, historyValues } from '../history/history-statements.ts';
import { linkGuestOfCreation, rekeyAddress } from '../profiles/link-statements.ts';
import { newReservationRow, toPending, toReservationCreation } from '../stay/reservation-rows.ts';
import type { ReservationRow } from '../schema.ts';
import type { ReservationRowWithTerms } from '../stay/reservation-rows.ts';
import { holderOfReference } from '../stay/update-reservation.ts';
import {
  findByKeyOrQuote,
  isRequestExpired,
  limitValues,
  readLimits,
  wouldRefuse,
} from './creation-refusals.ts';
import {
  complete,
  completePaymentSetup,
  completeWithGuest,
  discard,
  endAttempt,
  freeKey,
  insertLimitedPending,
  insertLimitedPendingWithDetails,
  insertPending,
  insertPendingWithDetails,
  takeOver,
  takeOverPaymentSetup,
} from './creation-statements.ts';

export function createReservationCreationRepository(
  db: Database,
  newId: NewId,
  sealer: GuestSealer,
): ReservationCreationRepository {
  const store = { db, sealer, newId };
  return {
    create: (tenantId, reservation) => create(store, tenantId, reservation),
    wouldRefuse: (tenantId, reservation) => wouldRefuse(db, tenantId, reservation),
    findByKey: (tenantId, idempotencyKey) => findExisting(store, tenantId, { idempotencyKey, quoteId: null }),

    async takeOver(tenantId, id, attempt) {
      const statement = takeOver({ tenantId, id, attempt });
      const [row] = await db.inTenant(tenantId, (tx) => tx.query<ReservationRow>(statement));
      return row && toPending(row, sealer);
    },

    async complete(pending, change, author) {
      const { tenantId, id, attempt } = pending;
      const statement = complete({ ...change.next, attempt: attempt.number });
      const { events, alongside } = consequencesOf(pending, change, { author, newId });
      const written = await writeWithEvents(db, tenantId, statement, events, { batchKey: id, alongside });
      if (written) countStateChange(pending, change);
      return written;
    },

    completeWithGuest: (pending, change, guest, author) =>
      completeWithProfile(store, pending, change, { guest, author }),

    async takeOverPaymentSetup(tenantId, id, attempt) {
      const statement = takeOverPaymentSetup({ tenantId, id, attempt });
      const [row] = await db.inTenant(tenantId, (tx) => tx.query<{ attempt: number }>(statement));
      return row?.attempt;
    },

    async completePaymentSetup(tenantId, id, attempt) {
      // Not durable: where a crash of the server loses the commit, the setup is repeated, and payments answers the same.
      const statement = completePaymentSetup({ tenantId, id, attempt });
      await db.writeInTenant(tenantId, statement, { durable: false });
    },

    async endAttempt(tenantId, id, attempt) {
      // Not durable: an attempt that a crash of the server brings back ends by itself.
      await db.writeInTenant(tenantId, endAttempt({ tenantId, id, attempt }), { durable: false });
    },

    async discard(tenantId, id, attempt) {
      // Not durable: a row that a crash of the server brings back is taken over, or swept, like that of a crashed attempt.
      await db.writeInTenant(tenantId, discard({ tenantId, id, attempt }), { durable: false, batchKey: id });
    },
  };
}

function consequencesOf(
  pending: PendingReservation,
  change: StateChange,
  { author, newId }: { readonly author: Author | undefined; readonly newId: NewId },
) {
  const entries = historyEntriesOf(pending, change.next);
  const history = historyValues(pending, entries, { at: change.next.updatedAt, author, newId });
  return { events: eventsToWire(change, newId), alongside: addHistoryOfCompletion(history) };
}

/** The profile is made or found in the statement of the change. */
async function completeWithProfile(
  store: Store,
  pending: PendingReservation,
  change: StateChange,
  { guest, author }: { readonly guest: BookedGuest; readonly author: Author | undefined },
): Promise<{ readonly guestId: string } | undefined> {
  const { newId } = store;
  const { tenantId, id, livemode } = pending;
  const attempt = pending.attempt.number;
  const link = { tenantId, newGuestId: newId(), livemode, isVerified: false, guest };
  const statement = changeWithEvents({
    ...consequencesOf(pending, change, { author, newId }),
    before: linkGuestOfCreation(store.sealer, link, { id, attempt }),
    change: completeWithGuest({ ...change.next, attempt }),
    returning: '(SELECT id FROM profile) AS "guestId"',
  });
  const [written] = await writeLinked(store, tenantId, guest.email, statement);
  if (written === undefined) return undefined;
  wakeRelays();
  countStateChange(pending, change);
  return written;
}

/** Groups are in the order of addresses: two groups do not lock the rows of two guests crosswise. */
async function writeLinked(
  { db, sealer }: Store,
  tenantId: string,
  email: string,
  statement: ReadStatement,
): Promise<{ readonly guestId: string }[]> {
  const before = rekeyAddress(sealer, tenantId, email);
  if (before.length === 0)
    return db.writeInTenant(tenantId, statement, { batchKey: sealer.emailHash(tenantId, email) });
  return db.inTenant(tenantId, async (tx) => {
    await tx.queryAll(before);
    return tx.query<{ guestId: string }>(statement);
  });
}

interface Store {
  readonly db: Database;
  readonly sealer: GuestSealer;
  readonly newId: NewId;
}

async function create(store: Store, tenantId: string, reservation: NewReservation): Promise<CreateOutcome> {
  const { db, sealer } = store;
  const { id, quoteId } = reservation;
  const { idempotencyKey, expiresAt: requestExpiresAt } = reservation.request;
  const row = await insert(store, tenantId, reservation);
  if (row !== undefined) {
    aboutReservation(row.id);
    return { kind: 'created', reservation: toPending(row, sealer) };
  }

  const existing = await findExisting(store, tenantId, { idempotencyKey, quoteId });
  if (existing === undefined) {
    const [answer] = await db.readInTenant<{ expired: boolean }>(
      tenantId,
      isRequestExpired({ requestExpiresAt }),
    );
    if (answer?.expired === true) return { kind: 'expired' };
    return (
      (await limitOf(db, tenantId, reservation)) ??
      (await takenReference(db, tenantId, reservation)) ?? { kind: 'discarded' }
    );
  }
  // The insert was repeated after its connection broke, and the first one was committed. No attempt took over since.
  const found = existing.reservation;
  const isOwn = found.id === id && found.state === 'pending' && found.attempt.number === 1;
  return isOwn ? { kind: 'created', reservation: found } : { kind: 'exists', existing };
}

async function insert(
  { db, sealer, newId }: Store,
  tenantId: string,
  { limited, ...reservation }: NewReservation,
): Promise<ReservationRow | undefined> {
  // Not durable: no client has been promised anything yet. The claim's commit takes this one along on the same server;
  // on another server a lost row leaves a lease that expires by itself.
  const guest = sealer.seal({ tenantId, id: reservation.id }, reservation);
  const { fingerprint: plain } = reservation.request;
  const fingerprint = guest.guestSealed === null ? plain : sealer.sealFingerprint(plain);
  // Where another booking has the reference, nothing is inserted, and the next attempt of the request has a new one.
  const reference = referenceOf(newId());
  const row = newReservationRow(tenantId, { ...reservation, limited }, { reference, guest });
  const { terms: agreed, laterPayments: later = agreed === null ? [] : balanceOf(agreed) } = reservation;
  const terms = agreed === null ? null : JSON.stringify({ ...agreed, later });
  const searchTokens = searchTokensOf(sealer, tenantId, reservation);
  const values = { ...row, fingerprint, terms, searchTokens };
  const hasDetails = searchTokens.length > 0 || row.metadata !== null;
  const write = async (statement: ReadStatement, batchKey: string) =>
    (
      await db.writeInTenant<ReservationRow>(tenantId, statement, {
        durable: false,
        beginsWork: true,
        batchKey,
      })
    )[0];
  if (limited === null) {
    const insertRow = hasDetails ? insertPendingWithDetails : insertPending;
    return write(insertRow(values), reservation.request.idempotencyKey);
  }
  try {
    // The lock is taken first, so it decides the order of a group.
    const limits = limitValues(limited);
    const insertRow = hasDetails ? insertLimitedPendingWithDetails : insertLimitedPending;
    return await write(insertRow({ ...values, ...limits }), limits.lockOn);
  } catch (error) {
    // Many requests of the key are waiting: this one is answered like the twin of a running request.
    if (isLockTimeout(error)) return undefined;
    throw error;
  }
}

async function limitOf(
  db: Database,
  tenantId: string,
  { limited, holdSeconds }: NewReservation,
): Promise<Extract<CreateOutcome, { kind: 'limited' }> | undefined> {
  if (limited === null) return undefined;
  const statement = readLimits({ ...limitValues(limited), tenantId, holdSeconds });
  const [row] = await db.readInTenant<{ limited: boolean; ofKey: boolean; retryAfterSeconds: number }>(
    tenantId,
    statement,
  );
  if (row?.limited !== true) return undefined;
  return { kind: 'limited', by: row.ofKey ? 'key' : 'client', retryAfterSeconds: row.retryAfterSeconds };
}

/** A booking that is still pending may end without ever having been one: the next attempt finds out. */
async function takenReference(
  db: Database,
  tenantId: string,
  { externalReference }: NewReservation,
): Promise<Extract<CreateOutcome, { kind: 'reference_taken' }> | undefined> {
  if (externalReference === null) return undefined;
  const holder = await holderOfReference(db, tenantId, externalReference);
  if (holder === undefined || holder.isPending) return undefined;
  return { kind: 'reference_taken', reservationId: holder.id };
}

async function findExisting(
  { db, sealer }: Pick<Store, 'db' | 'sealer'>,
  tenantId: string,
  by: { readonly idempotencyKey: string; readonly quoteId: string | null },
): Promise<ReservationCreation | undefined> {
  const [row] = await db.readInTenant<ReservationRowWithTerms>(
    tenantId,
    findByKeyOrQuote({ tenantId, ...by }),
  );
  if (row === undefined) return undefined;
  aboutReservation(row.id);
  linkToOrigin(row.traceparent);
  const existing = toReservationCreation(row, sealer);
  if (existing.idempotencyKey !== by.idempotencyKey || !isKeyOld(existing)) return existing;
  // No timer takes keys away: most are never used again, and each would be another version of its reservation's row.
  await db.writeInTenant(tenantId, freeKey({ tenantId, idempotencyKey: by.idempotencyKey }));
  return undefined;
}
