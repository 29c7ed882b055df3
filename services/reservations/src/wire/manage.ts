import type {
  cancelManagedBooking,
  changeManagedStay,
  ChangeQuoteWire,
  createGuestLink,
  ManagedBooking as ManagedBookingWire,
  quoteManagedChange,
  readManagedBooking,
} from '@lodging/contract-reservations';
import type { RequestOf, ResponseOf } from '@lodging/contract-wire';
import { instantText, orderedTranslations } from '@lodging/kernel';
import type { Translations } from '@lodging/kernel';
import type { CancellationRecord } from '../domain/cancellation/settle.ts';
import type { ReservationTerms } from '../domain/stay/reservation-terms.ts';
import type { Reservation } from '../domain/stay/reservation.ts';
import type { RoomName } from '../domain/stay/room-name.ts';
import type { AnsweredQuote } from '../use-cases/changes/quote-change.ts';
import type { ChangedByGuest, ChangeManagedStay } from '../use-cases/manage/change-managed-stay.ts';
import type { QuoteManagedChange } from '../use-cases/manage/quote-managed-change.ts';
import type { CancelledByGuest, CancelManagedBooking } from '../use-cases/manage/cancel-managed-booking.ts';
import type { GuestLink } from '../use-cases/manage/create-guest-link.ts';
import type { ManagedBooking } from '../use-cases/manage/read-managed-booking.ts';
import { cancellationPreviewToWire, cancellationToWire } from './cancellation.ts';
import { changeQuoteToWire, stayChangeToWire } from './changes.ts';
import { fingerprint } from './fingerprint.ts';
import { billToWire, reservationToWire } from './stay.ts';

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
    bill: terms && billOfGuest(terms),
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

function stayToWire(reservation: Reservation, room: RoomName | null): ManagedBookingWire['booking'] {
  const { stay, occupancy } = reservation;
  return {
    ...reservationToWire(reservation),
    quantity: stay.quantity,
    occupancyAdults: occupancy.adults,
    occupancyChildren: occupancy.children,
    timezone: stay.timeZone,
    resourceName: room?.name ?? null,
    ...orderedTranslations(nameTranslations(room)),
  };
}

/** Of the field that has the name here. */
function nameTranslations(room: RoomName | null): Translations {
  const entries = Object.entries(room?.translations ?? {});
  return Object.fromEntries(entries.map(([tag, { name }]) => [tag, name ? { resourceName: name } : {}]));
}

/** Without the notes of lines, which are for the operator. */
function billOfGuest({ bill }: ReservationTerms): ManagedBookingWire['bill'] {
  return billToWire({ ...bill, lines: bill.lines.map(({ note: _note, ...line }) => line) });
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

export function quoteManagedFromWire({
  guestToken,
  from,
  to,
}: RequestOf<typeof quoteManagedChange>): QuoteManagedChange {
  return {
    guestToken,
    from: from === undefined ? undefined : Temporal.Instant.from(from),
    to: to === undefined ? undefined : Temporal.Instant.from(to),
  };
}

/** Notes of lines are for the operator. */
export function managedQuoteToWire(answered: AnsweredQuote): ChangeQuoteWire {
  const quote = changeQuoteToWire(answered);
  const { priceBreakdown, bill } = quote.proposed;
  return {
    ...quote,
    proposed: {
      ...quote.proposed,
      priceBreakdown: { ...priceBreakdown, lines: priceBreakdown.lines.map(withoutNote) },
      bill: { ...bill, lines: bill.lines.map(withoutNote) },
    },
  };
}

function withoutNote({ note: _note, ...line }: ChangeQuoteWire['proposed']['bill']['lines'][number]) {
  return line;
}

export function changeManagedFromWire({
  guestToken,
  idempotencyKey,
  changeToken,
}: RequestOf<typeof changeManagedStay>): ChangeManagedStay {
  // Guests and operators share the space of keys.
  const fingerprintOf = (reservationId: string) =>
    fingerprint('change-stay', { reservationId, changeToken, settle: 'now' });
  return { guestToken, idempotencyKey, changeToken, fingerprintOf };
}

export function changedByGuestToWire({
  booking,
  change,
  payment,
  refunds,
  room,
}: ChangedByGuest): ResponseOf<typeof changeManagedStay> {
  const createdAt = instantText(booking.reservation.updatedAt);
  return {
    booking: stayToWire(booking.reservation, room),
    change: stayChangeToWire(change),
    payment,
    refunds: refunds.map(({ amountMinorUnits, state }) => ({ amountMinorUnits, state, createdAt })),
  };
}
