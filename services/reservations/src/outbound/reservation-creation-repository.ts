import type { NewId } from '@lodging/kernel';
import { writeWithEvents } from '@lodging/kit-messaging';
import { insertLists, isLockTimeout, namedStatement } from '@lodging/kit-postgres';
import type { Database, ReadStatement } from '@lodging/kit-postgres';
import { aboutReservation, linkToOrigin } from '@lodging/kit-runtime';
import type { LimitedHold } from '../domain/client-limits.ts';
import { deedsOf } from '../domain/history.ts';
import type { NewReservation, ReservationCreation } from '../domain/reservation-creation.ts';
import type { Reservation } from '../domain/reservation.ts';
import { toEventsWire } from '../inbound/wire.ts';
import { countStateChange } from '../metrics.ts';
import type { CreateOutcome, ReservationCreationRepository } from '../ports/creations.ts';
import {
  findByKeyOrQuote,
  hasObstacle,
  isRequestExpired,
  readLimits,
  withinLimits,
} from './creation-obstacles.ts';
import { DETAILS_OF_INSERTED, searchTokensOf } from './detail-statements.ts';
import type { GuestSealing } from './guest-sealing-repository.ts';
import { addHistoryOfCompletion, historyValues } from './history-statements.ts';
import {
  newReservationRow,
  reservationColumns,
  reservations,
  toPending,
  toReservationCreation,
} from './schema.ts';
import type { ReservationRow, ReservationRowWithTerms } from './schema.ts';
import { holderOfReference } from './update-reservation.ts';

/**
 * Until another request with the key may take over a pending reservation: longer than a claim may take. An attempt that
 * takes longer still, and is taken over, writes nothing.
 */
const ATTEMPT_SECONDS = 4;
/** The same for a payment setup: longer than the payment provider's timeout and the undo that follows. */
const PAYMENT_SETUP_SECONDS = 30;

/** SQL of the columns that the insert computes; the others are parameters. */
const COMPUTED = {
  state: `'pending'`,
  version: '0',
  moveReason: 'NULL',
  metadata: '$metadata::jsonb',
  unitsToFree: 'false',
  noShowAt: 'NULL',
  refundDecided: 'false',
  holdExpiresAt: 'at + make_interval(secs => $holdSeconds)',
  confirmedAt: 'NULL',
  attempt: '1',
  attemptUntil: `at + interval '${ATTEMPT_SECONDS} seconds'`,
  createdAt: 'at',
  updatedAt: 'at',
} satisfies Partial<Record<keyof typeof reservations.$inferInsert, string>>;
const inserted = insertLists(reservations, COMPUTED);

type NewRow = Omit<typeof reservations.$inferSelect, keyof typeof COMPUTED> & {
  readonly holdSeconds: number;
  readonly requestExpiresAt: Temporal.Instant;
  /** JSON. */
  readonly terms: string | null;
  readonly metadata: string | null;
  readonly searchTokens: readonly string[];
};

/** The row and its first terms: one statement, so that a creation that is taken over keeps the price of its first run. */
function withTerms(insert: string, details = ''): string {
  return `WITH inserted AS (${insert} RETURNING ${reservationColumns}),
     terms AS (
       INSERT INTO reservation_terms (tenant_id, reservation_id, version, bill, policy, schedule, display, created_at)
       SELECT "tenantId", "id", 1, agreed->'bill', nullif(agreed->'policy', 'null'), agreed->'schedule',
              nullif(agreed->'display', 'null'), "createdAt"
         FROM inserted, (SELECT $terms::jsonb AS agreed) AS terms WHERE agreed IS NOT NULL),
     scheduled AS (
       INSERT INTO scheduled_payments (tenant_id, reservation_id, purpose, amount_minor_units, due_at, next_attempt_at)
       SELECT "tenantId", "id", 'balance', (entry->>'amountMinorUnits')::bigint, (entry->>'dueAt')::timestamptz,
              (entry->>'dueAt')::timestamptz
         FROM inserted, jsonb_array_elements($terms::jsonb->'schedule') AS entry WHERE entry->>'purpose' = 'balance')${details}
   SELECT * FROM inserted`;
}

const INSERT_PENDING = `INSERT INTO reservations (${inserted.columns})
   SELECT ${inserted.values} FROM (SELECT date_trunc('milliseconds', clock_timestamp()) AS at) AS clock
    WHERE at < $requestExpiresAt::timestamptz
   ON CONFLICT DO NOTHING`;

