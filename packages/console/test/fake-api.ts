import { randomUUID } from 'node:crypto';
import { booking, RESOURCES, SESSION } from './records.ts';
import type { FakeBooking } from './records.ts';
import { dailyOf, pickupOf, summaryOf } from './report-records.ts';
import { POLICIES, TAX_RULES } from './term-records.ts';

/** Enough of the API for the page, in memory: stays of one hotel, with refusals to order. */

export const ORIGIN = 'https://desk.example';
export const NOW = '2027-06-10T08:00:00.000Z';

export interface Request {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
  /** What the pattern of the route has in its place. */
  readonly ids: readonly string[];
}

export interface Reply {
  readonly status: number;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

export type Handler = (request: Request, api: FakeApi) => Reply;
type Refusal = { readonly status: number; readonly code: string } & Readonly<Record<string, unknown>>;

export interface FakeApi {
  readonly requests: Request[];
  readonly bookings: Map<string, FakeBooking>;
  /** The answer of `GET /v1/console/session`; null: signed out. */
  session: typeof SESSION | null;
  /** Adds an operation, or replaces one: `POST /v1/bookings/{id}/refunds`. */
  on(operation: string, handler: Handler): void;
  /** The next request to the operation is refused. */
  refuse(operation: string, problem: Refusal, headers?: Readonly<Record<string, string>>): void;
  /** Requests to an operation, oldest first. */
  sent(operation: string): Request[];
  /** A change that another client of the API makes. */
  change(id: string, fields: Partial<FakeBooking>): void;
  answer(request: Omit<Request, 'ids'>): Reply;
}

export const ok = (body: object, headers: Readonly<Record<string, string>> = {}): Reply => ({
  status: 200,
  body,
  headers,
});

export function problem({ status, code, ...more }: Refusal): Reply {
  const type = `${ORIGIN}/problems/${code}`;
  const body = { type, title: code, detail: code, instance: 'request-1', status, code, ...more };
  return {
    status,
    body,
    headers: { 'content-type': 'application/problem+json', 'x-request-id': 'request-1' },
  };
}

const matches = (operation: string, method: string, path: string): string[] | null => {
  const [wanted, pattern = ''] = operation.split(' ');
  if (wanted !== method) return null;
  const found = new RegExp(`^${pattern.replaceAll(/\{\w+\}/g, '([^/]+)')}$`).exec(path);
  return found && found.slice(1);
};

export function fakeApi(further: Readonly<Record<string, Handler>> = {}): FakeApi {
  const handlers = new Map(Object.entries({ ...OPERATIONS, ...further }));
  const refusals: { operation: string; reply: Reply }[] = [];
  const api: FakeApi = {
    requests: [],
    bookings: new Map([booking({})].map((one) => [one.id, one])),
    session: SESSION,
    on: (operation, handler) => void handlers.set(operation, handler),
    refuse(operation, refusal, headers = {}) {
      const reply = problem(refusal);
      refusals.push({ operation, reply: { ...reply, headers: { ...reply.headers, ...headers } } });
    },
    sent: (operation) => api.requests.filter(({ method, path }) => matches(operation, method, path) !== null),
    change(id, fields) {
      const before = api.bookings.get(id);
      if (before === undefined) throw new Error(`there is no booking ${id}`);
      api.bookings.set(id, { ...before, ...fields, version: before.version + 1, updatedAt: NOW });
    },
    answer(request) {
      const reply = answerOf(request);
      const permissions = api.session?.permissions.join(',');
      if (permissions === undefined) return reply;
      return { ...reply, headers: { 'console-permissions': permissions, ...reply.headers } };
    },
  };
  const answerOf = (request: Omit<Request, 'ids'>): Reply => {
    const { method, path } = request;
    const [operation, ids] = find(handlers, method, path);
    api.requests.push({ ...request, ids });
    const at = refusals.findIndex((one) => one.operation === operation);
    if (at >= 0) return refusals.splice(at, 1)[0]?.reply ?? ok({});
    if (api.session === null && !OPEN.includes(path)) return problem({ status: 401, code: 'session_ended' });
    const named = request.headers['console-session'];
    if (named !== undefined && api.session !== null && named !== api.session.id && !OPEN.includes(path))
      return problem({ status: 401, code: 'session_ended' });
    return handlers.get(operation)?.({ ...request, ids }, api) ?? problem({ status: 404, code: 'not_found' });
  };
  return api;
}

function find(handlers: ReadonlyMap<string, Handler>, method: string, path: string): [string, string[]] {
  for (const operation of handlers.keys()) {
    const ids = matches(operation, method, path);
    if (ids !== null) return [operation, ids];
  }
  return ['', []];
}

const OPEN = ['/v1/ping', '/v1/console/session'];

export const PAYMENT_ACCOUNT = {
  provider: 'stripe',
  accountId: 'acct_1',
  canCharge: true,
  redirectOrigins: ['https://hotel.example'],
};

const unknown = problem({ status: 404, code: 'booking_not_found' });

const OPERATIONS: Readonly<Record<string, Handler>> = {
  'GET /v1/ping': () => ok({ ok: true, ts: NOW }),
  'GET /v1/console/session': (_, { session }) =>
    session === null ? problem({ status: 401, code: 'session_ended' }) : ok(session),
  'POST /v1/console/session': ({ body }, api) => {
    if (body['password'] !== 'right') return problem({ status: 401, code: 'invalid_credentials' });
    api.session = { ...SESSION, id: randomUUID(), mode: body['mode'] as 'live' };
    return { status: 201, body: api.session };
  },
  'DELETE /v1/console/session': (_, api) => {
    api.session = null;
    return { status: 204 };
  },
  'DELETE /v1/console/sessions': (_, api) => {
    api.session = null;
    return { status: 204 };
  },
  'GET /v1/resources': () => ok({ resources: RESOURCES, nextCursor: null }),
  'GET /v1/bookings': ({ query }, { bookings }) => {
    const found = [...bookings.values()].filter((one) => fits(one, query));
    if (query.get('order') === 'desc') found.reverse();
    const from = Number(query.get('cursor') ?? 0);
    const to = from + Number(query.get('limit') ?? 20);
    return ok({ bookings: found.slice(from, to), nextCursor: to < found.length ? String(to) : null });
  },
  'GET /v1/bookings/{id}': ({ ids: [id = ''], headers }, { bookings }) => {
    const found = bookings.get(id);
    if (found === undefined) return unknown;
    const etag = `"v${found.version}"`;
    return headers['if-none-match'] === etag ? { status: 304 } : ok(found, { etag });
  },
  'PATCH /v1/bookings/{id}': ({ ids: [id = ''], headers, body }, api) => {
    const found = api.bookings.get(id);
    if (found === undefined) return unknown;
    if ((headers['if-match'] ?? `"v${found.version}"`) !== `"v${found.version}"`)
      return problem({ status: 412, code: 'version_mismatch', currentVersion: found.version });
    api.change(id, body as Partial<FakeBooking>);
    return ok(api.bookings.get(id) ?? {}, { etag: `"v${found.version + 1}"` });
  },
  'GET /v1/bookings/{id}/payments': ({ ids: [id = ''] }, { bookings }) => {
    const found = bookings.get(id);
    return found === undefined ? unknown : ok(found.money);
  },
  'GET /v1/bookings/{id}/cancellation': ({ ids: [id = ''] }, { bookings }) => {
    const found = bookings.get(id);
    return found === undefined ? unknown : ok({ ...found.preview, version: found.version });
  },
  'GET /v1/bookings/{id}/history': ({ ids: [id = ''] }, { bookings }) =>
    ok({ entries: bookings.get(id)?.history ?? [], nextCursor: null }),
  'GET /v1/bookings/{id}/changes': () => ok({ changes: [], nextCursor: null }),
  'GET /v1/bookings/{id}/mails': () => ok({ mails: [], nextCursor: null }),
  'POST /v1/bookings/{id}/offline-payments': ({ ids: [id = ''], body }, api) => {
    const found = api.bookings.get(id);
    if (found === undefined) return unknown;
    const paid = BigInt(String(body['amountMinorUnits']));
    const due = BigInt(found.money.dueMinorUnits) - paid;
    const entry = {
      id: `payment-${found.money.payments.length}`,
      purpose: 'balance',
      state: 'succeeded',
      createdAt: NOW,
      note: null,
      returned: false,
      providerPaymentIntentId: null,
      ...body,
    };
    const money = {
      ...found.money,
      dueMinorUnits: String(due < 0n ? 0n : due),
      collectedMinorUnits: String(BigInt(found.money.collectedMinorUnits) + paid),
      payments: [...found.money.payments, entry as never],
    };
    // Money at the desk does not raise the version.
    api.bookings.set(id, { ...found, money });
    return { status: 201, body: entry };
  },
  'GET /v1/payment-account': () => ok(PAYMENT_ACCOUNT),
  'GET /v1/channel/conflicts': () => ok({ conflicts: [], nextCursor: null }),
  'GET /v1/channel-connections': () => ok({ connections: [], nextCursor: null }),
  'GET /v1/webhook-endpoints': () => ok({ webhookEndpoints: [] }),
  'GET /v1/metrics/summary': () => ok(summaryOf('EUR')),
  'GET /v1/metrics/daily': ({ query }) => ok(dailyOf(query)),
  'GET /v1/metrics/pickup': ({ query }) => ok(pickupOf(query)),
  'GET /v1/cancellation-policies': () => ok({ cancellationPolicies: POLICIES, nextCursor: null }),
  'GET /v1/tax-rules': () => ok({ taxRules: TAX_RULES, nextCursor: null }),
  'GET /v1/events': () => ok({ events: [], nextCursor: null }),
};

const listed = (text: string | null): string[] | null => (text ? text.split(',') : null);

function fits(one: FakeBooking, query: URLSearchParams): boolean {
  const states = listed(query.get('state'));
  const q = query.get('q')?.toLowerCase();
  const number = q?.replaceAll('-', '').toUpperCase();
  const words = [one.guestName ?? '', one.guestEmail ?? '', one.externalReference ?? '']
    .join(' ')
    .toLowerCase();
  const day = (name: string): string => query.get(name) ?? '';
  return (
    (states === null || states.includes(one.state)) &&
    (listed(query.get('balanceState'))?.includes(one.balanceState) ?? true) &&
    (q === undefined || words.split(' ').some((word) => word.startsWith(q)) || one.reference === number) &&
    (!day('arrivalFrom') || one.startsAt.slice(0, 10) >= day('arrivalFrom')) &&
    (!day('arrivalTo') || one.startsAt.slice(0, 10) < day('arrivalTo')) &&
    (!day('departureFrom') || one.endsAt.slice(0, 10) >= day('departureFrom')) &&
    (!day('departureTo') || one.endsAt.slice(0, 10) < day('departureTo')) &&
    (!day('from') || one.endsAt.slice(0, 10) >= day('from')) &&
    (!day('to') || one.startsAt.slice(0, 10) < day('to')) &&
    (!day('updatedSince') || one.updatedAt >= day('updatedSince'))
  );
}
