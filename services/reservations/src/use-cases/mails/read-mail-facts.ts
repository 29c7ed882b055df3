import { atLeastFloor, ok, penaltyAmount, penaltyTimeline } from '@lodging/kernel';
import type { PenaltySpan, Result } from '@lodging/kernel';
import type { Money as MoneyOfLedger } from '@lodging/contract-payments';
import { systemContext } from '@lodging/kit-runtime';
import type { RequestContext } from '@lodging/kit-runtime';
import { cancellationTermsOf } from '../../domain/cancellation/cancellation-terms.ts';
import type { CancellationRecord } from '../../domain/cancellation/settle.ts';
import { obligationOf, scheduleOf } from '../../domain/money/obligation.ts';
import { bookingNotFound } from '../../domain/stay/refusals.ts';
import type { ReservationTerms, ScheduledPayment } from '../../domain/stay/reservation-terms.ts';
import { asOf } from '../../domain/stay/reservation.ts';
import type { Reservation } from '../../domain/stay/reservation.ts';
import type { RoomName } from '../../domain/stay/room-name.ts';
import type { ReservationsDeps } from '../../ports/deps.ts';
import type { AgreedReservation } from '../../ports/stay.ts';
import { signGuestLink } from '../manage/sign-guest-link.ts';
import type { SignGuestLinkDeps } from '../manage/sign-guest-link.ts';
import { retainedOf } from '../../domain/stay/reservation-terms.ts';

export type ReadMailFactsDeps = SignGuestLinkDeps &
  Pick<ReservationsDeps, 'reservations' | 'guests' | 'payments' | 'inventory'>;

/** The cost of a cancellation from now on. */
export interface MailedTerms {
  readonly timeline: readonly PenaltySpan[];
  readonly noShowPenaltyMinorUnits: bigint;
}

export interface MailFacts {
  readonly reservation: Reservation;
  readonly terms: ReservationTerms | null;
  readonly schedule: readonly ScheduledPayment[];
  readonly money: MoneyOfLedger;
  /** Null where inventory does not know the resource any more. */
  readonly room: RoomName | null;
  /** Null without a policy, and where a cancellation is not possible. */
  readonly cancellationTerms: MailedTerms | null;
  readonly cancellation: CancellationRecord | null;
  /** Of the guest's link; null for a stay that has been over for too long. */
  readonly manageToken: string | null;
  readonly isErased: boolean;
}

const TIMEOUT_MS = 4_000;

/** What a mail to the guest says. In the name of this service: no client requested it. */
export async function readMailFacts(
  deps: ReadMailFactsDeps,
  { tenantId, livemode }: RequestContext,
  { reservationId }: { readonly reservationId: string },
): Promise<Result<MailFacts>> {
  const snapshot = await deps.reservations.findWithTerms(tenantId, reservationId);
  if (snapshot === undefined || snapshot.reservation.state === 'pending') return bookingNotFound();
  const { at, terms, cancellation } = snapshot;
  const reservation = asOf(snapshot.reservation, at);
  const schedule = scheduleOf(reservation, terms?.schedule);
  const ctx = systemContext(tenantId, livemode, { timeoutMs: TIMEOUT_MS });
  const [money, room, link, isErased] = await Promise.all([
    deps.payments.readMoney(
      ctx,
      reservationId,
      obligationOf(reservation, schedule, at, retainedOf(snapshot.terms)),
    ),
    deps.inventory.readRoomName(ctx, reservation.stay.resourceId),
    signGuestLink(deps, reservation, at),
    isGuestErased(deps, reservation),
  ]);
  const cancellationTerms = mailedTerms(reservation, snapshot);
  const manageToken = link?.token ?? null;
  const facts = { reservation, terms, schedule, money, room, cancellationTerms, cancellation };
  return ok({ ...facts, manageToken, isErased });
}

/** Read only where the address is missing: an erased guest has none. */
async function isGuestErased(
  { guests }: Pick<ReadMailFactsDeps, 'guests'>,
  { tenantId, guestId, guestEmail }: Reservation,
): Promise<boolean> {
  if (guestEmail !== null || guestId === null) return false;
  return (await guests.findErasure(tenantId, guestId)) !== undefined;
}

function mailedTerms({ state }: Reservation, { at, terms, confirmedAt }: AgreedReservation) {
  if (state !== 'confirmed' || terms === null) return null;
  const agreed = cancellationTermsOf(terms, confirmedAt);
  if (agreed === null) return null;
  const { policy, bill } = agreed;
  return {
    timeline: penaltyTimeline(agreed, at),
    noShowPenaltyMinorUnits: atLeastFloor(agreed, penaltyAmount(policy.noShow, bill)),
  };
}
