import { ok } from '@lodging/kernel';
import type { Refusal, Result } from '@lodging/kernel';
import type { Reservation } from '../stay/reservation.ts';
import type { StateChange } from '../stay/transitions.ts';
import { lowersObligation, staysPaid, withChangeDue } from './change-money.ts';
import type { StayChange } from './stay-change.ts';
import { stayOfChange } from '../stay/stay-of-change.ts';

/** The commit of a change whose units have moved. Nothing else changes the reservation meanwhile. */
export function applyChange(
  change: StayChange,
): (current: Reservation, at: Temporal.Instant) => Result<StateChange, Refusal> {
  return (current, at) => {
    const { proposal, settle, due, action, id: changeId } = change;
    const { stay, occupancy, total, terms } = proposal;
    const isHeld = current.state === 'held' || current.state === 'expired';
    const isLater = settle === 'later' && !isHeld && !change.isPaid;
    const schedule = isLater ? withChangeDue(terms.schedule, due, at) : terms.schedule;
    const next: Reservation = {
      ...current,
      stay,
      occupancy,
      total,
      offlineTotal: current.offlineTotal ?? current.total.minorUnits,
      version: current.version + 1,
      updatedAt: at,
    };
    const previous = stayOfChange(current);
    const { changes } = proposal;
    return ok({
      next,
      events: [{ verb: 'changed', reservation: next, changes, previous }],
      refund: null,
      stayChange: {
        changeId,
        attempt: change.attempt,
        action,
        terms: { ...terms, schedule },
        changeDue: isLater ? due : 0n,
        staysPaid: staysPaid(change),
        movesMoney: !isHeld && lowersObligation(change),
      },
    });
  };
}
