import type { ReadStatement, Tx } from '@lodging/kit-postgres';
import type { ChangedStay } from '../../domain/history/history.ts';
import { BILL_FIELDS } from '../../domain/stay/stay-of-change.ts';
import type { AppliedChange } from '../../domain/stay/stay-of-change.ts';
import { offlineTotalOf } from '../../domain/stay/reservation.ts';
import type { Reservation } from '../../domain/stay/reservation.ts';
import type { StoredBill } from '../../domain/stay/stored-bill.ts';
import type { StateChange } from '../../domain/stay/transitions.ts';
import {
  findBill,
  insertTerms,
  reevaluatePayment,
  schedulePayment,
  writeApplied,
  writeStay,
} from './change-statements.ts';

/** With the bill that the change replaces, where its history shows something of it. */
export async function readChangedStay(
  tx: Pick<Tx, 'query'>,
  { next: { tenantId, id: reservationId }, stayChange, events }: StateChange,
): Promise<ChangedStay | undefined> {
  if (stayChange === undefined) return undefined;
  const fields = events.flatMap(({ changes = [] }) => changes);
  if (!fields.some((name) => BILL_FIELDS.includes(name)))
    return { ...stayChange, fields, previousBill: null };
  const [previous] = await tx.query<{ bill: StoredBill }>(findBill({ tenantId, reservationId }));
  return { ...stayChange, fields, previousBill: previous?.bill ?? null };
}

/** What the commit of a change writes beside its history and its event. */
export function statementsOfChange(next: Reservation, applied: AppliedChange): ReadStatement[] {
  const { tenantId, id: reservationId } = next;
  const { terms, changeId, movesMoney } = applied;
  return [
    insertTerms({
      tenantId,
      reservationId,
      bill: JSON.stringify(terms.bill),
      policy: terms.policy && JSON.stringify(terms.policy),
      schedule: JSON.stringify(terms.schedule),
      floor: terms.floor ?? '0',
      retained: terms.retained ?? '0',
      reason: `change ${changeId}`,
      createdAt: next.updatedAt,
    }),
    paymentOfChange(next, applied),
    writeApplied({ tenantId, reservationId, id: changeId, movesMoney }),
  ];
}

export function stayOfChangeStatement(next: Reservation): ReadStatement {
  const { tenantId, id, stay, occupancy, total, version, updatedAt } = next;
  const { window, ...place } = stay;
  return writeStay({
    tenantId,
    id,
    ...place,
    startsAt: window.from,
    endsAt: window.to,
    adults: occupancy.adults,
    children: occupancy.children,
    total: total.minorUnits,
    offlineTotal: offlineTotalOf(next),
    version,
    updatedAt,
  });
}

function paymentOfChange(
  { tenantId, id: reservationId, updatedAt }: Reservation,
  { terms, changeDue, staysPaid }: AppliedChange,
) {
  const balance = terms.schedule.find(
    ({ purpose, dueAt: due }) =>
      purpose === 'balance' || Temporal.Instant.compare(Temporal.Instant.from(due), updatedAt) > 0,
  );
  const isDue = changeDue > 0n;
  const of = { tenantId, reservationId, staysPaid };
  if (balance === undefined)
    return isDue
      ? schedulePayment({ ...of, amount: changeDue, dueAt: updatedAt, state: 'due' })
      : reevaluatePayment(of);
  const amount = BigInt(balance.amountMinorUnits);
  const dueAt = Temporal.Instant.from(balance.dueAt);
  return schedulePayment({ ...of, amount, dueAt, state: isDue ? 'due' : 'scheduled' });
}
