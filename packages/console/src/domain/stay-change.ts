import type { BookingWithTerms, components } from '@lodging/client';
import { atDate, instantAt, isSameInstant } from './local-time.ts';

type Schemas = components['schemas'];
type ChangeRequest = Schemas['ChangeQuoteRequest'];
type Bill = Schemas['Bill'];
type Booked = Pick<
  BookingWithTerms,
  'startsAt' | 'endsAt' | 'resourceId' | 'ratePlanId' | 'occupancyAdults' | 'occupancyChildren' | 'quantity'
> & { readonly bill?: Pick<Bill, 'childAges'> | null };
type Place = Pick<
  Schemas['Resource'],
  'id' | 'timezone' | 'checkInTime' | 'checkOutTime' | 'roomType' | 'ratePlans'
>;

/** A stay as the desk wants it: local dates at the place of its resource. */
export interface WantedStay {
  readonly arrival: string;
  readonly departure: string;
  readonly resourceId: string;
  readonly ratePlanId: string | null;
  readonly adults: number;
  readonly children: number;
  /** Of the children, as far as they were given; null keeps an age open. */
  readonly ages: readonly (number | null)[];
  readonly quantity: number;
}

/** The stay's own plan at another resource, by its code; else the first one that is sold there. */
export function planAt(
  place: Pick<Place, 'ratePlans'>,
  booked: Pick<Place, 'ratePlans'> | undefined,
  ratePlanId: string | null,
): string | null {
  const own = place.ratePlans.find(({ id }) => id === ratePlanId);
  if (own !== undefined) return own.id;
  const code = booked?.ratePlans.find(({ id }) => id === ratePlanId)?.code;
  const sold = place.ratePlans.filter(({ enabled }) => enabled);
  return (sold.find((plan) => plan.code === code) ?? sold[0])?.id ?? null;
}

/** When the wanted stay begins and ends: the booked times of day, or those of another resource. */
export function windowOf(
  wanted: WantedStay,
  booked: Booked,
  place: Place,
): { readonly from: string; readonly to: string } {
  const isMoved = wanted.resourceId !== booked.resourceId && place.roomType !== null;
  const at = (date: string, instant: string, time: string): string =>
    isMoved ? instantAt(date, time, place.timezone) : atDate(instant, place.timezone, date);
  return {
    from: at(wanted.arrival, booked.startsAt, place.checkInTime),
    to: at(wanted.departure, booked.endsAt, place.checkOutTime),
  };
}

/** What a change quote is requested for: the fields that differ. Empty where none does. */
export function changeOf(wanted: WantedStay, booked: Booked, place: Place): ChangeRequest {
  const { from, to } = windowOf(wanted, booked, place);
  return {
    ...(isSameInstant(from, booked.startsAt) ? {} : { from }),
    ...(isSameInstant(to, booked.endsAt) ? {} : { to }),
    ...(wanted.resourceId === booked.resourceId ? {} : { resourceId: wanted.resourceId }),
    ...(wanted.ratePlanId === booked.ratePlanId || wanted.ratePlanId === null
      ? {}
      : { ratePlanId: wanted.ratePlanId }),
    ...partyChange(wanted, booked),
    ...(wanted.quantity === booked.quantity ? {} : { quantity: wanted.quantity }),
  };
}

/** Of the children of a booking, where they are known. */
export const agesOf = ({ bill }: Booked): readonly number[] => bill?.childAges ?? [];

/** The adults of a booking; one where nothing is known of the party. */
export const adultsOf = ({ occupancyAdults }: Booked): number => occupancyAdults ?? 1;

function partyChange({ adults, children, ages }: WantedStay, booked: Booked): ChangeRequest {
  const wanted = Array.from({ length: children }, (_, at) => ages[at] ?? null);
  const before = agesOf(booked);
  const isSameAge = wanted.every((age, at) => age === null || age === before[at]);
  if (adults === adultsOf(booked) && children === booked.occupancyChildren && isSameAge) return {};
  const isKnown = wanted.some((age) => age !== null);
  return {
    partySize: adults + children,
    occupancyChildren: children,
    // Ages that are not known are 0.
    ...(isKnown && { childAges: wanted.map((age, at) => age ?? before[at] ?? 0) }),
  };
}

export interface ChangedLine {
  readonly key: string;
  /** Of a night. */
  readonly date: string | null;
  readonly name: string | null;
  /** Null: the other bill alone has the line. */
  readonly before: string | null;
  readonly after: string | null;
}

/** Nights and lines that two bills do not have alike. */
export function changedLines(before: Bill | null, after: Bill): ChangedLine[] {
  const amounts = new Map<string, ChangedLine>();
  const put = (bill: Bill | null, side: 'before' | 'after'): void => {
    const add = (line: Pick<ChangedLine, 'key' | 'date' | 'name'>, amount: string): void => {
      const known = amounts.get(line.key) ?? { ...line, before: null, after: null };
      amounts.set(line.key, { ...known, [side]: String(BigInt(known[side] ?? '0') + BigInt(amount)) });
    };
    for (const { date, amountMinorUnits } of bill?.nights ?? [])
      add({ key: date, date, name: null }, amountMinorUnits);
    for (const { kind, code, name, amountMinorUnits } of bill?.lines ?? [])
      add({ key: `${kind} ${code} ${name}`, date: null, name }, amountMinorUnits);
  };
  put(before, 'before');
  put(after, 'after');
  const nights = [...amounts.values()].filter(({ date }) => date !== null);
  const others = [...amounts.values()].filter(({ date }) => date === null);
  const inOrder = [...nights.toSorted((one, other) => one.key.localeCompare(other.key)), ...others];
  return inOrder.filter((line) => line.before !== line.after);
}
