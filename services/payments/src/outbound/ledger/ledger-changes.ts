import { commitWithEvents } from '@lodging/kit-messaging';
import type { ComposedChange, EventToPublish } from '@lodging/kit-messaging';
import type { ReadStatement, Tx } from '@lodging/kit-postgres';
import { isUnclaimed } from '../../domain/cancellation/unclaimed-money.ts';
import type { Ledger } from '../../domain/ledger/ledger.ts';
import { changeValues, saveStayChange } from './change-rows.ts';
import { paymentValues, refundValues } from './ledger-rows.ts';
import * as sql from './ledger-statements.ts';

interface Reservation {
  readonly tenantId: string;
  readonly reservationId: string;
}

/** A decision keeps the objects that it does not change, so they compare by identity. */
export function findChanges(reservation: Reservation, before: Ledger, after: Ledger): ComposedChange[] {
  const { tenantId } = reservation;
  const earlier = [
    ...(hasSameEnd(before, after)
      ? []
      : [sql.saveLedger({ ...reservation, ...endOf(after), isUnclaimed: isUnclaimed(after) })]),
    ...(after.settlement === null || after.settlement === before.settlement
      ? []
      : [sql.saveSettlement({ ...reservation, ...after.settlement })]),
    ...added(before.changes, after.changes).map((change) =>
      saveStayChange(changeValues(reservation, change)),
    ),
    ...added(after.idempotencyKeys, before.idempotencyKeys).map(({ space, key }) =>
      sql.releaseKey({ tenantId, space, idempotencyKey: key }),
    ),
  ];
  const later = [
    ...added(before.refunds, after.refunds).map((refund) =>
      sql.saveRefund(refundValues(tenantId, reservation.reservationId, refund)),
    ),
    ...added(before.offlinePayments, after.offlinePayments).map((payment) =>
      sql.saveOfflinePayment({ ...reservation, ...payment }),
    ),
  ];
  return [
    ...earlier.map(changeOf),
    ...savePaymentsAndKeys(reservation, before, after),
    ...later.map(changeOf),
  ];
}

export function changeOf(statement: ReadStatement): ComposedChange {
  return { name: statement.name, parts: [['changed', statement]] };
}

/** A saved payment, which is most often the only change, is one statement with the events. */
export function commitChanges(
  tx: Tx,
  changes: readonly ComposedChange[],
  events: readonly EventToPublish[],
): void {
  const last = changes.at(-1);
  const withEvents = last?.check === undefined ? NOTHING : last;
  for (const change of changes) if (change !== withEvents) commitWithEvents(tx, change, []);
  commitWithEvents(tx, withEvents, events);
}

const NOTHING: ComposedChange = { name: 'nothing', parts: [] };

/** A payment that is opened has one statement with its key. */
function savePaymentsAndKeys(reservation: Reservation, before: Ledger, after: Ledger): ComposedChange[] {
  const { tenantId, reservationId } = reservation;
  const keys = added(before.idempotencyKeys, after.idempotencyKeys).map(({ key, ...bound }) => ({
    ...bound,
    idempotencyKey: key,
  }));
  const saved = added(before.payments, after.payments).map((payment): ComposedChange => {
    const values = paymentValues(tenantId, reservationId, payment);
    if (payment.version > 0) return savedPayment(sql.savePayment(values));
    const at = keys.findIndex(({ paymentId }) => paymentId === payment.id);
    const [key] = at < 0 ? [] : keys.splice(at, 1);
    return changeOf(
      key === undefined ? sql.openPayment(values) : sql.openPaymentWithKey({ ...values, ...key }),
    );
  });
  return [...saved, ...keys.map((key) => changeOf(sql.bindKey({ ...reservation, ...key })))];
}

/** Without its row the payment would be lost in silence: dividing by nothing fails the transaction. */
function savedPayment(statement: ReadStatement): ComposedChange {
  return { name: 'payment_save', parts: [['saved', statement]], check: 'SELECT 1 / count(*) FROM saved' };
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