const insertPending = namedStatement<NewRow>('insert_pending_reservation', withTerms(INSERT_PENDING));

const insertPendingWithDetails = namedStatement<NewRow>(
  'insert_pending_with_details',
  withTerms(INSERT_PENDING, DETAILS_OF_INSERTED),
);

/**
 * The same within the limits of a client. They are compared after the lock of the client, which ends with the commit, so
 * that concurrent holds of one client never pass them together.
 */
const INSERT_LIMITED = `INSERT INTO reservations (${inserted.columns})
   SELECT ${inserted.values}
     FROM (SELECT date_trunc('milliseconds', clock_timestamp()) AS at) AS clock,
          lock_open_holds($tenantId::uuid, $clientHash::text) AS open
    WHERE at < $requestExpiresAt::timestamptz AND (${withinLimits('open.holds', 'open.unit_nights')})
   ON CONFLICT DO NOTHING`;

const insertLimitedPending = namedStatement<NewRow & LimitedHold>(
  'insert_limited_pending_reservation',
  withTerms(INSERT_LIMITED),
);

const insertLimitedPendingWithDetails = namedStatement<NewRow & LimitedHold>(
  'insert_limited_pending_with_details',
  withTerms(INSERT_LIMITED, DETAILS_OF_INSERTED),
);

interface AttemptKey {
  readonly tenantId: string;
  readonly id: string;
  readonly attempt: number;
}

const takeOver = namedStatement<AttemptKey>(
  'take_over_pending_reservation',
  `UPDATE reservations
      SET attempt = attempt + 1, attempt_until = clock_timestamp() + interval '${ATTEMPT_SECONDS} seconds',
          updated_at = clock_timestamp()
    WHERE tenant_id = $tenantId AND id = $id AND state = 'pending' AND attempt = $attempt
      AND attempt_until <= clock_timestamp()
   RETURNING ${reservationColumns}`,
);

/** The fencing token rejects an attempt that was taken over. The attempt goes on where a payment handle is still due. */
const complete = namedStatement<
  AttemptKey & Pick<Reservation, 'state' | 'version' | 'holdExpiresAt' | 'updatedAt'>
>(
  'complete_pending_reservation',
  `UPDATE reservations
      SET state = $state, version = $version, hold_expires_at = $holdExpiresAt, updated_at = $updatedAt,
          confirmed_at = CASE WHEN $state = 'confirmed' THEN $updatedAt::timestamptz END,
          attempt_until = CASE WHEN awaits_payment_handle
            THEN clock_timestamp() + interval '${PAYMENT_SETUP_SECONDS} seconds' ELSE $updatedAt END
    WHERE tenant_id = $tenantId AND id = $id AND state = 'pending' AND attempt = $attempt
   RETURNING id`,
);

const endAttempt = namedStatement<AttemptKey>(
  'end_attempt',
  `UPDATE reservations SET attempt_until = clock_timestamp()
    WHERE tenant_id = $tenantId AND id = $id AND attempt = $attempt
      AND (state = 'pending' OR state = 'held' AND awaits_payment_handle)`,
);

const takeOverPaymentSetup = namedStatement<AttemptKey>(
  'take_over_payment_setup',
  `UPDATE reservations
      SET attempt = attempt + 1, attempt_until = clock_timestamp() + interval '${PAYMENT_SETUP_SECONDS} seconds'
    WHERE tenant_id = $tenantId AND id = $id AND state = 'held' AND awaits_payment_handle AND attempt = $attempt
      AND attempt_until <= clock_timestamp()
   RETURNING attempt`,
);

const completePaymentSetup = namedStatement<AttemptKey>(
  'complete_payment_setup',
  `UPDATE reservations SET awaits_payment_handle = false, attempt_until = clock_timestamp()
    WHERE tenant_id = $tenantId AND id = $id AND state = 'held' AND attempt = $attempt`,
);

const discard = namedStatement<AttemptKey>(
  'discard_pending_reservation',
  `DELETE FROM reservations
    WHERE tenant_id = $tenantId AND id = $id AND state = 'pending' AND attempt = $attempt`,
);

