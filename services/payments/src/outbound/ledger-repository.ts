import type { Clock, NewId } from '@lodging/kernel';
import { appendToOutbox } from '@lodging/kit-messaging';
import type { EventToPublish } from '@lodging/kit-messaging';
import { isUniqueViolation } from '@lodging/kit-postgres';
import type { Database, Statement, Tx } from '@lodging/kit-postgres';
import { aboutReservation, linkTo } from '@lodging/kit-runtime';
import { openedPayments } from '../domain/ledger.ts';
import type { BoundKey, Decision, Ledger, LedgerEvent } from '../domain/ledger.ts';
import { returnWhatIsOwed } from '../domain/return-money.ts';
import { isUnclaimed } from '../domain/unclaimed-money.ts';
import { refundsCreated } from '../metrics.ts';
import type { References } from '../domain/notification.ts';
import type { KeyOfSpace, LedgerRepository, PaymentReference, ProviderIds } from '../ports.ts';
import { paymentValues, refundValues, toLedger } from './ledger-rows.ts';
import type { LedgerRows } from './ledger-rows.ts';
import * as sql from './ledger-statements.ts';
import type { OfflinePaymentRow, PaymentRow, RefundRow, SettlementRow } from './schema.ts';

export interface EventEnvelope extends Pick<EventToPublish, 'id' | 'tenantId' | 'occurredAt'> {
  readonly providerEventId: string | null;
}

export interface LedgerRepositoryOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly newId: NewId;
  /** Writes an event in the shape of its contract. */
  readonly toEvent: (event: LedgerEvent, ledger: Ledger, envelope: EventEnvelope) => EventToPublish;
  /** What reports the changes; null where no event of the provider does. */
  readonly providerEventId?: string | null;
}

type Decide<Result> = (ledger: Ledger, keyReservationId: string | null) => Decision<Result>;

export function createLedgerRepository(options: LedgerRepositoryOptions): LedgerRepository {
  const { db } = options;
  return {
    reportedBy: (providerEventId) => createLedgerRepository({ ...options, providerEventId }),
    read: (tenantId, reservationId) => readLedger(db, { tenantId, reservationId }),
    change: (tenantId, reservationId, decide) => change(options, { tenantId, reservationId }, decide),
    async changeWithKey(tenantId, reservationId, key, decide) {
      const reservation = { tenantId, reservationId };
      try {
        return await change(options, reservation, decide, key);
      } catch (error) {
        // Another reservation bound the key after it was read here. Now it is committed, and a second read sees it.
        if (!isUniqueViolation(error, 'opening_keys_pkey')) throw error;
        return change(options, reservation, decide, key);
      }
    },
    async recordOffline(tenantId, reservationId, decide) {
      try {
        return await change(options, { tenantId, reservationId }, decide);
      } catch (error) {
        if (!isUniqueViolation(error, 'offline_payments_key_once')) throw error;
        return undefined;
      }
    },
    findPayment: (ids, references) => findPayment(db, ids, references),
    async purgeIdempotencyKeys() {
      await db.acrossTenants((tx) => Promise.all([tx.query(sql.purgeKeys), tx.query(sql.purgeOfflineKeys)]));
    },
  };
}

async function readLedger(db: Database, reservation: Reservation): Promise<Ledger> {
  const [
    ledger = [],
    payments = [],
    refunds = [],
    offlinePayments = [],
    settlement = [],
    idempotencyKeys = [],
  ] = await db.readManyInTenant(reservation.tenantId, [
    sql.findLedger(reservation),
    sql.findPayments(reservation),
    sql.findRefunds(reservation),
    sql.findOfflinePayments(reservation),
    sql.findSettlement(reservation),
    sql.findKeys(reservation),
  ]);
  const rows = {
    ledger: ledger[0],
    payments,
    refunds,
    offlinePayments,
    settlement: settlement[0],
    idempotencyKeys,
  };
  return toLedger(reservation.reservationId, rows as unknown as LedgerRows);
}

async function findPayment(
  db: Database,
  ids: ProviderIds,
  { tenantId, paymentId }: References,
): Promise<PaymentReference | undefined> {
  const byId = tenantId === null || paymentId === null ? [] : [sql.findPaymentById({ tenantId, paymentId })];
  const [[found] = [], [ofReference] = []] = await db.writeAcrossTenants<TracedReference>([
    sql.findPaymentByProviderIds(ids),
    ...byId,
  ]);
  const row = found ?? ofReference;
  if (row === undefined) return undefined;
  const { traceparent, ...reference } = row;
  // A notification has a trace of its own, linked to that of the request which opened the payment.
  linkTo(traceparent);
  aboutReservation(reference.reservationId);
  return reference;
}

interface TracedReference extends PaymentReference {
  readonly traceparent: string | null;
}

interface Reservation {
  readonly tenantId: string;
  readonly reservationId: string;
}

