import type {
  cancelManagedBooking,
  createGuestLink,
  ManagedBooking as ManagedBookingWire,
  readManagedBooking,
} from '@lodging/contract-reservations';
import type { RequestOf, ResponseOf } from '@lodging/contract-wire';
import { instantText } from '@lodging/kernel';
import type { CancellationRecord } from '../domain/cancellation/settle.ts';
import type { ReservationTerms } from '../domain/stay/reservation-terms.ts';
import type { Reservation } from '../domain/stay/reservation.ts';
import type { CancelledByGuest, CancelManagedBooking } from '../use-cases/manage/cancel-managed-booking.ts';
import type { GuestLink } from '../use-cases/manage/create-guest-link.ts';
import type { ManagedBooking } from '../use-cases/manage/read-managed-booking.ts';
import { cancellationPreviewToWire, cancellationToWire } from './cancellation.ts';
import { reservationToWire } from './stay.ts';

/** The newest. */
const LISTED = 1_000;

export function guestLinkToWire({ url, token, expiresAt }: GuestLink): ResponseOf<typeof createGuestLink> {
  return { url, token, expiresAt: instantText(expiresAt) };
}

export function cancelManagedFromWire({
  guestToken,
  expectedPenaltyMinorUnits,
}: RequestOf<typeof cancelManagedBooking>): CancelManagedBooking {
  return { guestToken, expectedPenalty: BigInt(expectedPenaltyMinorUnits) };
}

export function managedBookingToWire(managed: ManagedBooking): ResponseOf<typeof readManagedBooking> {
  const { reservation, room, property, terms, schedule, money, preview, cancellation, may } = managed;
  const {
    allowed: _allowed,
    from: _from,
    version: _version,
    step: _step,
    reason: _reason,
    ...shown
  } = cancellationPreviewToWire(preview);
  return {
    booking: stayToWire(reservation, room),
    property: { ...property },
    bill: terms && billToWire(terms),
    schedule: [...schedule],
    payments: moneyToWire(reservation, money),
    cancellation: { ...shown, cancelled: cancelledToWire(cancellation) },
    may: { ...may },
  };
}

export function cancelledByGuestToWire({
  reservation,
  room,
  cancellation,
}: CancelledByGuest): ResponseOf<typeof cancelManagedBooking> {
  return { booking: stayToWire(reservation, room), cancelled: cancelledToWire(cancellation) };
}

function stayToWire(reservation: Reservation, resourceName: string | null): ManagedBookingWire['booking'] {
  const { stay, occupancy } = reservation;
  return {
    ...reservationToWire(reservation),
    quantity: stay.quantity,
    occupancyAdults: occupancy.adults,
    occupancyChildren: occupancy.children,
    timezone: stay.timeZone,
    resourceName,
  };
}

/** Without the notes of lines, which are for the operator. */
function billToWire({ bill }: ReservationTerms): ManagedBookingWire['bill'] {
  const lines = bill.lines.map(({ note: _note, ...line }) => line);
  return { ...bill, nights: [...bill.nights], lines };
}

/** What counts: neither failed attempts, nor ids of the provider. */
function moneyToWire(
  { createdAt }: Reservation,
  { paidOfflineMinorUnits, payments, refunds, ...sums }: ManagedBooking['money'],
): ManagedBookingWire['payments'] {
  const { collectedMinorUnits, returnedMinorUnits, dueMinorUnits, owedMinorUnits } = sums;
  const paidOffline = {
    purpose: 'stay' as const,
    method: 'other' as const,
    amountMinorUnits: paidOfflineMinorUnits,
    state: 'succeeded' as const,
    createdAt: instantText(createdAt),
    returned: false,
  };
  const made = payments
    .filter(({ state }) => state === 'succeeded' || state === 'refunded')
    .slice(1 - LISTED)
    .map(({ id: _id, providerPaymentIntentId: _provider, note: _note, ...payment }) => payment);
  return {
    collectedMinorUnits,
    returnedMinorUnits,
    dueMinorUnits,
    owedMinorUnits,
    payments: paidOfflineMinorUnits === '0' ? made : [paidOffline, ...made],
    refunds: refunds
      .filter(({ state }) => state !== 'failed')
      .slice(-LISTED)
      .map(({ amountMinorUnits, state, createdAt: at }) => ({ amountMinorUnits, state, createdAt: at })),
  };
}

function cancelledToWire(record: CancellationRecord | null): ManagedBookingWire['cancellation']['cancelled'] {
  if (record === null) return null;
  const { at, penaltyMinorUnits, keptMinorUnits, refundMinorUnits, dueMinorUnits } =
    cancellationToWire(record);
  return { at, penaltyMinorUnits, keptMinorUnits, refundMinorUnits, dueMinorUnits };
}
