import { ok, refuse } from '@lodging/kernel';
import type { Refusal, Result } from '@lodging/kernel';
import { withDetails } from '../bookings/booking-details.ts';
import type { BookingChange } from '../bookings/booking-details.ts';
import { checkPrecondition } from '../stay/precondition.ts';
import { fieldsThatDiffer, stayOfChange } from '../stay/stay-of-change.ts';
import { requestTransitionFrom } from '../stay/requested-transition.ts';
import type { Reservation } from '../stay/reservation.ts';
import type { ReservationState } from '../stay/states.ts';
import type { StateChange } from '../stay/transitions.ts';
import type { PenaltyOverride } from './penalty-override.ts';
import { settle } from './settle.ts';
import type { Agreement, EndState } from './settle.ts';

/** A cancellation or a no-show. */
export interface RequestedEnd extends BookingChange {
  readonly reservationId: string;
  readonly penalty?: PenaltyOverride | undefined;
}

export interface EndedStay {
  readonly agreement: Agreement & { readonly reservation: Reservation };
  /** The state that the request has seen. In another one it is refused. */
  readonly from: ReservationState;
  readonly to: EndState;
  readonly settlementId: string;
  /** Of a hold: its payment had succeeded, or may have. */
  readonly mayBePaid: boolean;
}

/** The settlement of a confirmed stay is decided with its state, by the time of the database. */
export function endStay(
  { reason, details, ifMatch, penalty: override }: RequestedEnd,
  { agreement, from, to, settlementId: id, mayBePaid }: EndedStay,
): (locked: Reservation, at: Temporal.Instant) => Result<StateChange, Refusal> {
  const transition = requestTransitionFrom(from, to, { mayBePaid });
  return (locked, at) => {
    const unchanged = checkPrecondition(ifMatch, locked);
    if (!unchanged.ok) return unchanged;
    // A change has given it other terms since they were read.
    if (fieldsThatDiffer(stayOfChange(locked), stayOfChange(agreement.reservation)).length > 0)
      return refuse('resource_locked', 'The stay is being changed; retry in a moment.', {
        retryAfterSeconds: 1,
      });
    const transited = transition(locked, at);
    if (!transited.ok) return transited;
    const ended = withDetails(transited.value, { reason, details }, at);
    if (!ended.ok || from !== 'confirmed') return ended;
    const settlement = settle(locked, agreement, { id, to, override }, at);
    return settlement === null ? ended : ok({ ...ended.value, settlement });
  };
}
