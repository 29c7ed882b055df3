import { addDays } from '@lodging/format';
import type { BookingWithTerms, components } from '@lodging/client';

/** Records as the API answers them. */
type Schemas = components['schemas'];

export const ids = {
  booking: (n: number): string => `0197a204-0000-7000-8000-${String(n).padStart(12, '0')}`,
  guest: (n: number): string => `0197a204-5555-7000-8000-${String(n).padStart(12, '0')}`,
  resource: (n: number): string => `0197a204-1111-7000-8000-${String(n).padStart(12, '0')}`,
};

type Session = Schemas['ConsoleSession'];

export const PERMISSIONS: Readonly<Record<string, Session['permissions']>> = {
  viewer: ['read'],
  front_desk: ['read', 'book', 'house'],
  manager: [
    'read',
    'book',
    'house',
    'operate',
    'payment:refund:create',
    'booking:tax:exempt',
    'guest:export',
    'guest:erase',
  ],
};

export const SESSION: Session = {
  id: '0197a204-2222-7000-8000-000000000001',
  mode: 'live',
  createdAt: '2027-06-10T06:00:00.000Z',
  expiresAt: '2027-06-10T18:00:00.000Z',
  operator: {
    id: '0197a204-2222-7000-8000-000000000002',
    email: 'mara@seeblick.example',
    name: 'Mara Lindt',
    role: 'manager',
  },
  tenant: {
    id: '0197a204-2222-7000-8000-000000000003',
    name: 'Hotel Seeblick',
    slug: 'seeblick',
    timezone: 'Europe/Berlin',
    defaultCurrency: 'EUR',
  },
  permissions: PERMISSIONS['manager'] ?? [],
};

const plan = (n: number, code: string, name: string): Schemas['RatePlan'] =>
  ({
    id: `0197a204-3333-7000-8000-${String(n).padStart(12, '0')}`,
    resourceId: ids.resource(n),
    code,
    name,
    currency: 'EUR',
    isRefundable: true,
    minStayNights: 1,
    maxStayNights: null,
    closedToArrival: false,
    closedToDeparture: false,
    enabled: true,
    cancellationPolicyCode: 'FLEX',
    deposit: null,
  }) as Schemas['RatePlan'];

export const DOUBLE = {
  id: '0197a204-4444-7000-8000-000000000001',
  code: 'DBL',
  name: 'Double room',
  maxAdults: 2,
  maxChildren: 1,
  maxOccupancy: 3,
} as unknown as Schemas['RoomType'];

export const RESOURCES = ['Room 101', 'Room 102', 'Room 201', 'Double room, lake side'].map(
  (name, index): Schemas['Resource'] => ({
    id: ids.resource(index + 1),
    kind: 'room' as Schemas['ResourceKind'],
    name,
    slug: name.toLowerCase().replaceAll(/\W+/g, '-'),
    capacity: 2,
    currency: 'EUR',
    timezone: 'Europe/Berlin',
    units: index === 3 ? 5 : 1,
    photoUrls: [],
    checkInTime: '15:00',
    checkOutTime: '11:00',
    description: null,
    features: [],
    archivedAt: null,
    cancellationPolicyCode: null,
    deposit: null,
    roomType: DOUBLE,
    ratePlans: [plan(index + 1, 'FLEX', 'Flexible')],
  }),
);

export type FakeBooking = BookingWithTerms & {
  readonly dueAtPropertyMinorUnits: string;
  readonly money: Schemas['BookingPayments'];
  readonly preview: object;
  readonly history: readonly object[];
};

interface Made {
  readonly n?: number;
  readonly guest?: string | null;
  readonly from?: string;
  readonly nights?: number;
  readonly state?: BookingWithTerms['state'];
  readonly resource?: number;
  readonly due?: string;
  readonly paid?: string;
  readonly more?: Partial<FakeBooking>;
}

const TOTAL = '40000';

const REFERENCES = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
export const referenceOf = (n: number): string =>
  Array.from({ length: 8 }, (_, at) => REFERENCES[(n * 7 + at * 3) % REFERENCES.length]).join('');

const NOTHING_SAID = {
  externalReference: null,
  metadata: {},
  notes: null,
  guestId: null,
  arrivalTime: null,
  guestMessage: null,
  moveReason: null,
};

