import { addDays, daysBetween, isDate } from '@lodging/format';

/** The stay that a caller asks about, as the address of the page has it. */
export interface StayRequest {
  readonly arrival: string;
  readonly departure: string;
  readonly adults: number;
  /** One for each child; null: the age is not known. */
  readonly ages: readonly (number | null)[];
  readonly units: number;
  readonly roomTypeId: string | null;
  readonly resourceId: string | null;
  readonly features: readonly string[];
  readonly text: string;
}

/** The names in the address. */
type Name =
  | 'arrival'
  | 'departure'
  | 'adults'
  | 'ages'
  | 'units'
  | 'roomType'
  | 'resource'
  | 'features'
  | 'text';
type Written = { readonly [Key in Name]?: string | undefined };

const UNKNOWN_AGE = '-';
export const MOST = { adults: 50, children: 20, age: 17, units: 100 } as const;

const within = (text: string | undefined, least: number, most: number): number | null => {
  const number = /^\d{1,4}$/.test(text ?? '') ? Number(text) : null;
  return number !== null && number >= least && number <= most ? number : null;
};

const listed = (text: string | undefined): string[] => (text ?? '').split(',').filter((part) => part !== '');

/** What cannot be read becomes a night from today on, for two. */
export function readStay(written: Written, today: string): StayRequest {
  const arrival = isDate(written.arrival ?? '') ? (written.arrival ?? today) : today;
  const departure = isDate(written.departure ?? '') ? (written.departure ?? '') : '';
  return {
    arrival,
    departure: departure > arrival ? departure : addDays(arrival, 1),
    adults: within(written.adults, 1, MOST.adults) ?? 2,
    ages: listed(written.ages)
      .slice(0, MOST.children)
      .map((age) => within(age, 0, MOST.age)),
    units: within(written.units, 1, MOST.units) ?? 1,
    roomTypeId: written.roomType ?? null,
    resourceId: written.resource ?? null,
    features: listed(written.features),
    text: written.text ?? '',
  };
}

export function writeStay(stay: StayRequest): Written {
  return {
    arrival: stay.arrival,
    departure: stay.departure,
    adults: String(stay.adults),
    ages: stay.ages.map((age) => age ?? UNKNOWN_AGE).join(',') || undefined,
    units: stay.units === 1 ? undefined : String(stay.units),
    roomType: stay.roomTypeId ?? undefined,
    resource: stay.resourceId ?? undefined,
    features: stay.features.join(',') || undefined,
    text: stay.text || undefined,
  };
}

/** The whole stay moves with its arrival. */
export function withArrival(stay: StayRequest, arrival: string): StayRequest {
  if (!isDate(arrival)) return { ...stay, arrival };
  const nights = isComplete(stay) ? daysBetween(stay.arrival, stay.departure) : 1;
  return { ...stay, arrival, departure: addDays(arrival, nights) };
}

export function withChildren(stay: StayRequest, children: number): StayRequest {
  return { ...stay, ages: Array.from({ length: children }, (_, child) => stay.ages[child] ?? null) };
}

/** A date that is being typed is empty. */
export function isComplete({ arrival, departure }: StayRequest): boolean {
  return isDate(arrival) && isDate(departure) && departure > arrival;
}

/** Ages are sent where one of them is known; a child of unknown age counts as age 0. */
export function childrenOf({ ages }: StayRequest): { children: number; childAges?: number[] } {
  const isKnown = ages.some((age) => age !== null);
  return { children: ages.length, ...(isKnown && { childAges: ages.map((age) => age ?? 0) }) };
}
