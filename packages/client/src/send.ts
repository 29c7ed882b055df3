import { aborted, LodgingError, notAnswered, unexpectedResponse } from './errors.ts';
import type { ErrorInit } from './errors.ts';

export interface Request {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** The outcome is the same however often it is sent. */
  readonly repeatable: boolean;
}

export interface SendLimits {
  readonly fetch: typeof fetch;
  readonly credentials: RequestInit['credentials'] | undefined;
  readonly deadlineMs: number;
  readonly timeoutMs: number;
  readonly maxRetries: number;
  readonly signal: AbortSignal | undefined;
  readonly onRequest: ((event: RequestEvent) => unknown) | undefined;
}

/** One try of a call, after its end. It has no headers, and so no key. */
export interface RequestEvent {
  readonly method: string;
  /** A query may have data of guests; the path of a feed has its token. */
  readonly url: string;
  /** 1 for the first try of the call. */
  readonly attempt: number;
  readonly durationMs: number;
  /** 0 where no response came. */
  readonly status: number;
  /** Names the request in the logs of the API. */
  readonly requestId: string | undefined;
  /** What was refused or failed; it may be repeated. Undefined after a success. */
  readonly error: LodgingError | undefined;
}

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 8_000;
/** Timers with more milliseconds run at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Of these the request was not carried out, or is still being carried out under its Idempotency-Key. */
const NOT_DONE = ['rate_limited', 'resource_locked'];

/** The response of the first try that has one which need not be repeated. */
export async function send(request: Request, limits: SendLimits): Promise<Response> {
  const endsAt = Date.now() + limits.deadlineMs;
  let mayBeDone = false;
  for (let tries = 1; ; tries += 1) {
    const beganAt = performance.now();
    const outcome = await attempt(request, limits, endsAt - Date.now());
    report(request, limits, outcome, { attempt: tries, durationMs: performance.now() - beganAt });
    if (outcome instanceof Response) return outcome;
    if (mayBeDone && isDeleted(request, outcome)) return new Response(null, { status: 204 });
    mayBeDone ||= !isUnsent(outcome) && !NOT_DONE.includes(outcome.code);
    const wait = waitAfter(outcome, tries);
    const mayRepeat = isUnsent(outcome) || (request.repeatable && isPassing(outcome));
    if (!mayRepeat || tries > limits.maxRetries || Date.now() + wait >= endsAt) throw outcome;
    await pause(wait, limits.signal);
  }
}

/** A hook that throws, or rejects, must not end a booking. */
function report(
  { method, url }: Request,
  { onRequest }: SendLimits,
  outcome: Response | LodgingError,
  numbers: Pick<RequestEvent, 'attempt' | 'durationMs'>,
): void {
  if (onRequest === undefined) return;
  const error = outcome instanceof Response ? undefined : outcome;
  const requestId =
    outcome instanceof Response ? (outcome.headers.get('x-request-id') ?? undefined) : outcome.requestId;
  const event = { method, url, ...numbers, status: outcome.status, requestId, error };
  new Promise((resolve) => resolve(onRequest(event))).catch(() => {});
}

async function attempt(
  { method, url, headers, body }: Request,
  { fetch: fetchIt, credentials, timeoutMs, signal }: SendLimits,
  leftMs: number,
): Promise<Response | LodgingError> {
  if (signal?.aborted) return aborted(signal);
  const milliseconds = Math.ceil(Math.min(timeoutMs, leftMs, LONGEST_TIMER_MS));
  const timeout = AbortSignal.timeout(Math.max(1, milliseconds));
  const either = signal === undefined ? timeout : AbortSignal.any([timeout, signal]);
  try {
    const response = await fetchIt(url, {
      method,
      headers,
      signal: either,
      // A redirected POST would become a GET, and a key would go to another host.
      redirect: 'error',
      ...(credentials !== undefined && { credentials }),
      ...(body === undefined ? {} : { body }),
    });
    if (response.ok || response.status === 304) return await buffered(response);
    return await refusalOf(response);
  } catch (cause) {
    if (signal?.aborted) return aborted(signal);
    return timeout.aborted && leftMs <= timeoutMs
      ? notAnswered('deadline_exceeded', 'The deadline passed before there was an answer.', cause)
      : notAnswered('connection_failed', `There was no answer from ${new URL(url).origin}.`, cause);
  }
}

/** Reads the body within the try: a connection that breaks in the middle of it is a fault of the network. */
async function buffered(response: Response): Promise<Response> {
  const { status, headers } = response;
  const text = await response.text();
  return new Response([204, 304].includes(status) ? null : text, { status, headers });
}

async function refusalOf(response: Response): Promise<LodgingError> {
  const { headers } = response;
  const text = await response.text();
  const retryAfterSeconds = secondsOf(headers.get('retry-after'));
  const isProblem = (headers.get('content-type') ?? '').startsWith('application/problem+json');
  const problem = isProblem ? (objectIn(text) as Partial<ErrorInit['problem']> | undefined) : undefined;
  if (typeof problem?.code !== 'string') return unexpectedResponse(response, text, retryAfterSeconds);
  const requestId = headers.get('x-request-id') ?? undefined;
  return new LodgingError({ problem: problem as ErrorInit['problem'], requestId, retryAfterSeconds });
}

/** Every body of the API but text is an object. Undefined for HTML, and for JSON that was cut short. */
export function objectIn(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Seconds, or a date (RFC 9110). */
function secondsOf(value: string | null): number | undefined {
  if (value === null) return undefined;
  if (/^\d+$/.test(value)) return Number(value);
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, (at - Date.now()) / 1_000);
}

/** The DELETE of a booking is not repeatable: its response has the amounts of the refund. */
function isDeleted({ method, repeatable }: Request, { code, status }: LodgingError): boolean {
  return method === 'DELETE' && repeatable && status === 404 && code !== 'unexpected_response';
}

/** True where the API has surely not begun with the request. */
function isUnsent({ code, status, cause }: LodgingError): boolean {
  if (code === 'connection_failed') {
    const reason = String(Object(Object(cause).cause).code);
    return ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'].includes(reason);
  }
  return status === 429;
}

function isPassing({ code, status }: LodgingError): boolean {
  if (code === 'unexpected_response') return [429, 502, 503, 504].includes(status);
  return code === 'connection_failed' || status === 503 || NOT_DONE.includes(code);
}

/** What the API asks for and a little more; else twice as long with each try, anywhere between half and the whole. */
function waitAfter({ retryAfterSeconds }: LodgingError, tries: number): number {
  const most = Math.min(FIRST_WAIT_MS * 2 ** (tries - 1), LONGEST_WAIT_MS);
  const delay = most * (0.5 + Math.random() / 2);
  return retryAfterSeconds === undefined ? delay : retryAfterSeconds * 1_000 + delay / 2;
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      if (signal !== undefined) reject(aborted(signal));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}