/** A stay of two nights from today on, at 200.00 a night with a city tax at the property. */
export function booking({
  n = 1,
  guest = 'Ada Lovelace',
  from = '2027-06-10',
  nights = 2,
  state = 'confirmed',
  resource = 1,
  due = '0',
  paid = TOTAL,
  more = {},
}: Made): FakeBooking {
  const id = ids.booking(n);
  const currency = 'EUR';
  const createdAt = '2027-05-03T09:00:00.000Z';
  return {
    id,
    reference: referenceOf(n),
    resourceId: ids.resource(resource),
    ratePlanId: RESOURCES[resource - 1]?.ratePlans[0]?.id ?? null,
    state,
    startsAt: `${from}T13:00:00.000Z`,
    endsAt: `${addDays(from, nights)}T09:00:00.000Z`,
    totalMinorUnits: TOTAL,
    currency,
    holdExpiresAt: state === 'held' ? '2027-06-10T08:12:00.000Z' : null,
    createdAt,
    version: 3,
    roomTypeId: DOUBLE.id,
    quantity: 1,
    source: 'direct',
    occupancyAdults: 2,
    occupancyChildren: 0,
    updatedAt: createdAt,
    ...NOTHING_SAID,
    guestEmail: guest === null ? null : `${guest.split(' ')[0]?.toLowerCase()}@example.com`,
    guestName: guest,
    guestPhone: '+49 30 1234567',
    guestLanguage: 'en',
    bill: bill(from, nights),
    cancellationPolicy: POLICY,
    schedule: [{ purpose: 'stay', amountMinorUnits: TOTAL, dueAt: createdAt }],
    balanceState: due === '0' ? 'none' : 'due',
    cancellation: null,
    dueAtPropertyMinorUnits: '0',
    money: money(id, paid, due),
    preview: PREVIEW,
    history: [],
    ...more,
  };
}

const LINE = {
  refundable: true,
  rateBps: null,
  baseMinorUnits: null,
  unitAmountMinorUnits: null,
  count: null,
};
const VAT = {
  ...LINE,
  id: 'vat',
  kind: 'tax',
  code: 'VAT',
  name: 'VAT 7 %',
  inclusive: true,
  collect: 'online',
  baseMinorUnits: '37383',
  rateBps: '700',
  amountMinorUnits: '2617',
} as const;
const CITY_TAX = {
  ...LINE,
  id: 'city',
  kind: 'tax',
  code: 'CITY',
  name: 'City tax',
  inclusive: false,
  collect: 'property',
  unitAmountMinorUnits: '250',
} as const;

function bill(from: string, nights: number): FakeBooking['bill'] {
  return {
    currency: 'EUR',
    quantity: 1,
    nights: Array.from({ length: nights }, (_, night) => ({
      date: addDays(from, night),
      amountMinorUnits: String(40_000 / nights),
    })),
    leadTimeMultiplierBps: 10_000,
    lengthOfStayMultiplierBps: 10_000,
    roomMinorUnits: TOTAL,
    discountMinorUnits: '0',
    accommodationMinorUnits: TOTAL,
    lines: [VAT, { ...CITY_TAX, count: 2 * nights, amountMinorUnits: String(500 * nights) }],
    includedTaxMinorUnits: '2617',
    addedTaxMinorUnits: '0',
    feesMinorUnits: '0',
    extrasMinorUnits: '0',
    dueAtPropertyMinorUnits: String(500 * nights),
    totalMinorUnits: TOTAL,
  };
}

const POLICY: FakeBooking['cancellationPolicy'] = {
  code: 'FLEX',
  name: 'Flexible',
  version: 3,
  referenceTime: null,
  graceMinutes: 0,
  graceMinHoursBefore: 0,
  steps: [{ before: { count: 7, unit: 'days' }, penalty: { kind: 'none' } }],
  afterwards: { kind: 'percent', bps: 5000, of: 'accommodation' },
  noShow: { kind: 'nights', count: 1 },
};

const PREVIEW = {
  legal: true,
  from: 'confirmed',
  allowed: ['checked_in', 'cancelled', 'no_show'],
  at: '2027-06-10T08:00:00.000Z',
  timeline: [
    { until: '2027-06-03T13:00:00.000Z', penaltyMinorUnits: '0', refundMinorUnits: TOTAL },
    { until: null, penaltyMinorUnits: '20000', refundMinorUnits: '20000' },
  ],
  penaltyMinorUnits: '20000',
  refundMinorUnits: '20000',
  dueMinorUnits: '0',
  step: 'afterwards',
  validUntil: '2027-06-12T09:00:00.000Z',
  reason: null,
};

function money(id: string, paid: string, due: string): Schemas['BookingPayments'] {
  return {
    reservationId: id,
    currency: 'EUR',
    totalMinorUnits: TOTAL,
    retainedMinorUnits: '0',
    penaltyMinorUnits: null,
    collectedMinorUnits: paid,
    returnedMinorUnits: '0',
    dueMinorUnits: due,
    owedMinorUnits: '0',
    undecidedMinorUnits: '0',
    schedule: [{ purpose: 'stay', amountMinorUnits: TOTAL, dueAt: '2027-05-03T09:00:00.000Z' }],
    payments:
      paid === '0'
        ? []
        : [
            {
              id: `${id.slice(0, -1)}p`,
              purpose: 'stay',
              method: 'card' as never,
              providerPaymentIntentId: 'pi_1',
              amountMinorUnits: paid,
              state: 'succeeded',
              createdAt: '2027-05-03T09:01:00.000Z',
              note: null,
              returned: false,
            },
          ],
    refunds: [],
  };
}
