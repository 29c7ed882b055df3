import { addDays, daysBetween } from '@lodging/format';
import { fakeApi, NOW, ok, problem } from './fake-api.ts';
import type { FakeApi, Handler, Reply, Request } from './fake-api.ts';
import { booking, ids, RESOURCES } from './records.ts';

/** Offers, quotes and bookings of the rooms of `records.ts`, at one price a night. */
export interface Selling {
  readonly api: FakeApi;
  /** What is on sale. */
  resources: typeof RESOURCES;
  nightly: number;
  /** Nights, by the number of the room. */
  readonly minStay: Map<number, number>;
  /** Rooms that are taken, by their number. */
  readonly sold: Set<number>;
  /** Rooms under a block of another calendar. */
  readonly blocked: Set<number>;
  /** Bookings that were made, by their Idempotency-Key. */
  readonly made: Map<string, string>;
}

interface Stay {
  readonly resourceId: string;
  readonly ratePlanId?: string | null;
  readonly from: string;
  readonly to: string;
}

const LEAST_PARTY = 3;
const dayOf = (instant: string): string => instant.slice(0, 10);
const nightsOf = ({ from, to }: Pick<Stay, 'from' | 'to'>): number => daysBetween(dayOf(from), dayOf(to));
const numberOf = (resourceId: string): number => Number(resourceId.slice(-12));

export function sellingApi(): Selling {
  const selling: Selling = {
    api: fakeApi(),
    resources: RESOURCES,
    nightly: 20_000,
    minStay: new Map(),
    sold: new Set(),
    blocked: new Set(),
    made: new Map(),
  };
  const { api } = selling;
  api.bookings.clear();
  for (const [operation, handler] of Object.entries(operationsOf(selling))) api.on(operation, handler);
  return selling;
}

function operationsOf(selling: Selling): Readonly<Record<string, Handler>> {
  return {
    'POST /v1/search': ({ body }) => ok(search(selling, body)),
    'POST /v1/quotes': ({ body }) => {
      const stay = body as unknown as Stay;
      const reasons = reasonsOf(selling, stay, Number(body['partySize']));
      return reasons.length > 0
        ? problem({
            status: 409,
            code: 'unavailable',
            reasons,
            ...(body['alternatives'] !== undefined && near(selling, stay)),
          })
        : ok(quote(selling, stay, Number(body['quantity'] ?? 1)));
    },
    'POST /v1/bookings': (request, api) => create(selling, request, api),
    'POST /v1/holds': (request, api) => hold(selling, request, api),
    'POST /v1/holds/{id}/checkout-session': ({ ids: [id = ''] }) => ({
      status: 201,
      body: { id: 'cs_1', reservationId: id, url: 'https://pay.example/cs_1', expiresAt: LATER },
    }),
    'DELETE /v1/bookings/{id}': ({ ids: [id = ''] }, api) => {
      api.change(id, { state: 'cancelled' });
      return ok(api.bookings.get(id) ?? {});
    },
    'GET /v1/resources/{id}/calendar': ({ ids: [id = ''] }) => {
      const restrictions = { minStayNights: selling.minStay.get(numberOf(id)) ?? 1, maxStayNights: null };
      return ok({ resourceId: id, days: [{ date: '2027-06-10', restrictions }] });
    },
    'GET /v1/blocks': ({ query }) => ok({ blocks: [block(query.get('resourceId') ?? '')], nextCursor: null }),
    'GET /v1/guests': ({ query }) =>
      ok({
        guests: GUEST.name.toLowerCase().startsWith(query.get('q') ?? '') ? [GUEST] : [],
        nextCursor: null,
      }),
    'GET /v1/tax-rules': () =>
      ok({
        taxRules: [{ code: 'CITY', name: 'City tax', enabled: true, exemptible: true }],
        nextCursor: null,
      }),
  };
}

const LATER = '2027-06-10T08:15:00.000Z';

