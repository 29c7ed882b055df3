import type { ReservationTerms } from './reservation-terms.ts';
import type { Reservation } from './reservation.ts';
import { exemptionsOf } from './stored-bill.ts';
import type { StoredBill } from './stored-bill.ts';

/** What a change may alter. */
export type ChangedField =
  | 'from'
  | 'to'
  | 'resourceId'
  | 'ratePlanId'
  | 'partySize'
  | 'quantity'
  | 'totalMinorUnits'
  | 'occupancyChildren'
  | 'childAges'
  | 'taxExemptions';

/** What the commit of a change writes beside the stay. */
export interface AppliedChange {
  readonly changeId: string;
  /** Of the worker that commits it. */
  readonly attempt: number;
  readonly action: 'changed' | 'relocated';
  readonly terms: ReservationTerms;
  /** To be paid later. */
  readonly changeDue: bigint;
  /** A balance that was paid covers the changed stay, too. */
  readonly staysPaid: boolean;
  /** Something may go back. */
  readonly movesMoney: boolean;
}

/** A stay before or after a change, as clients compare them. */
export interface StayOfChange {
  readonly from: Temporal.Instant;
  readonly to: Temporal.Instant;
  readonly resourceId: string;
  readonly ratePlanId: string | null;
  readonly partySize: number;
  readonly quantity: number;
  readonly totalMinorUnits: bigint;
}

export function stayOfChange({ stay, occupancy, total }: Reservation): StayOfChange {
  return {
    ...stay.window,
    resourceId: stay.resourceId,
    ratePlanId: stay.ratePlanId,
    partySize: (occupancy.adults ?? 0) + occupancy.children,
    quantity: stay.quantity,
    totalMinorUnits: total.minorUnits,
  };
}

const NAMES = [
  'from',
  'to',
  'resourceId',
  'ratePlanId',
  'partySize',
  'quantity',
  'totalMinorUnits',
] as const satisfies readonly (keyof StayOfChange & ChangedField)[];

export function fieldsThatDiffer(one: StayOfChange, other: StayOfChange): ChangedField[] {
  return NAMES.filter((name) => textOf(one[name]) !== textOf(other[name]));
}

/** As history shows them. */
export function stayDifferences(before: StayOfChange, after: StayOfChange) {
  return fieldsThatDiffer(before, after)
    .filter(isFieldOfStay)
    .map((field) => ({ field, before: valueOf(before[field]), after: valueOf(after[field]) }));
}

/** What the price of a stay depends on beside the stay itself. */
interface PricedGuests {
  readonly children: number;
  /** Null: unknown. */
  readonly bill: StoredBill | null;
}

/** As history shows them, of the fields that the change names. Of an exemption it shows the code: a reason may name a guest. */
export function guestDifferences(fields: readonly string[], before: PricedGuests, after: PricedGuests) {
  const values = (name: (typeof GUEST_FIELDS)[number]) =>
    ({ field: name, before: guestValueOf(name, before), after: guestValueOf(name, after) }) as const;
  return GUEST_FIELDS.filter((name) => fields.includes(name)).map(values);
}

const GUEST_FIELDS = [
  'occupancyChildren',
  'childAges',
  'taxExemptions',
] as const satisfies readonly ChangedField[];

/** Of them, those that the bill alone has. */
export const BILL_FIELDS: readonly string[] = GUEST_FIELDS.filter((name) => name !== 'occupancyChildren');

function guestValueOf(name: (typeof GUEST_FIELDS)[number], { children, bill }: PricedGuests) {
  if (name === 'occupancyChildren') return children;
  if (name === 'childAges') return bill?.childAges ?? null;
  return bill === null ? null : exemptionsOf(bill).map(({ code }) => code);
}

function isFieldOfStay(field: ChangedField): field is (typeof NAMES)[number] {
  return (NAMES as readonly ChangedField[]).includes(field);
}

function textOf(value: StayOfChange[keyof StayOfChange]): string {
  return String(valueOf(value));
}

function valueOf(value: StayOfChange[keyof StayOfChange]): string | number | null {
  if (value instanceof Temporal.Instant) return value.toString({ smallestUnit: 'millisecond' });
  return typeof value === 'bigint' ? value.toString() : value;
}
