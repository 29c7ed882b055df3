import type { Clock, NewId } from '@lodging/kernel';
import { appendToOutbox } from '@lodging/kit-messaging';
import type { EventToPublish } from '@lodging/kit-messaging';
import { isUniqueViolation } from '@lodging/kit-postgres';
import type { Database, Statement, Tx } from '@lodging/kit-postgres';
import { aboutReservation, describeSpan, linkTo } from '@lodging/kit-runtime';
import { openedPayments } from '../domain/ledger.ts';
import type { Decision, Ledger, LedgerEvent } from '../domain/ledger.ts';
import { returnWhatIsOwed } from '../domain/return-money.ts';
import { isUnclaimed } from '../domain/unclaimed-money.ts';
import { notificationsSettled, refundsCreated } from '../metrics.ts';
import type { Notification, References } from '../domain/notification.ts';
import type { KeyOfSpace, LedgerRepository, Opening, PaymentReference, ProviderIds } from '../ports.ts';
import { findOpeningParts, findParts, findWhole, toRows } from './ledger-reads.ts';
import type { LedgerParts, OpeningParts, WholeLedger } from './ledger-reads.ts';
import { paymentValues, refundValues, toLedger } from './ledger-rows.ts';
import * as sql from './ledger-statements.ts';
import { settleAsApplied } from './notification-repository.ts';

export interface EventEnvelope extends Pick<EventToPublish, 'id' | 'tenantId' | 'occurredAt'> {
  readonly providerEventId: string | null;
}

export interface LedgerRepositoryOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly newId: NewId;
  /** Writes an event in the shape of its contract. */
  readonly toEvent: (event: LedgerEvent, ledger: Ledger, envelope: EventEnvelope) => EventToPublish;
  /** What reports the changes, if an event of the provider does. */
  readonly notification?: Notification;
}

type Decide<Result> = (ledger: Ledger, opening: Opening) => Decision<Result> & { readonly settles?: boolean };

