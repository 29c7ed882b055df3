import type { Answer, BookingApi, Party } from './booking-api.ts';
import type { Problem } from './records.ts';

const PATIENCE_MS = 20_000;
const ALTERNATIVES = 3;

interface Access {
  /** The address of the API, without `/v1`. */
  readonly baseUrl: string;
  readonly publishableKey: string;
}

interface Call {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: object;
  readonly idempotencyKey?: string;
}

export function httpApi(access: Access): BookingApi {
  const call = <T>(request: Call) => send<T>(access, request);
  const post = <T>(path: string, body: object) => call<T>({ method: 'POST', path, body });
  const get = <T>(path: string) => call<T>({ method: 'GET', path });
  return {
    search: ({ arrival, departure, resourceId, bookableOnly, currency, cursor, ...party }) =>
      post('/v1/search', {
        dates: { arrival, departure },
        adults: party.adults,
        ...(party.childAges.length > 0 && { children: party.childAges.length, childAges: party.childAges }),
        ...(resourceId === null
          ? { kinds: ['hotel_room', 'apartment', 'villa'] }
          : { resourceIds: [resourceId] }),
        plans: 'all',
        bookableOnly,
        ...(!bookableOnly && { alternatives: ALTERNATIVES }),
        ...(currency === null ? { sort: 'name' } : { currency }),
        ...(cursor !== null && { cursor }),
      }),
    resource: (id) => get(`/v1/resources/${id}`),
    calendar: (id, from, to) => get(`/v1/resources/${id}/calendar?${new URLSearchParams({ from, to })}`),
    quote: ({ resourceId, ratePlanId, from, to, currency, ...party }) =>
      post('/v1/quotes', {
        resourceId,
        from,
        to,
        ...guests(party),
        ...(ratePlanId !== null && { ratePlanId }),
        ...(currency !== null && { currency }),
        alternatives: ALTERNATIVES,
      }),
    hold: (signedQuoteToken, idempotencyKey) =>
      call({ method: 'POST', path: '/v1/holds', body: { signedQuoteToken }, idempotencyKey }),
    sendCode: (holdId, email) => post(`/v1/holds/${holdId}/otp`, { email }),
    verifyCode: (holdId, email, code) => post(`/v1/holds/${holdId}/otp/verify`, { email, code }),
    checkout: (holdId, successUrl, cancelUrl) =>
      post(`/v1/holds/${holdId}/checkout-session`, { successUrl, cancelUrl }),
    confirm: (holdId, guestVerificationToken) =>
      post(`/v1/holds/${holdId}/confirm`, { guestVerificationToken }),
  };
}

function guests({ adults, childAges }: Party): object {
  const partySize = adults + childAges.length;
  return childAges.length === 0
    ? { partySize }
    : { partySize, occupancyChildren: childAges.length, childAges };
}

async function send<T>(
  { baseUrl, publishableKey }: Access,
  { method, path, body, idempotencyKey }: Call,
): Promise<Answer<T>> {
  let response: Response;
  try {
    response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${publishableKey}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      credentials: 'omit',
      cache: 'no-store',
      referrerPolicy: 'strict-origin',
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
  } catch (error) {
    const isTimeout = error instanceof DOMException && error.name === 'TimeoutError';
    return refused({ code: isTimeout ? 'timeout' : 'offline' });
  }
  let answer: unknown;
  try {
    answer = await response.json();
  } catch {
    return refused({ code: 'not_an_answer', status: response.status });
  }
  // The shape of a success is the API's word.
  if (response.ok) return { ok: true, value: answer as T };
  return refused({ ...Object(answer), ...headersOf(response) });
}

function headersOf({ status, headers }: Response): object {
  const wait = Number(headers.get('retry-after') ?? Number.NaN);
  return {
    status,
    requestId: headers.get('x-request-id'),
    retryAfterSeconds: Number.isFinite(wait) ? wait : null,
  };
}

function refused(told: Partial<Problem>): Answer<never> {
  const { code, status, requestId, retryAfterSeconds, reasons, alternatives, missingDates } = told;
  const problem: Problem = {
    code: typeof code === 'string' ? code : 'not_an_answer',
    status: status ?? 0,
    requestId: requestId ?? null,
    retryAfterSeconds: retryAfterSeconds ?? null,
    reasons: reasons ?? [],
    alternatives: alternatives ?? [],
    missingDates: missingDates ?? [],
  };
  return { ok: false, problem };
}
