import { roomTypeTranslations } from './demo-translations.ts';

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
  /** Priced by occupancy; SAVER is derived from FLEX. */
  isFamilyRoom?: boolean;
  description: string;
  features: string[];
  /** Motif and view of the photo that the emulators draw. */
  photo?: string;
}

export interface DemoTenant {
  name: string;
  slug: string;
  timezone: string;
  defaultCurrency: string;
  accountId: string;
  roomTypes: {
    code: string;
    name: string;
    maxOccupancy: number;
    maxAdults: number;
    maxChildren: number;
    translations?: object;
  }[];
  resources: DemoResource[];
}

const berlin = { currency: 'EUR', timezone: 'Europe/Berlin' };
const newYork = { currency: 'USD', timezone: 'America/New_York' };
const tokyo = { currency: 'JPY', timezone: 'Asia/Tokyo' };

const roomTypes: DemoTenant['roomTypes'] = [
  {
    code: 'DBL',
    name: 'Double room',
    maxOccupancy: 3,
    maxAdults: 2,
    maxChildren: 1,
    translations: roomTypeTranslations.DBL,
  },
  {
    code: 'APT',
    name: 'Apartment',
    maxOccupancy: 4,
    maxAdults: 4,
    maxChildren: 3,
    translations: roomTypeTranslations.APT,
  },
  {
    code: 'VIL',
    name: 'Villa',
    maxOccupancy: 8,
    maxAdults: 8,
    maxChildren: 6,
    translations: roomTypeTranslations.VIL,
  },
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
        description: 'Two bedrooms above the boats. The balcony has the evening sun.',
        features: ['lake_view', 'balcony', 'kitchen', 'wifi'],
        photo: 'apartment/lake',
        ...berlin,
      },
      {
        kind: 'apartment',
        name: 'Garden apartment',
        slug: 'garden-apartment',
        capacity: 3,
        roomType: 'APT',
        base: 11_000,
        isFamilyRoom: true,
        description: 'A bedroom, a sofa bed for a third guest and a terrace under the apple trees.',
        features: ['garden', 'terrace', 'kitchen', 'wifi', 'pets'],
        photo: 'apartment/garden',
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
        description: 'The lake from the bed; a third bed for a child.',
        features: ['lake_view', 'breakfast', 'wifi'],
        photo: 'room/lake',
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
        description: 'On the quiet side, above the garden. Ten steps to the breakfast.',
        features: ['garden', 'quiet', 'breakfast', 'wifi'],
        photo: 'room/garden',
        ...berlin,
      },
      {
        kind: 'villa',
        name: 'Villa Seerose',
        slug: 'villa-seerose',
        capacity: 8,
        roomType: 'VIL',
        base: 48_000,
        description: 'Four bedrooms, a sauna and a jetty of its own.',
        features: ['lake_view', 'garden', 'sauna', 'kitchen', 'parking', 'family'],
        photo: 'villa/lake',
        ...berlin,
      },
      {
        kind: 'generic',
        name: 'Meeting room',
        slug: 'meeting-room',
        capacity: 12,
        base: 20_000,
        description: 'Twelve seats, a screen, and coffee at any hour.',
        features: ['screen', 'wifi'],
        photo: 'meeting/lake',
        ...berlin,
      },
      {
        kind: 'generic',
        name: 'Rowing boat',
        slug: 'rowing-boat',
        capacity: 4,
        units: 3,
        base: 3_500,
        description: 'Four seats and two pairs of oars. Life vests are in the boathouse.',
        features: [],
        photo: 'boat/lake',
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
        description: 'Two bedrooms in a brownstone, a block from the park.',
        features: ['kitchen', 'washing_machine', 'wifi'],
        photo: 'apartment/city',
        ...newYork,
      },
      {
        kind: 'apartment',
        name: 'Asakusa apartment',
        slug: 'asakusa-apartment',
        capacity: 3,
        roomType: 'APT',
        base: 18_000,
        description: 'Tatami, three futons, and the river at the end of the lane.',
        features: ['kitchen', 'river_view', 'wifi'],
        photo: 'apartment/river',
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
        description: 'A queen bed above the piers.',
        features: ['river_view', 'breakfast', 'wifi'],
        photo: 'room/river',
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
        description: 'A king bed, a sofa, and the ferries below.',
        features: ['sea_view', 'breakfast', 'wifi'],
        photo: 'room/sea',
        ...newYork,
      },
      {
        kind: 'villa',
        name: 'Hudson valley house',
        slug: 'hudson-house',
        capacity: 8,
        roomType: 'VIL',
        base: 69_000,
        description: 'Four bedrooms on a hill above the Hudson, with a fireplace.',
        features: ['river_view', 'garden', 'fireplace', 'kitchen', 'parking', 'family', 'pets'],
        photo: 'villa/hill',
        ...newYork,
      },
      {
        kind: 'generic',
        name: 'Roof terrace',
        slug: 'roof-terrace',
        capacity: 40,
        base: 55_000,
        description: 'For forty guests, with a bar and the skyline.',
        features: [],
        photo: 'meeting/city',
        ...newYork,
      },
      {
        kind: 'generic',
        name: 'Parking space',
        slug: 'parking-space',
        capacity: 1,
        units: 12,
        base: 2_500,
        description: 'In the courtyard; two metres wide.',
        features: [],
        ...newYork,
      },
    ],
  },
];

const shop = 'https://shop.lodging.example';
/** `http` is for the sandbox alone. */
export const redirectOrigins = { live: [shop], test: ['http://localhost:3000', shop] } as const;
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
