import type { AppliedChange } from '../stay/stay-of-change.ts';
import { guestDifferences, stayDifferences, stayOfChange } from '../stay/stay-of-change.ts';
import { changedDetails } from '../bookings/changed-details.ts';
import { SEALED_DETAILS } from '../stay/guest-details.ts';
import type { SealedGuest } from '../stay/guest-details.ts';
import type { BookingDetails, Reservation } from '../stay/reservation.ts';
import type { ReservationState } from '../stay/states.ts';
import type { StoredBill } from '../stay/stored-bill.ts';

export type HistoryAction =
  | 'created'
  | 'guest_verified'
  | 'payment_opened'
  | 'payment_failed'
  | 'payment_succeeded'
  | 'confirmed'
  | 'checked_in'
  | 'checked_out'
  | 'no_show'
  | 'cancelled'
  | 'expired'
  | 'changed'
  | 'change_awaits_payment'
  | 'change_ended'
  | 'relocated'
  | 'refunded'
  | 'refund_failed'
  | 'updated'
  | 'erased';

/** `id`: of the key, of the operator, of the provider's event, or the name of the timer. */
export interface Actor {
  readonly kind: 'secret_key' | 'publishable_key' | 'operator' | 'guest' | 'provider' | 'system' | 'platform';
  readonly id: string | null;
}

/** The author of a change, and its request. */
export interface Author {
  readonly actor: Actor;
  readonly requestId: string | null;
  readonly note: string | null;
}

export interface FieldChange {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** The part of an entry that the change itself determines. */
export interface NewHistoryEntry {
  readonly action: HistoryAction;
  readonly version: number;
  readonly changes: readonly FieldChange[];
  readonly note: string | null;
}

export interface HistoryEntry extends NewHistoryEntry {
  readonly id: string;
  readonly at: Temporal.Instant;
  readonly actor: Actor;
  readonly requestId: string | null;
}

const ACTION_OF: Partial<Readonly<Record<ReservationState, HistoryAction>>> = {
  held: 'created',
  confirmed: 'confirmed',
  checked_in: 'checked_in',
  checked_out: 'checked_out',
  no_show: 'no_show',
  cancelled: 'cancelled',
  expired: 'expired',
};

/** A change of the stay, as its entry shows it. */
export interface ChangedStay extends Pick<AppliedChange, 'action' | 'terms'> {
  /** The names of the fields that differ. */
  readonly fields: readonly string[];
  /** Of the terms that the change replaces; null without terms. */
  readonly previousBill: StoredBill | null;
}

/** One entry for each version, the last with the version of the row; empty if the version did not change. */
export function historyEntriesOf(
  before: Reservation,
  after: Reservation,
  stayChange?: ChangedStay,
): NewHistoryEntry[] {
  if (after.version === before.version) return [];
  const ofStay = stayChange === undefined ? [] : [stayEntry(before, after, stayChange)];
  const entries = [...stateEntries(before, after), ...ofStay, ...updateEntries(before, after)];
  return entries.map((entry, index) => ({ ...entry, version: after.version - (entries.length - 1 - index) }));
}

/** Of a change that ends with its booking. */
export function changeEnded({ version }: Pick<Reservation, 'version'>): NewHistoryEntry {
  return { action: 'change_ended', version, changes: [], note: 'cancelled' };
}

type UnversionedEntry = Omit<NewHistoryEntry, 'version'>;

function stayEntry(
  before: Reservation,
  after: Reservation,
  { action, terms, fields, previousBill }: ChangedStay,
): UnversionedEntry {
  const ofStay = stayDifferences(stayOfChange(before), stayOfChange(after));
  const ofGuests = guestDifferences(
    fields,
    { children: before.occupancy.children, bill: previousBill },
    { children: after.occupancy.children, bill: terms.bill },
  );
  return { action, changes: [...ofStay, ...ofGuests], note: null };
}

function stateEntries(before: Reservation, after: Reservation): UnversionedEntry[] {
  const action = ACTION_OF[after.state];
  if (after.state === before.state || action === undefined) return [];
  const isNew = before.state === 'pending';
  const changes = [
    { field: 'state', before: isNew ? null : before.state, after: after.state },
    ...(after.moveReason === null
      ? []
      : [{ field: 'moveReason', before: mask(before.moveReason), after: 'set' }]),
  ];
  const entry = { action, changes, note: noteOf(after) };
  // A stay that is confirmed at its creation has both entries, like its events.
  return isNew && action === 'confirmed' ? [{ action: 'created', changes: [], note: null }, entry] : [entry];
}

/** None for a new reservation: the entry of its creation covers its details. */
function updateEntries(before: Reservation, after: Reservation): UnversionedEntry[] {
  const changes =
    before.state === 'pending'
      ? []
      : changedDetails(before, after).flatMap((name) => fieldChangesOf(name, before, after));
  return changes.length === 0 ? [] : [{ action: 'updated', changes, note: null }];
}

function fieldChangesOf(name: string, before: BookingDetails, after: BookingDetails): FieldChange[] {
  if (name === 'externalReference') return [{ field: name, before: before[name], after: after[name] }];
  if (name !== 'metadata')
    return [{ field: name, before: mask(valueOf(before, name)), after: mask(valueOf(after, name)) }];
  const keys = new Set([...Object.keys(before.metadata), ...Object.keys(after.metadata)]);
  // A key may have the name of a property that every object has.
  const [earlier, later] = [
    new Map(Object.entries(before.metadata)),
    new Map(Object.entries(after.metadata)),
  ];
  return [...keys]
    .filter((key) => earlier.get(key) !== later.get(key))
    .map((key) => ({
      field: `metadata.${key}`,
      before: mask(earlier.get(key)),
      after: mask(later.get(key)),
    }));
}

function valueOf(details: BookingDetails, name: string): unknown {
  return new Map<string, unknown>(Object.entries(details)).get(name);
}

/** The history names a changed field and does not show its value. */
function mask(value: unknown): 'set' | null {
  return value === null || value === undefined ? null : 'set';
}

/** The entry of an expired hold is dated when it was written, which is after its end. */
function noteOf({ state, holdExpiresAt }: Reservation): string | null {
  return state === 'expired'
    ? `holdExpiresAt ${holdExpiresAt.toString({ smallestUnit: 'millisecond' })}`
    : null;
}

/** What a verification writes. */
export type VerifiedDetails = SealedGuest & Pick<BookingDetails, 'guestLanguage'>;

/** Guest data is named, and never shown. The address is named where it is verified again, too. */
export function guestVerified(
  version: number,
  before: VerifiedDetails,
  after: VerifiedDetails,
): NewHistoryEntry {
  const names = [...SEALED_DETAILS, 'guestLanguage'] as const;
  const changes = names
    .filter((name) => name === 'guestEmail' || before[name] !== after[name])
    .map((field) => ({ field, before: mask(before[field]), after: mask(after[field]) }));
  return { action: 'guest_verified', version, changes, note: null };
}

/** An event of payments as a history entry: it has one entry, however often it is delivered. */
export interface HistoryEvent {
  readonly reservationId: string;
  readonly eventId: string;
  readonly at: Temporal.Instant;
  readonly entry: Omit<NewHistoryEntry, 'version'>;
  readonly author: Author;
}