function change<Result>(
  { db, clock, newId, toEvent, providerEventId = null }: LedgerRepositoryOptions,
  reservation: Reservation,
  decide: Decide<Result>,
  key?: KeyOfSpace,
): Promise<Result> {
  const { tenantId } = reservation;
  return db.inTenant(tenantId, async (tx) => {
    const { before, keyReservationId, isNew } = await lock(tx, reservation, key);
    const { ledger: decided, events = [], result } = decide(before, keyReservationId);
    const ledger = returnWhatIsOwed(before, decided, { now: clock.now(), newId });
    const changes = findChanges(reservation, before, ledger);
    // The row was needed for its lock alone. One that other transactions may wait for is never deleted.
    if (isNew && changes.length === 0) changes.push(sql.deleteLedger(reservation));
    for (const statement of changes) tx.atCommit(statement);
    const occurredAt = clock.now();
    const published = [...openedPayments(before, ledger), ...events].map((event) =>
      toEvent(event, ledger, { id: newId(), tenantId, occurredAt, providerEventId }),
    );
    await appendToOutbox(tx, ...published);
    tx.afterCommit(() => countRefunds(events));
    return result;
  });
}

function countRefunds(events: readonly LedgerEvent[]): void {
  for (const event of events) {
    if (event.type === 'refund.created') refundsCreated.add(1, { 'lodging.reason': event.refund.reason });
  }
}

type LockedRows = [
  unknown,
  Pick<Ledger, 'endedAt' | 'onlyHoldEnded'>,
  PaymentRow,
  RefundRow,
  OfflinePaymentRow,
  SettlementRow,
  BoundKey,
  ...{ reservationId: string }[],
];

/** One round trip. Postgres runs the statements in order, so those after the lock read what it protects. */
async function lock(
  tx: Tx,
  reservation: Reservation,
  key: KeyOfSpace | undefined,
): Promise<{ before: Ledger; keyReservationId: string | null; isNew: boolean }> {
  const { tenantId, reservationId } = reservation;
  const [created, ledger, payments, refunds, offlinePayments, settlement, idempotencyKeys, ofKey = []] =
    await tx.queryAll<LockedRows>([
      sql.createLedger(reservation),
      sql.lockLedger(reservation),
      sql.findPayments(reservation),
      sql.findRefunds(reservation),
      sql.findOfflinePayments(reservation),
      sql.findSettlement(reservation),
      sql.findKeys(reservation),
      ...(key === undefined
        ? []
        : [sql.findReservationOfKey({ tenantId, space: key.space, idempotencyKey: key.key })]),
    ]);
  const rows = {
    ledger: ledger[0],
    payments,
    refunds,
    offlinePayments,
    settlement: settlement[0],
    idempotencyKeys,
  };
  return {
    before: toLedger(reservationId, rows),
    keyReservationId: ofKey[0]?.reservationId ?? null,
    isNew: created.length === 1,
  };
}

/** A decision keeps the objects that it does not change, so they compare by identity. */
function findChanges(reservation: Reservation, before: Ledger, after: Ledger): Statement[] {
  const { tenantId, reservationId } = reservation;
  return [
    ...(hasSameEnd(before, after)
      ? []
      : [sql.saveLedger({ ...reservation, ...endOf(after), isUnclaimed: isUnclaimed(after) })]),
    ...(after.settlement === null || after.settlement === before.settlement
      ? []
      : [sql.saveSettlement({ ...reservation, ...after.settlement })]),
    ...added(before.payments, after.payments).flatMap((payment) => [
      sql.savePayment(paymentValues(tenantId, reservationId, payment)),
      ...(payment.version === 0 ? [sql.registerAccount({ ...payment, tenantId })] : []),
    ]),
    ...added(before.refunds, after.refunds).map((refund) =>
      sql.saveRefund(refundValues(tenantId, reservationId, refund)),
    ),
    ...added(before.offlinePayments, after.offlinePayments).map((payment) =>
      sql.saveOfflinePayment({ ...reservation, ...payment }),
    ),
    ...added(after.idempotencyKeys, before.idempotencyKeys).map(({ space, key }) =>
      sql.releaseKey({ tenantId, space, idempotencyKey: key }),
    ),
    ...added(before.idempotencyKeys, after.idempotencyKeys).map(({ key, ...bound }) =>
      sql.bindKey({ ...reservation, ...bound, idempotencyKey: key }),
    ),
  ];
}

function hasSameEnd(before: Ledger, after: Ledger): boolean {
  const isSame = after.endedAt === before.endedAt && after.onlyHoldEnded === before.onlyHoldEnded;
  return isSame && isUnclaimed(after) === isUnclaimed(before);
}

function endOf({ endedAt, onlyHoldEnded }: Ledger) {
  return { endedAt, onlyHoldEnded };
}

function added<T>(before: readonly T[], after: readonly T[]): T[] {
  return after.filter((item) => !before.includes(item));
}