export function createLedgerRepository(options: LedgerRepositoryOptions): LedgerRepository {
  const { db } = options;
  return {
    reportedBy: (notification) => createLedgerRepository({ ...options, notification }),
    read: (tenantId, reservationId) => readLedger(db, { tenantId, reservationId }),
    change: (tenantId, reservationId, decide) => change(options, { tenantId, reservationId }, decide),
    changeOpened: (tenantId, reservationId, decide) =>
      change(options, { tenantId, reservationId, isOpened: true }, decide),
    changeReported: (reference, decide) => changeReported(options, reference, decide),
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
  const [whole] = await db.readInTenant<WholeLedger>(reservation.tenantId, findWhole(reservation));
  return toLedger(reservation.reservationId, toRows(whole, whole));
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
  // To the trace of the request which opened the payment.
  linkTo(traceparent);
  describeNotification(reference);
  return reference;
}

interface TracedReference extends PaymentReference {
  readonly traceparent: string | null;
}

interface Reservation {
  readonly tenantId: string;
  readonly reservationId: string;
}

interface Target extends Reservation {
  /** It has a payment, and so a ledger. */
  readonly isOpened?: boolean;
  /** Called with the rows under the lock. */
  readonly onLocked?: (locked: Locked) => void;
}

function change<Result>(
  { db, clock, newId, toEvent, notification }: LedgerRepositoryOptions,
  { isOpened = false, onLocked, ...reservation }: Target,
  decide: Decide<Result>,
  key?: KeyOfSpace,
): Promise<Result> {
  const { tenantId } = reservation;
  const providerEventId = notification?.providerEventId ?? null;
  return db.inTenant(tenantId, async (tx) => {
    const locked =
      (isOpened ? await lockExisting(tx, reservation) : undefined) ?? (await lock(tx, reservation, key));
    const { before, isNew, keyReservationId, accountId } = locked;
    onLocked?.(locked);
    const {
      ledger: decided,
      events = [],
      result,
      settles = false,
    } = decide(before, { keyReservationId, accountId });
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
    if (settles && notification !== undefined) settleWith(tx, notification);
    tx.afterCommit(() => countRefunds(events));
    return result;
  });
}

/** The reservation is what the notification says; where it says something else than the row, nothing is changed. */
async function changeReported<Result>(
  options: LedgerRepositoryOptions,
  { paymentId, ...reservation }: PaymentReference,
  decide: Decide<Result>,
): Promise<Result> {
  let traceparent: string | null = null;
  const onLocked = ({ traces }: Locked): void => {
    traceparent = traces.get(paymentId) ?? null;
  };
  describeNotification(reservation);
  const result = await change(options, { ...reservation, isOpened: true, onLocked }, decide);
  // Not inside, where the span is that of the transaction.
  linkTo(traceparent);
  return result;
}

function settleWith(tx: Tx, notification: Notification): void {
  tx.atCommitAcrossTenants(settleAsApplied(notification));
  tx.afterCommit(() => notificationsSettled.add(1, { 'lodging.outcome': 'applied' }));
}

/** A notification has a trace of its own. */
function describeNotification({ tenantId, reservationId }: Reservation): void {
  aboutReservation(reservationId);
  describeSpan({ 'lodging.tenant.id': tenantId });
}

function countRefunds(events: readonly LedgerEvent[]): void {
  for (const event of events) {
    if (event.type === 'refund.created') refundsCreated.add(1, { 'lodging.reason': event.refund.reason });
  }
}

interface Locked extends Opening {
  readonly before: Ledger;
  /** Of the requests that opened the payments, by payment. */
  readonly traces: ReadonlyMap<string, string | null>;
  readonly isNew: boolean;
}

type LedgerEnd = Pick<Ledger, 'endedAt' | 'onlyHoldEnded'>;
type LockedRows = [unknown, LedgerEnd, LedgerParts | OpeningParts];

/** One round trip. Postgres runs the statements in order, so those after the lock read what it protects. */
async function lock(tx: Tx, reservation: Reservation, key: KeyOfSpace | undefined): Promise<Locked> {
  const [created, [ledger], [parts]] = await tx.queryAll<LockedRows>([
    sql.createLedger(reservation),
    sql.lockLedger(reservation),
    key === undefined
      ? findParts(reservation)
      : findOpeningParts({ ...reservation, space: key.space, idempotencyKey: key.key }),
  ]);
  return lockedFrom(reservation, { ledger, parts, isNew: created.length === 1 });
}

/** Without the look whether there is a ledger. Undefined where there is none after all. */
async function lockExisting(tx: Tx, reservation: Reservation): Promise<Locked | undefined> {
  const [[ledger], [parts]] = await tx.queryAll<[LedgerEnd, LedgerParts]>([
    sql.lockLedger(reservation),
    findParts(reservation),
  ]);
  return ledger && lockedFrom(reservation, { ledger, parts, isNew: false });
}

interface Read {
  readonly ledger: LedgerEnd | undefined;
  readonly parts: LedgerParts | OpeningParts | undefined;
  readonly isNew: boolean;
}

function lockedFrom({ reservationId }: Reservation, { ledger, parts, isNew }: Read): Locked {
  const rows = toRows(ledger, parts);
  return {
    before: toLedger(reservationId, rows),
    traces: new Map(rows.payments.map(({ id, traceparent }) => [id, traceparent])),
    isNew,
    ...(parts !== undefined && 'accountId' in parts ? parts : NO_OPENING),
  };
}

const NO_OPENING: Opening = { keyReservationId: null, accountId: null };

/** A decision keeps the objects that it does not change, so they compare by identity. */
function findChanges(reservation: Reservation, before: Ledger, after: Ledger): Statement[] {
  const { tenantId } = reservation;
  return [
    ...(hasSameEnd(before, after)
      ? []
      : [sql.saveLedger({ ...reservation, ...endOf(after), isUnclaimed: isUnclaimed(after) })]),
    ...(after.settlement === null || after.settlement === before.settlement
      ? []
      : [sql.saveSettlement({ ...reservation, ...after.settlement })]),
    ...added(after.idempotencyKeys, before.idempotencyKeys).map(({ space, key }) =>
      sql.releaseKey({ tenantId, space, idempotencyKey: key }),
    ),
    ...savePaymentsAndKeys(reservation, before, after),
    ...added(before.refunds, after.refunds).map((refund) =>
      sql.saveRefund(refundValues(tenantId, reservation.reservationId, refund)),
    ),
    ...added(before.offlinePayments, after.offlinePayments).map((payment) =>
      sql.saveOfflinePayment({ ...reservation, ...payment }),
    ),
  ];
}

/** A payment that is opened has one statement with its key. */
function savePaymentsAndKeys(reservation: Reservation, before: Ledger, after: Ledger): Statement[] {
  const { tenantId, reservationId } = reservation;
  const keys = added(before.idempotencyKeys, after.idempotencyKeys).map(({ key, ...bound }) => ({
    ...bound,
    idempotencyKey: key,
  }));
  const saved = added(before.payments, after.payments).map((payment) => {
    const values = paymentValues(tenantId, reservationId, payment);
    if (payment.version > 0) return sql.savePayment(values);
    const at = keys.findIndex(({ paymentId }) => paymentId === payment.id);
    const [key] = at < 0 ? [] : keys.splice(at, 1);
    return key === undefined ? sql.openPayment(values) : sql.openPaymentWithKey({ ...values, ...key });
  });
  return [...saved, ...keys.map((key) => sql.bindKey({ ...reservation, ...key }))];
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
