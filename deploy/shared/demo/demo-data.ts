export interface DemoResource {
  kind: 'hotel_room' | 'apartment' | 'villa' | 'generic';
  name: string;
  slug: string;
  capacity: number;
  currency: string;
  timezone: string;
  units?: number;
  roomType?: string;
  base: number;
}

export interface DemoTenant {
  name: string;
  slug: string;
  timezone: string;
  defaultCurrency: string;
  accountId: string;
  roomTypes: { code: string; name: string; maxOccupancy: number; maxAdults: number; maxChildren: number }[];
  resources: DemoResource[];
}

const berlin = { currency: 'EUR', timezone: 'Europe/Berlin' };
const newYork = { currency: 'USD', timezone: 'America/New_York' };
const tokyo = { currency: 'JPY', timezone: 'Asia/Tokyo' };

const roomTypes: DemoTenant['roomTypes'] = [
  { code: 'DBL', name: 'Double room', maxOccupancy: 3, maxAdults: 2, maxChildren: 1 },
  { code: 'APT', name: 'Apartment', maxOccupancy: 4, maxAdults: 4, maxChildren: 3 },
  { code: 'VIL', name: 'Villa', maxOccupancy: 8, maxAdults: 8, maxChildren: 6 },
];

/** Amounts are minor units of the resource's currency. */
export const demoTenants: DemoTenant[] = [
  {
    name: 'Seeblick Hotels',
    slug: 'seeblick',
    timezone: 'Europe/Berlin',
    defaultCurrency: 'EUR',
    accountId: 'acct_demoSeeblick01',
    roomTypes,
    resources: [
      {
        kind: 'apartment',
        name: 'Loft at the harbour',
        slug: 'loft-harbour',
        capacity: 4,
        roomType: 'APT',
        base: 14_500,
        ...berlin,
      },
      {
        kind: 'apartment',
        name: 'Garden apartment',
        slug: 'garden-apartment',
        capacity: 3,
        roomType: 'APT',
        base: 11_000,
        ...berlin,
      },
      {
        kind: 'hotel_room',
        name: 'Double room, lake side',
        slug: 'double-lake',
        capacity: 3,
        units: 5,
        roomType: 'DBL',
        base: 12_900,
        ...berlin,
      },
      {
        kind: 'hotel_room',
        name: 'Double room, garden side',
        slug: 'double-garden',
        capacity: 2,
        units: 8,
        roomType: 'DBL',
        base: 9_900,
        ...berlin,
      },
      {
        kind: 'villa',
        name: 'Villa Seerose',
        slug: 'villa-seerose',
        capacity: 8,
        roomType: 'VIL',
        base: 48_000,
        ...berlin,
      },
      { kind: 'generic', name: 'Meeting room', slug: 'meeting-room', capacity: 12, base: 20_000, ...berlin },
      {
        kind: 'generic',
        name: 'Rowing boat',
        slug: 'rowing-boat',
        capacity: 4,
        units: 3,
        base: 3_500,
        ...berlin,
      },
    ],
  },
  {
    name: 'Harbor Stays',
    slug: 'harbor-stays',
    timezone: 'America/New_York',
    defaultCurrency: 'USD',
    accountId: 'acct_demoHarbor02',
    roomTypes,
    resources: [
      {
        kind: 'apartment',
        name: 'Brooklyn two-bedroom',
        slug: 'brooklyn-two-bedroom',
        capacity: 4,
        roomType: 'APT',
        base: 23_900,
        ...newYork,
      },
      {
        kind: 'apartment',
        name: 'Asakusa apartment',
        slug: 'asakusa-apartment',
        capacity: 3,
        roomType: 'APT',
        base: 18_000,
        ...tokyo,
      },
      {
        kind: 'hotel_room',
        name: 'Queen room',
        slug: 'queen-room',
        capacity: 2,
        units: 5,
        roomType: 'DBL',
        base: 19_900,
        ...newYork,
      },
      {
        kind: 'hotel_room',
        name: 'Harbor king room',
        slug: 'harbor-king',
        capacity: 3,
        units: 10,
        roomType: 'DBL',
        base: 27_500,
        ...newYork,
      },
      {
        kind: 'villa',
        name: 'Hudson valley house',
        slug: 'hudson-house',
        capacity: 8,
        roomType: 'VIL',
        base: 69_000,
        ...newYork,
      },
      { kind: 'generic', name: 'Roof terrace', slug: 'roof-terrace', capacity: 40, base: 55_000, ...newYork },
      {
        kind: 'generic',
        name: 'Parking space',
        slug: 'parking-space',
        capacity: 1,
        units: 12,
        base: 2_500,
        ...newYork,
      },
    ],
  },
];

export const redirectOrigins = ['http://localhost:3000', 'https://shop.lodging.example'];
export const allowedOrigins = ['http://localhost:3000', 'http://localhost:8080'];

/** Rates older than a week are ignored, so each start dates them now. */
export function demoFxRates(effectiveAt: string): object[] {
  const rate = (fromCurrency: string, toCurrency: string, value: string): object => ({
    fromCurrency,
    toCurrency,
    rate: value,
    effectiveAt,
    source: 'demo',
  });
  return [
    rate('EUR', 'USD', '1.0850'),
    rate('EUR', 'GBP', '0.8420'),
    rate('EUR', 'CHF', '0.9560'),
    rate('USD', 'JPY', '151.20'),
    rate('USD', 'KWD', '0.3075'),
  ];
}