const GUEST = {
  id: '0197a204-5555-7000-8000-000000000001',
  name: 'grace hopper',
  email: 'grace@example.com',
  phone: '+1 555 0100',
  language: 'en',
  staysCount: 3,
};

const block = (resourceId: string): object => ({
  id: 'block-1',
  resourceId,
  from: '2027-06-10',
  to: '2027-06-12',
  kind: 'out_of_order',
  note: 'Broken shower',
});

function reasonsOf(selling: Selling, stay: Stay, party: number): string[] {
  const room = numberOf(stay.resourceId);
  return [
    ...(party > LEAST_PARTY ? ['occupancy_exceeded'] : []),
    ...(selling.sold.has(room) ? ['reserved'] : []),
    ...(selling.blocked.has(room) ? ['external_block'] : []),
    ...(nightsOf(stay) < (selling.minStay.get(room) ?? 1) ? ['min_stay'] : []),
  ];
}

function search(selling: Selling, body: Request['body']): object {
  const { arrival, departure } = body['dates'] as { arrival: string; departure: string };
  const [from, to] = [`${arrival}T13:00:00.000Z`, `${departure}T09:00:00.000Z`];
  const wanted = body['resourceIds'] as string[] | undefined;
  const party = Number(body['adults']) + Number(body['children'] ?? 0);
  const all = selling.resources
    .filter(({ id }) => wanted === undefined || wanted.includes(id))
    .map((resource) => {
      const stay = { resourceId: resource.id, from, to };
      const reasons = reasonsOf(selling, stay, party);
      const total = totalOf(selling, stay, Number(body['quantity'] ?? 1));
      const isAvailable = reasons.length === 0;
      return {
        resource,
        from,
        to,
        nights: nightsOf(stay),
        available: isAvailable,
        bookable: isAvailable,
        reasons,
        unitsLeft: isAvailable ? resource.units : 0,
        cheapest: null,
        problems: [],
        offers: resource.ratePlans.map(({ id, code, name }) => ({
          ratePlanId: id,
          ratePlanCode: code,
          name,
          available: isAvailable,
          reasons,
          totalMinorUnits: isAvailable ? total : null,
          currency: 'EUR',
          displayTotal: isAvailable ? { amountMinorUnits: total, currency: 'EUR' } : null,
          averageNightMinorUnits: isAvailable ? String(selling.nightly) : null,
          dueAtPropertyMinorUnits: '1000',
          refundability: 'partially_refundable',
          freeUntil: `${addDays(arrival, -7)}T13:00:00.000Z`,
        })),
        alternatives: reasons.includes('min_stay') ? [longer(selling, stay)] : [],
      };
    });
  const first = Number(body['cursor'] ?? 0);
  const end = first + Number(body['limit']);
  const nextCursor = end < all.length ? String(end) : null;
  return { asOf: NOW, evaluated: all.length, results: all.slice(first, end), nextCursor };
}

/** Room 102 on the same dates. */
function near(selling: Selling, stay: Stay): object {
  const [resourceId, ratePlanId] = [ids.resource(2), RESOURCES[1]?.ratePlans[0]?.id ?? null];
  const total = totalOf(selling, stay, 1);
  const { from, to } = stay;
  const nights = nightsOf(stay);
  return {
    alternatives: [{ resourceId, ratePlanId, from, to, nights, totalMinorUnits: total, currency: 'EUR' }],
  };
}

function longer(selling: Selling, stay: Stay): object {
  const nights = selling.minStay.get(numberOf(stay.resourceId)) ?? 1;
  const to = `${addDays(dayOf(stay.from), nights)}T09:00:00.000Z`;
  return {
    kind: 'longer',
    resourceId: stay.resourceId,
    ratePlanId: RESOURCES[numberOf(stay.resourceId) - 1]?.ratePlans[0]?.id ?? null,
    from: stay.from,
    to,
    nights,
    shiftDays: 0,
    totalMinorUnits: totalOf(selling, { ...stay, to }, 1),
    currency: 'EUR',
    displayTotal: null,
  };
}

