import type { Clock, NewId } from '@lodging/kernel';
import type { EventToPublish } from '@lodging/kit-messaging';
import { isUniqueViolation } from '@lodging/kit-postgres';
import type { Database, Tx } from '@lodging/kit-postgres';
import { describeSpan, linkTo } from '@lodging/kit-runtime';
import { aboutReservation } from '@lodging/operations';
import { openedPayments } from '../../domain/ledger/ledger.ts';
import type { Decision, Ledger, LedgerEvent } from '../../domain/ledger/ledger.ts';
import { returnWhatIsOwed } from '../../domain/cancellation/return-money.ts';
import { notificationsEnded, refundsCreated } from '../../metrics.ts';
import type { Notification, References } from '../../domain/notifications/notification.ts';
import type {
  KeyOfSpace,
  LedgerRepository,
  PaymentOpening,
  PaymentReference,
  ProviderIds,
  ReportedChange,
} from '../../ports/ledger.ts';
import { changeOf, commitChanges, findChanges } from './ledger-changes.ts';
import { findPaymentOpeningParts, findParts, findWhole, toRows } from './ledger-reads.ts';
import type { LedgerParts, PaymentOpeningParts, WholeLedger } from './ledger-reads.ts';
import { toLedger } from './ledger-rows.ts';
import * as sql from './ledger-statements.ts';
import { storeApplied } from '../notifications/notification-repository.ts';

export interface EventEnvelope extends Pick<EventToPublish, 'id' | 'tenantId' | 'occurredAt'> {
  readonly providerEventId: string | null;
}

export interface LedgerRepositoryOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly newId: NewId;
  /** Writes an event in the shape of its contract. */
  readonly toEvent: (event: LedgerEvent, ledger: Ledger, envelope: EventEnvelope) => EventToPublish;
  /** The provider's notification that reports the changes, if there is one. */
  readonly notification?: Notification;
}

type Decide<Result> = (
  ledger: Ledger,
  opening: PaymentOpening,
) => Decision<Result> & { readonly storesReport?: boolean };

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
    recordOffline: (tenantId, reservationId, decide) =>
      changeWithOwnKey(options, { tenantId, reservationId }, 'offline_payments_key_once', decide),
    requestRefund: (tenantId, reservationId, decide) =>
      changeWithOwnKey(options, { tenantId, reservationId }, 'refunds_request_key_once', decide),
    findPayment: (ids, references) => findPayment(db, ids, references),
    async leaseProviderRead(tenantId, paymentId) {
      const statement = sql.leaseProviderRead({ tenantId, paymentId });
      // A crash of the server that loses it costs one read.
      return (await db.writeInTenant(tenantId, statement, { durable: false })).length === 1;
    },
    async purgeIdempotencyKeys() {
      const purges = [sql.purgeKeys, sql.purgeOfflineKeys, sql.purgeRefundKeys];
      await db.acrossTenants((tx) => Promise.all(purges.map((purge) => tx.query(purge))));
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
      storesReport = false,
    } = decide(before, { keyReservationId, accountId });
    const ledger = returnWhatIsOwed(before, decided, { now: clock.now(), newId });
    const changes = findChanges(reservation, before, ledger);
    // The row was needed for its lock alone. One that other transactions may wait for is never deleted.
    if (isNew && changes.length === 0) changes.push(changeOf(sql.deleteLedger(reservation)));
    const occurredAt = clock.now();
    const published = [...openedPayments(before, ledger), ...events].map((event) =>
      toEvent(event, ledger, { id: newId(), tenantId, occurredAt, providerEventId }),
    );
    commitChanges(tx, changes, published);
    if (storesReport && notification !== undefined) storeAppliedWith(tx, notification);
    tx.afterCommit(() => countRefunds(events));
    return result;
  });
}

/** The row that is added carries the key. Undefined where the constraint says that another reservation has it. */
async function changeWithOwnKey<Result>(
  options: LedgerRepositoryOptions,
  reservation: Reservation,
  constraint: string,
  decide: Decide<Result>,
): Promise<Result | undefined> {
  try {
    return await change(options, reservation, decide);
  } catch (error) {
    if (!isUniqueViolation(error, constraint)) throw error;
    return undefined;
  }
}

/** The reservation is what the notification says; where it says something else than the row, nothing is changed. */
async function changeReported(
  options: LedgerRepositoryOptions,
  { paymentId, ...reservation }: PaymentReference,
  decide: (ledger: Ledger) => Decision<unknown> | undefined,
): Promise<ReportedChange> {
  let traceparent: string | null = null;
  const onLocked = ({ traces }: Locked): void => {
    traceparent = traces.get(paymentId) ?? null;
  };
  describeNotification(reservation);
  const target = { ...reservation, isOpened: true, onLocked };
  const reported = await change<ReportedChange>(options, target, (ledger) => {
    const decision = decide(ledger);
    if (decision === undefined) return { ledger, result: 'undecided' };
    return { ...decision, result: 'applied', storesReport: true };
  }).catch(duplicateOr);
  // Not inside, where the span is that of the transaction.
  linkTo(traceparent);
  return reported;
}

function duplicateOr(error: unknown): ReportedChange {
  if (isUniqueViolation(error, 'provider_events_pkey')) return 'duplicate';
  throw error;
}

function storeAppliedWith(tx: Tx, notification: Notification): void {
  tx.atCommitAcrossTenants(storeApplied(notification));
  tx.afterCommit(() => notificationsEnded.add(1, { 'lodging.outcome': 'applied' }));
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

interface Locked extends PaymentOpening {
  readonly before: Ledger;
  /** Of the requests that opened the payments, by payment. */
  readonly traces: ReadonlyMap<string, string | null>;
  readonly isNew: boolean;
}

type LedgerEnd = Pick<Ledger, 'endedAt' | 'onlyHoldEnded'>;
type LockedRows = [LedgerEnd & { readonly isNew: boolean }, LedgerParts | PaymentOpeningParts];

/** One round trip. Postgres runs the statements in order, so that after the lock reads what it protects. */
async function lock(tx: Tx, reservation: Reservation, key: KeyOfSpace | undefined): Promise<Locked> {
  const [[locked], [parts]] = await tx.queryAll<LockedRows>([
    sql.lockOrCreateLedger(reservation),
    key === undefined
      ? findParts(reservation)
      : findPaymentOpeningParts({ ...reservation, space: key.space, idempotencyKey: key.key }),
  ]);
  return lockedFrom(reservation, { ledger: locked, parts, isNew: locked?.isNew === true });
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
  readonly parts: LedgerParts | PaymentOpeningParts | undefined;
  readonly isNew: boolean;
}

function lockedFrom({ reservationId }: Reservation, { ledger, parts, isNew }: Read): Locked {
  const rows = toRows(ledger, parts);
  return {
    before: toLedger(reservationId, rows),
    traces: new Map(rows.payments.map(({ id, traceparent }) => [id, traceparent])),
    isNew,
    ...(parts !== undefined && 'accountId' in parts ? parts : NO_PAYMENT_OPENING),
  };
}

const NO_PAYMENT_OPENING: PaymentOpening = { keyReservationId: null, accountId: null };
