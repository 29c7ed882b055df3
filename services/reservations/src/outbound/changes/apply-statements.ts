import type { ReadStatement } from '@lodging/kit-postgres';
import type { AppliedChange } from '../../domain/stay/stay-of-change.ts';
import { offlineTotalOf } from '../../domain/stay/reservation.ts';
import type { Reservation } from '../../domain/stay/reservation.ts';
import {
  insertTerms,
  reevaluatePayment,
  schedulePayment,
  writeApplied,
  writeStay,
} from './change-statements.ts';

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
    writeApplied({ tenantId, id: changeId, movesMoney }),
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
  { terms, changeDue }: AppliedChange,
) {
  const balance = terms.schedule.find(
    ({ purpose, dueAt: due }) =>
      purpose === 'balance' || Temporal.Instant.compare(Temporal.Instant.from(due), updatedAt) > 0,
  );
  const dueAt = balance === undefined ? updatedAt : Temporal.Instant.from(balance.dueAt);
  if (changeDue > 0n)
    return schedulePayment({ tenantId, reservationId, amount: changeDue, dueAt, state: 'due' });
  if (balance === undefined) return reevaluatePayment({ tenantId, reservationId });
  const amount = BigInt(balance.amountMinorUnits);
  return schedulePayment({ tenantId, reservationId, amount, dueAt, state: 'scheduled' });
}
