import { SEALED_DETAILS } from '../stay/guest-details.ts';
import type { Reservation } from '../stay/reservation.ts';
import type { GuestProfile } from './guest.ts';
import type { FieldChange } from '../history/history.ts';

/** What is kept of the stays of an erased guest, and why. `until` null: without an end. */
export interface Remaining {
  readonly what: string;
  readonly why: string;
  readonly until: string | null;
}

/** Where other systems know the guest. */
export interface ElsewhereKnown {
  readonly system: 'payment_provider';
  readonly accountId: string;
  readonly paymentIntentIds: readonly string[];
}

/** The answer of an erasure, which a repeated request gets again. It holds no guest data. */
export interface Erasure {
  readonly id: string;
  readonly erasedAt: Temporal.Instant;
  readonly erased: readonly string[];
  readonly remains: readonly Remaining[];
  readonly elsewhere: readonly ElsewhereKnown[];
}

/** The fields of a booking that an erasure removes, beside its metadata. */
const ERASED_DETAILS = [...SEALED_DETAILS, 'guestLanguage', 'notes', 'moveReason'] as const;

const LOG_DAYS = 30;
const COUNTER_DAYS = 1;

/** Which fields of a booking an erasure removes: the history names them. */
export function erasedFieldsOf(reservation: Reservation): FieldChange[] {
  const plain = ERASED_DETAILS.filter((name) => reservation[name] !== null);
  const hasMetadata = Object.keys(reservation.metadata).length > 0;
  return [...plain, ...(hasMetadata ? ['metadata'] : [])].map((field) => ({
    field,
    before: 'set',
    after: null,
  }));
}

const PROFILE_FIELDS = ['email', 'name', 'phone', 'language', 'notes'] as const;

/** Of the profile, then of the bookings, each once. */
export function namesOfErased(profile: GuestProfile, ofStays: readonly FieldChange[]): string[] {
  const own = [
    ...PROFILE_FIELDS.filter((name) => profile[name] !== null),
    ...(Object.keys(profile.metadata).length > 0 ? ['metadata'] : []),
    ...(profile.consents.length > 0 ? ['consents'] : []),
  ];
  const booked = [...ERASED_DETAILS, 'metadata'].filter((name) =>
    ofStays.some(({ field }) => field === name),
  );
  return [...own, ...booked.map((name) => `bookings.${name}`)];
}

export function remainsAfter(at: Temporal.Instant, hasStays: boolean): Remaining[] {
  const after = (days: number) => at.add({ hours: 24 * days }).toString({ smallestUnit: 'millisecond' });
  const ofStays: Remaining[] = [
    {
      what: 'bookings: dates, resource, price, state, externalReference, guestId',
      why: 'the books of the business; none of them says who the guest was',
      until: null,
    },
    { what: 'bills, payments and refunds', why: 'the rules of accounting', until: null },
    {
      what: 'history of the bookings',
      why: 'names the fields that changed, without their values',
      until: null,
    },
    {
      what: 'metadata of the bookings in the event log',
      why: 'events are kept for receivers that were away',
      until: after(LOG_DAYS),
    },
  ];
  return [
    ...(hasStays ? ofStays : []),
    {
      what: 'a keyed hash of the address that counts one-time codes over all tenants',
      why: 'the limit of mails to one address',
      until: after(COUNTER_DAYS),
    },
    {
      what: 'a keyed hash of the address that counts the mails of the property',
      why: 'the limit of mails to one address',
      until: after(COUNTER_DAYS),
    },
  ];
}
