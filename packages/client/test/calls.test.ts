import { describe, expect, it } from 'vitest';
import { Lodging, LodgingError, responseInfo } from '../src/index.ts';
import type {
  Booking,
  BookingListParams,
  LodgingOptions,
  Quote,
  QuoteCreateParams,
  RequestEvent,
} from '../src/index.ts';
import { answering, problem } from './answers.ts';

const baseUrl = 'https://api.lodging.example';
const id = '0197a205-2233-7445-8566-778899aabbcc';
const fault = () => new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } });

function clientOf(options: Partial<LodgingOptions>, ...answers: Parameters<typeof answering>) {
  const server = answering(...answers);
  const lodging = new Lodging({ key: 'sk_test_x', baseUrl, fetch: server.fetch, ...options });
  return { ...server, lodging };
}
const caught = (call: PromiseLike<unknown>) =>
  Promise.resolve(call).then(
    () => undefined,
    (error: unknown) => error,
  );

describe('a request of your own', () => {
  it('has the key, the query and the body', async () => {
    const { lodging, requests } = clientOf({}, Response.json({ id }, { headers: { etag: '"v1"' } }));
    const answer = await lodging.request<Booking>('POST', '/v1/later', {
      query: { plan: 'all', limit: 5, cursor: null, state: undefined },
      body: { a: 1 },
      ifMatch: '"v0"',
    });
    expect(responseInfo(answer)?.etag).toBe('"v1"');
    const [request] = requests;
    expect(request?.url).toBe(`${baseUrl}/v1/later?plan=all&limit=5`);
    expect(request?.headers.get('authorization')).toBe('Bearer sk_test_x');
    expect(request?.headers.get('if-match')).toBe('"v0"');
    expect(request?.headers.get('idempotency-key')).toBeNull();
    expect(await request?.json()).toEqual({ a: 1 });
  });

  it.each([
    ['GET', {}, 2],
    ['put', {}, 2],
    ['POST', {}, 1],
    ['PATCH', {}, 1],
    ['DELETE', {}, 1],
    ['POST', { idempotencyKey: id }, 2],
  ])('is repeated only where it may be: %s %j', async (method, options, tries) => {
    const { lodging, requests } = clientOf({ maxRetries: 1 }, fault(), fault());
    await expect(lodging.request(method, '/v1/later', options)).rejects.toBeInstanceOf(LodgingError);
    expect(requests).toHaveLength(tries);
  });

  it.each([
    ['GET', '@elsewhere.example/'],
    ['GET', 'v1/ping'],
    ['GET', '/v1/bookings/{id}'],
    ['GET', '/v1/bookings?state=held'],
    ['TRACE', '/v1/ping'],
  ])('that could go elsewhere is refused: %s %s', async (method, path) => {
    const { lodging, requests } = clientOf({});
    await expect(lodging.request(method, path)).rejects.toThrow(TypeError);
    expect(requests).toEqual([]);
  });
});

describe('one call', () => {
  it('has retries of its own', async () => {
    const { lodging, requests } = clientOf({}, fault(), fault());
    await expect(lodging.ping({ maxRetries: 0 })).rejects.toMatchObject({ code: 'connection_failed' });
    expect(requests).toHaveLength(1);
  });

  it('has a timeout of its own', async () => {
    const never = (_url: unknown, init?: RequestInit) =>
      new Promise<Response>((_, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
      });
    const { lodging } = clientOf({ fetch: never, maxRetries: 0 });
    await expect(lodging.ping({ timeoutMs: 20 })).rejects.toMatchObject({ code: 'connection_failed' });
  });

  it('may have a plan that is null, as offers have it; it is not sent', async () => {
    const { lodging, requests } = clientOf({}, Response.json({ id }), Response.json({ id }));
    const params: QuoteCreateParams = { resourceId: id, from: '', to: '', partySize: 2, ratePlanId: null };
    await lodging.quotes.create(params);
    await lodging.bookings.create({ ...params, guestEmail: 'a@b.example' });
    for (const request of requests) expect(await request.json()).not.toHaveProperty('ratePlanId');
    expect(params.ratePlanId).toBeNull();
  });
});