export function createReservationCreationRepository(
  db: Database,
  newId: NewId,
  guests: GuestSealing,
): ReservationCreationRepository {
  const store = { db, guests };
  return {
    create: (tenantId, reservation) => create(store, tenantId, reservation),
    hasObstacle: (tenantId, reservation) => hasObstacle(db, tenantId, reservation),
    findByKey: (tenantId, idempotencyKey) => findExisting(store, tenantId, { idempotencyKey, quoteId: null }),

    async takeOver(tenantId, id, attempt) {
      const statement = takeOver({ tenantId, id, attempt });
      const [row] = await db.inTenant(tenantId, (tx) => tx.query<ReservationRow>(statement));
      return row && toPending(row, guests.sealer);
    },

    async complete(pending, change, author) {
      const { tenantId, id, attempt } = pending;
      const statement = complete({ ...change.next, attempt: attempt.number });
      const events = toEventsWire(change, newId);
      const deeds = deedsOf(pending, change.next);
      const history = historyValues(pending, deeds, { at: change.next.updatedAt, author, newId });
      const alongside = addHistoryOfCompletion(history);
      const written = await writeWithEvents(db, tenantId, statement, events, { batchKey: id, alongside });
      if (written) countStateChange(pending, change);
      return written;
    },

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
      await db.writeInTenant(tenantId, endAttempt({ tenantId, id, attempt }));
    },

    async discard(tenantId, id, attempt) {
      // Not durable: a row that a crash of the server brings back is taken over, or swept, like that of a crashed attempt.
      await db.writeInTenant(tenantId, discard({ tenantId, id, attempt }), { durable: false, batchKey: id });
    },
  };
}

interface Store {
  readonly db: Database;
  readonly guests: GuestSealing;
}

async function create(store: Store, tenantId: string, reservation: NewReservation): Promise<CreateOutcome> {
  const { db, guests } = store;
  const { id, quoteId } = reservation;
  const { idempotencyKey, expiresAt: requestExpiresAt } = reservation.request;
  const row = await insert(store, tenantId, reservation);
  if (row !== undefined) {
    aboutReservation(row.id);
    return { kind: 'created', reservation: toPending(row, guests.sealer) };
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
  // The insert was sent again after its connection broke, and the first one was committed. No attempt took over since.
  const found = existing.reservation;
  const isOwn = found.id === id && found.state === 'pending' && found.attempt.number === 1;
  return isOwn ? { kind: 'created', reservation: found } : { kind: 'exists', existing };
}

async function insert(
  { db, guests }: Store,
  tenantId: string,
  { limited, ...reservation }: NewReservation,
): Promise<ReservationRow | undefined> {
  // Not durable: no client has been promised anything yet. The claim's commit takes this one along on the same server;
  // on another server a lost row leaves a lease that expires by itself.
  const guest = await guests.columnsOf({ tenantId, id: reservation.id }, reservation);
  const { fingerprint: plain } = reservation.request;
  const fingerprint = guest.guestSealed === null ? plain : guests.sealer.sealFingerprint(plain);
  const row = newReservationRow(tenantId, { ...reservation, limited }, guest);
  const terms = reservation.terms === null ? null : JSON.stringify(reservation.terms);
  const searchTokens = searchTokensOf(guests.sealer, tenantId, reservation);
  const values = { ...row, fingerprint, terms, searchTokens };
  const hasDetails = searchTokens.length > 0 || row.metadata !== null;
  const write = async (statement: ReadStatement, batchKey: string) =>
    (await db.writeInTenant<ReservationRow>(tenantId, statement, { durable: false, batchKey }))[0];
  if (limited === null) {
    const insertRow = hasDetails ? insertPendingWithDetails : insertPending;
    return write(insertRow(values), reservation.request.idempotencyKey);
  }
  try {
    // The lock of the client is taken first, so it decides the order of a group.
    const insertRow = hasDetails ? insertLimitedPendingWithDetails : insertLimitedPending;
    return await write(insertRow({ ...values, ...limited }), limited.clientHash);
  } catch (error) {
    // Many requests of the client are waiting: this one is told so, like the twin of a running request.
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
  const statement = readLimits({ ...limited, tenantId, holdSeconds });
  const [row] = await db.readInTenant<{ limited: boolean; retryAfterSeconds: number }>(tenantId, statement);
  if (row?.limited !== true) return undefined;
  return { kind: 'limited', retryAfterSeconds: row.retryAfterSeconds };
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
  { db, guests }: Store,
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
  return toReservationCreation(row, guests.sealer);
}
