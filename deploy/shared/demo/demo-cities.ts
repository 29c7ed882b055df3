import { athens, lisbon, london } from './city-resources.ts';
import type { CityResource } from './city-resources.ts';

/** Resources with a policy, a city tax and an inclusive VAT, which apply to their room types alone. */
export interface DemoCity {
  readonly name: string;
  /** Begins its slugs, and in capitals the codes of its room types. */
  readonly prefix: string;
  readonly currency: string;
  readonly timezone: string;
  readonly vatBps: string;
  readonly cityTax: { readonly amountMinorUnits: string; readonly collect: 'online' | 'property' };
  readonly resources: readonly CityResource[];
}

/** By the slug of the demo tenant. Amounts are minor units of the currency of the city. */
export const demoCities: Readonly<Record<string, readonly DemoCity[]>> = {
  seeblick: [
    {
      name: 'Lisbon',
      prefix: 'lis',
      currency: 'EUR',
      timezone: 'Europe/Lisbon',
      vatBps: '600',
      cityTax: { amountMinorUnits: '400', collect: 'online' },
      resources: lisbon,
    },
    {
      name: 'Athens',
      prefix: 'ath',
      currency: 'EUR',
      timezone: 'Europe/Athens',
      vatBps: '1300',
      cityTax: { amountMinorUnits: '200', collect: 'property' },
      resources: athens,
    },
  ],
  'harbor-stays': [
    {
      name: 'London',
      prefix: 'lon',
      currency: 'GBP',
      timezone: 'Europe/London',
      vatBps: '2000',
      cityTax: { amountMinorUnits: '250', collect: 'online' },
      resources: london,
    },
  ],
};

/** The room type of each kind, with the prefix of the city before its code. */
export const cityRoomTypes = {
  hotel_room: { code: 'DBL', name: 'Double room', maxOccupancy: 3, maxAdults: 2, maxChildren: 2 },
  apartment: { code: 'APT', name: 'Apartment', maxOccupancy: 6, maxAdults: 6, maxChildren: 4 },
  villa: { code: 'VIL', name: 'Villa', maxOccupancy: 10, maxAdults: 10, maxChildren: 6 },
} as const;

const half = { kind: 'percent', bps: 5_000, of: 'accommodation' };
const everything = { kind: 'percent', bps: 10_000, of: 'total' };
const none = { kind: 'none' };

/** By their codes. The first is that of the flexible plan, the other that of the saver. */
export const cityPolicies = {
  'city-flexible': {
    name: 'Free until 7 days before, half until the day before',
    graceMinutes: 60,
    graceMinHoursBefore: 48,
    steps: [
      { before: { count: 7, unit: 'days' }, penalty: none },
      { before: { count: 1, unit: 'days' }, penalty: half },
    ],
    afterwards: everything,
    noShow: everything,
  },
  'city-saver': { name: 'Not refundable', steps: [], afterwards: everything, noShow: everything },
} as const;

/** Children up to 12 are free, and so are the nights after the seventh. */
export function cityTaxRules({ name, prefix, currency, vatBps, cityTax }: DemoCity): Record<string, object> {
  return {
    [`vat-${prefix}`]: {
      name: `VAT ${name}`,
      kind: 'tax',
      basis: 'percent',
      rateBps: vatBps,
      inclusive: true,
    },
    [`city-tax-${prefix}`]: {
      name: `City tax ${name}`,
      kind: 'tax',
      basis: 'per_person_per_night',
      currency,
      ...cityTax,
      ageBands: [{ fromAge: 0, toAge: 12, amountMinorUnits: '0' }],
      maxNights: 7,
      exemptible: true,
      position: 10,
    },
  };
}

/** `lis-graca-terrace-apartment` */
export function citySlugOf(
  { prefix }: Pick<DemoCity, 'prefix'>,
  { name }: Pick<CityResource, 'name'>,
): string {
  const plain = name.normalize('NFKD').replaceAll(/[\p{M}’]/gu, '');
  return `${prefix}-${plain.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`;
}