describe('an abort', () => {
  const reason = new Error('no longer wanted');

  it.each([
    ['before the call', () => AbortSignal.abort(reason)],
    [
      'in the wait before a retry',
      () => {
        const stop = new AbortController();
        setTimeout(() => stop.abort(reason), 20);
        return stop.signal;
      },
    ],
  ])('%s is an error of this client, whose cause is the reason', async (_, signalOf) => {
    const { lodging } = clientOf({}, problem(503, 'service_unavailable', {}, { 'retry-after': '30' }));
    const error = await caught(lodging.ping({ signal: signalOf() }));
    expect(error).toBeInstanceOf(LodgingError);
    expect(error).toMatchObject({ code: 'aborted', status: 0, cause: reason });
  });

  it('of a request on its way is one, too, and ends the call', async () => {
    const stop = new AbortController();
    const fetch = (_url: unknown, init?: RequestInit) =>
      new Promise<Response>((_, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
        stop.abort(reason);
      });
    const { lodging } = clientOf({ fetch });
    const error = await caught(lodging.ping({ signal: stop.signal }));
    expect(error).toMatchObject({ name: 'LodgingError', code: 'aborted', cause: reason });
  });
});

describe('the error', () => {
  it('has its right name in every place', async () => {
    const { lodging } = clientOf({}, problem(409, 'unavailable'));
    const error = (await caught(lodging.ping())) as Error;
    expect(LodgingError.name).toBe('LodgingError');
    expect(error.name).toBe('LodgingError');
    expect(String(error)).toBe('LodgingError: unavailable: unavailable.');
    expect(error.stack).toMatch(/^LodgingError: unavailable/);
    expect(error).toBeInstanceOf(Error);
  });

  it('is no instance of a subclass, and others are none of it', () => {
    class OwnError extends (LodgingError as unknown as new (init: unknown) => Error) {}
    const init = { problem: { code: 'x', status: 0, title: '', detail: '', type: '' } };
    expect(new OwnError(init)).toBeInstanceOf(OwnError);
    expect(new OwnError(init)).toBeInstanceOf(LodgingError);
    expect(new LodgingError(init)).not.toBeInstanceOf(OwnError);
    for (const other of [new Error('x'), null, undefined, 'x', {}])
      expect(other).not.toBeInstanceOf(LodgingError);
  });
});

describe('the hook', () => {
  it('is called after each try, with no header', async () => {
    const events: RequestEvent[] = [];
    const unavailable = problem(503, 'service_unavailable', {}, { 'retry-after': '0' });
    const answer = Response.json({ ok: true }, { headers: { 'x-request-id': 'r2' } });
    const { lodging } = clientOf({ onRequest: (event) => events.push(event) }, unavailable, answer);
    await lodging.ping();
    const request = { method: 'GET', url: `${baseUrl}/v1/ping`, durationMs: expect.any(Number) };
    expect(events).toEqual([
      { ...request, attempt: 1, status: 503, requestId: 'r1', error: expect.any(LodgingError) },
      { ...request, attempt: 2, status: 200, requestId: 'r2', error: undefined },
    ]);
    expect(JSON.stringify(events)).not.toContain('sk_test_x');
  });

  it.each([
    ['throws', () => JSON.parse('no log')],
    ['rejects', () => Promise.reject(new Error('no log'))],
  ])('does not end a call where it %s', async (_, onRequest) => {
    const { lodging } = clientOf({ onRequest }, Response.json({ ok: true }));
    expect(await lodging.ping()).toEqual({ ok: true });
  });
});

describe('all items of a list', () => {
  const page = (ids: string[], nextCursor: string | null) =>
    Response.json({ bookings: ids.map((one) => ({ id: one })), nextCursor });

  it('are those up to a limit, and no further page is read', async () => {
    const { lodging, requests } = clientOf({}, page(['a', 'b'], 'c1'), page(['c', 'd'], 'c2'));
    const params: BookingListParams = { state: 'confirmed' };
    const found: Booking[] = await lodging.bookings.list(params).all({ limit: 3 });
    expect(found.map((one) => one.id)).toEqual(['a', 'b', 'c']);
    expect(requests).toHaveLength(2);
    const exact = clientOf({}, page(['a', 'b'], 'c1'));
    expect(await exact.lodging.bookings.list().all({ limit: 2 })).toHaveLength(2);
  });

  it.each([0, -1, 1.5, Number.NaN])('have no limit of %d', async (limit) => {
    const { lodging } = clientOf({});
    await expect(lodging.bookings.list().all({ limit })).rejects.toThrow(/^limit must be /);
  });
});

it('names the types that a caller writes down', () => {
  const plan = (quote: Quote): string | null => quote.ratePlanId;
  expect(plan({ ratePlanId: null } as Quote)).toBeNull();
});
