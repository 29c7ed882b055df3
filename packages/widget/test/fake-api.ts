import { randomUUID } from 'node:crypto';

/** Stays of one apartment, priced at 100.00 a night; enough of the API for the component, with refusals to order. */

export const API = 'https://api.example';
export const PAY = 'https://pay.example';
export const ROOM = '0197a204-0000-7000-8000-000000000001';
const OTHER_ROOM = '0197a204-0000-7000-8000-000000000002';
const PLAN = '0197a204-0000-7000-8000-000000000003';
/** The view over a lake, drawn. */
const PHOTO = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 400"><rect width="600" height="400" fill="#f3c9a5"/>' +
    '<circle cx="430" cy="150" r="48" fill="#fff1d6"/><path d="M0 220 160 110 300 210 430 140 600 230V400H0z" fill="#7d93a6"/>' +
    '<path d="M0 240h600v160H0z" fill="#4d7692"/><path d="M0 330h600v70H0z" fill="#6b4f3a"/></svg>',
)}`;
export const NOW = '2027-05-03T09:00:00.000Z';
export const CODE = '042137';
export const REFERENCE = 'A7P7K3Q9';
const HOLD_MS = 15 * 60_000;

export interface Request {
  readonly method: string;
  readonly path: string;
  readonly body: Record<string, unknown>;
  readonly idempotencyKey: string | undefined;
  readonly language?: string | undefined;
}

export interface Reply {
  readonly status: number;
  readonly body: object;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Held {
  id: string;
  reference: string;
  state: string;
  totalMinorUnits: string;
  currency: string;
  holdExpiresAt: string | null;
}

type Ordered = { readonly status: number; readonly code: string } & Readonly<Record<string, unknown>>;

export interface FakeApi {
  readonly requests: Request[];
  readonly holds: Map<string, Held>;
  /** The next request to a path that ends like this is refused. */
  refuse(path: string, problem: Ordered, headers?: Record<string, string>): void;
  /** The guest has paid on the provider's page. */
  pay(): void;
  /** What the server's clock says is later by this much. */
  advance(ms: number): void;
  answer(request: Request): Reply;
}

const date = (value: unknown): string => String(value).slice(0, 10);
const nightsBetween = (from: string, to: string): string[] =>
  Array.from({ length: (Date.parse(to) - Date.parse(from)) / 86_400_000 }, (_, index) =>
    new Date(Date.parse(from) + index * 86_400_000).toISOString().slice(0, 10),
  );

export const alternative = {
  kind: 'resource',
  resourceId: OTHER_ROOM,
  ratePlanId: PLAN,
  from: '2027-06-10T13:00:00.000Z',
  to: '2027-06-12T09:00:00.000Z',
  nights: 2,
  shiftDays: 0,
  totalMinorUnits: '20000',
  currency: 'EUR',
  displayTotal: null,
};

function resource(id: string): object {
  const name = id === ROOM ? 'Loft at the harbour' : 'Garden apartment';
  return {
    id,
    kind: 'apartment',
    name,
    slug: 'loft',
    capacity: 4,
    currency: 'EUR',
    timezone: 'Europe/Berlin',
    photoUrls: [PHOTO],
    description: 'Two bedrooms above the boats. The balcony has the evening sun.',
    features: ['lake_view', 'balcony', 'kitchen', 'wifi', 'own_jetty'],
    roomType: { id: PLAN, code: 'APT', name: 'Apartment' },
    ratePlans: [{ id: PLAN, name: 'Flexible' }],
  };
}

function search({ dates }: Record<string, unknown>): object {
  const { arrival, departure } = Object(dates) as { arrival: string; departure: string };
  const nights = nightsBetween(arrival, departure);
  const total = String(nights.length * 10_000);
  const offer = {
    ratePlanId: PLAN,
    ratePlanCode: 'FLEX',
    name: 'Flexible',
    available: true,
    reasons: [],
    totalMinorUnits: total,
    currency: 'EUR',
    displayTotal: { amountMinorUnits: total, currency: 'EUR' },
    averageNightMinorUnits: '10000',
    dueAtPropertyMinorUnits: '400',
    refundability: 'partially_refundable',
    freeUntil: `${arrival}T13:00:00.000Z`,
  };
  const result = {
    resource: resource(ROOM),
    from: `${arrival}T13:00:00.000Z`,
    to: `${departure}T09:00:00.000Z`,
    nights: nights.length,
    available: true,
    reasons: [],
    unitsLeft: 1,
    bookable: true,
    cheapest: offer,
    offers: [offer],
    problems: [],
    alternatives: [],
  };
  return { asOf: NOW, evaluated: 1, results: [result], nextCursor: null };
}

function quote({ from, to }: Record<string, unknown>, now: number): object {
  const nights = nightsBetween(date(from), date(to));
  const total = String(nights.length * 10_000);
  const adjustment = { kind: 'none', amountMinorUnits: '0', multiplierBps: 10_000 };
  const line = { kind: 'tax', inclusive: false, refundable: true, code: 'x' };
  return {
    expiresAt: new Date(now + HOLD_MS).toISOString(),
    signedQuoteToken: `quote of ${from}`,
    displayTotal: { amountMinorUnits: total, currency: 'EUR' },
    priceBreakdown: {
      currency: 'EUR',
      nights: nights.map((night) => ({ date: night, amountMinorUnits: '10000' })),
      leadTimeAdjustment: { ...adjustment, kind: 'discount', amountMinorUnits: '1000' },
      lengthOfStayAdjustment: adjustment,
      discountMinorUnits: '0',
      lines: [
        {
          ...line,
          id: 'CLEAN',
          kind: 'fee',
          name: 'Final cleaning',
          collect: 'online',
          amountMinorUnits: '1000',
        },
        { ...line, id: 'VAT', name: 'VAT 7 %', inclusive: true, collect: 'online', amountMinorUnits: '1308' },
        { ...line, id: 'CITY', name: 'City tax', collect: 'property', amountMinorUnits: '400' },
      ],
      dueAtPropertyMinorUnits: '400',
      totalMinorUnits: total,
    },
    cancellation: {
      policyCode: 'flex',
      policyVersion: 1,
      refundability: 'partially_refundable',
      anchor: from,
      graceUntil: null,
      timeline: [
        { until: '2027-06-03T13:00:00.000Z', penaltyMinorUnits: '0', refundMinorUnits: total },
        { until: null, penaltyMinorUnits: '10000', refundMinorUnits: '10000' },
      ],
      noShowPenaltyMinorUnits: total,
    },
    schedule: [
      { purpose: 'deposit', amountMinorUnits: '6000', dueAt: NOW },
      { purpose: 'balance', amountMinorUnits: '14000', dueAt: '2027-06-02T22:00:00.000Z' },
    ],
  };
}

function calendar(path: string): object {
  const query = new URL(path, API).searchParams;
  const days = nightsBetween(date(query.get('from')), date(query.get('to'))).map((day) => ({
    date: day,
    status: day.endsWith('-20') ? 'unavailable' : 'available',
    reasons: [],
    // A high price of many digits on one day, to find a cell that is too small for it.
    priceHintMinorUnits: day.endsWith('-26') ? '123450' : day.endsWith('-27') ? '10350' : '10000',
    restrictions: {
      closedToArrival: day.endsWith('-21'),
      closedToDeparture: false,
      minStayNights: 1,
      maxStayNights: null,
      stopSell: false,
    },
  }));
  return { resourceId: ROOM, from: '', to: '', currency: 'EUR', days };
}

interface Server {
  readonly holds: Map<string, Held>;
  now: number;
  isPaid: boolean;
}

function hold({ holds, now }: Server, key: string): Reply {
  const known = holds.get(key);
  if (known !== undefined) return { status: 200, body: asOf(known, now) };
  const holdExpiresAt = new Date(now + HOLD_MS).toISOString();
  const made = {
    id: randomUUID(),
    reference: REFERENCE,
    state: 'held',
    totalMinorUnits: '20000',
    currency: 'EUR',
    holdExpiresAt,
  };
  holds.set(key, made);
  return { status: 201, body: made };
}

function confirm({ holds, isPaid }: Server, id: string): Reply {
  const found = [...holds.values()].find((one) => one.id === id);
  if (found === undefined) return refusal({ status: 404, code: 'hold_not_found' });
  if (!isPaid) return refusal({ status: 409, code: 'payment_required' });
  Object.assign(found, { state: 'confirmed', holdExpiresAt: null });
  return { status: 200, body: found };
}

function route(server: Server, { path, body, idempotencyKey = '' }: Request): Reply {
  const [, , collection, id = '', action] = (path.split('?')[0] ?? '').split('/');
  if (collection === 'search') return { status: 200, body: search(body) };
  if (collection === 'resources') {
    if (id === '') return { status: 200, body: { resources: [resource(ROOM)], nextCursor: null } };
    return { status: 200, body: action === 'calendar' ? calendar(path) : resource(id) };
  }
  if (collection === 'quotes') return { status: 200, body: quote(body, server.now) };
  if (id === '') return hold(server, idempotencyKey);
  if (action === 'confirm') return confirm(server, id);
  if (action === 'checkout-session') {
    const query = new URLSearchParams({
      success: String(body['successUrl']),
      cancel: String(body['cancelUrl']),
    });
    return { status: 201, body: { url: `${PAY}/?${query}` } };
  }
  if (!path.endsWith('verify')) return { status: 200, body: { accepted: true, expiresAt: NOW } };
  if (body['code'] !== CODE) return refusal({ status: 400, code: 'bad_code' });
  return { status: 200, body: { guestVerificationToken: 'guest', expiresAt: NOW } };
}

export function fakeApi(): FakeApi {
  const requests: Request[] = [];
  const refusals: { path: string; reply: Reply }[] = [];
  const server: Server = { holds: new Map(), now: Date.parse(NOW), isPaid: false };
  return {
    requests,
    holds: server.holds,
    refuse: (path, problem, headers) => void refusals.push({ path, reply: refusal(problem, headers) }),
    pay: () => void (server.isPaid = true),
    advance: (ms) => void (server.now += ms),
    answer(request) {
      requests.push(request);
      const index = refusals.findIndex(({ path }) => request.path.split('?')[0]?.endsWith(path));
      const [ordered] = index < 0 ? [] : refusals.splice(index, 1);
      return ordered?.reply ?? route(server, request);
    },
  };
}

function asOf(held: Held, now: number): Held {
  const isOver = held.holdExpiresAt !== null && Date.parse(held.holdExpiresAt) <= now;
  return isOver ? { ...held, state: 'expired' } : held;
}

function refusal(problem: Ordered, headers: Record<string, string> = {}): Reply {
  const body = { type: '', title: problem.code, detail: problem.code, ...problem };
  return {
    status: problem.status,
    body,
    headers: { 'content-type': 'application/problem+json', ...headers },
  };
}