const totalOf = ({ nightly }: Selling, stay: Pick<Stay, 'from' | 'to'>, units: number): string =>
  String(nightly * nightsOf(stay) * units);

function quote(selling: Selling, stay: Stay, quantity: number): object {
  const total = totalOf(selling, stay, quantity);
  const { bill, schedule } = booking({ from: dayOf(stay.from), nights: nightsOf(stay) });
  const none = { amountMinorUnits: '0', kind: 'none', multiplierBps: 10_000 };
  const nights = Array.from({ length: nightsOf(stay) }, (_, night) => ({
    date: addDays(dayOf(stay.from), night),
    amountMinorUnits: String(selling.nightly),
  }));
  return {
    ...stay,
    quoteId: 'quote-1',
    partySize: 2,
    quantity,
    expiresAt: LATER,
    signedQuoteToken: JSON.stringify({ ...stay, total }),
    displayTotal: { amountMinorUnits: total, currency: 'EUR' },
    fx: {},
    priceBreakdown: {
      ...bill,
      nights,
      subtotalMinorUnits: total,
      leadTimeAdjustment: none,
      lengthOfStayAdjustment: none,
      roomTotalMinorUnits: total,
      totalMinorUnits: total,
    },
    cancellation: {
      timeline: [
        { until: '2027-06-03T13:00:00.000Z', penaltyMinorUnits: '0', refundMinorUnits: total },
        { until: null, penaltyMinorUnits: String(Number(total) / 2), refundMinorUnits: '0' },
      ],
    },
    schedule: schedule?.map((entry) => ({ ...entry, amountMinorUnits: total })),
  };
}

function create(selling: Selling, { body, headers }: Request, api: FakeApi): Reply {
  const key = headers['idempotency-key'] ?? '';
  const replayed = api.bookings.get(selling.made.get(key) ?? '');
  if (replayed !== undefined) return ok({ booking: replayed, payment: null });
  const stay = body as unknown as Stay;
  const total = totalOf(selling, stay, 1);
  if (!('guestEmail' in body) || body['guestEmail'] === '') {
    const errors = [{ pointer: '/guestEmail', message: 'must be an e-mail address' }];
    return problem({ status: 400, code: 'validation_failed', errors });
  }
  if ((body['expectedTotalMinorUnits'] ?? total) !== total)
    return problem({ status: 409, code: 'price_changed', totalMinorUnits: total });
  if (selling.sold.has(numberOf(stay.resourceId))) return problem({ status: 409, code: 'booking_conflict' });
  const isLater = body['payAtProperty'] === true;
  const made = makeBooking(api, stay, {
    ...(body as object),
    totalMinorUnits: total,
    balanceState: isLater ? 'scheduled' : 'paid',
  });
  selling.made.set(key, made.id);
  selling.sold.add(numberOf(stay.resourceId));
  return { status: 201, body: { booking: made, payment: null } };
}

function hold(selling: Selling, { body, headers }: Request, api: FakeApi): Reply {
  const key = headers['idempotency-key'] ?? '';
  const replayed = api.bookings.get(selling.made.get(key) ?? '');
  if (replayed !== undefined) return ok(replayed);
  const { total, ...stay } = JSON.parse(String(body['signedQuoteToken'])) as Stay & { total: string };
  const state = 'held' as const;
  const made = makeBooking(api, stay, {
    state,
    totalMinorUnits: total,
    guestName: null,
    holdExpiresAt: LATER,
  });
  selling.made.set(key, made.id);
  return { status: 201, body: made };
}

function makeBooking(api: FakeApi, stay: Stay, more: object) {
  const n = 500 + api.bookings.size;
  const made = {
    ...booking({ n, from: dayOf(stay.from), nights: nightsOf(stay), resource: numberOf(stay.resourceId) }),
    source: 'manual' as const,
    updatedAt: NOW,
    ...more,
    id: ids.booking(n),
  };
  api.bookings.set(made.id, made);
  return made;
}
