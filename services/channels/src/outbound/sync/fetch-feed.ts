import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Clock, RefusedWith, Result } from '@lodging/kernel';
import { traceHttpCall } from '@lodging/kit-runtime';
import {
  EgressError,
  openEgressConnection,
  parseEgressUrl,
  parseRetryAfter,
  PrivateAddressError,
  resolveEgressAddress,
} from '@lodging/kit-security';
import type { EgressUrl, ResolveName } from '@lodging/kit-security';
import type { FeedAnswer, FeedFailure, FeedReader, FeedRequest } from '../../ports/sync.ts';
import { ACCEPTED_ENCODINGS, readBody } from './decode-body.ts';
import { FeedError, failureMessages } from './feed-errors.ts';
import { watchSpeed } from './watch-speed.ts';
import type { SpeedLimit } from './watch-speed.ts';

export interface FeedLimits {
  readonly totalMs: number;
  readonly connectMs: number;
  readonly bytes: number;
  readonly redirects: number;
  readonly speed: SpeedLimit;
}
export interface FeedReaderOptions {
  readonly clock: Clock;
  /** For development: allows http to the host name `localhost`, and to no other spelling of it. */
  readonly allowLocalhost: boolean;
  readonly limits?: Partial<FeedLimits>;
  readonly resolve?: ResolveName;
}

const LIMITS: FeedLimits = {
  totalMs: 30_000,
  connectMs: 5_000,
  bytes: 10 * 1024 * 1024,
  redirects: 3,
  speed: { windowMs: 10_000, bytesPerWindow: 5 * 1024 },
};
const MAX_VALIDATOR_LENGTH = 1_000;
const CHECK_TIMEOUT_MS = 3_000;
const USER_AGENT = 'Lodging-Calendar/1.0';
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const WITH_RETRY_AFTER = new Set([429, 503]);

type Outcome = Result<FeedAnswer, FeedFailure>;
const refused = (message: string): RefusedWith<FeedFailure> => ({
  ok: false,
  refusal: { message },
});

export function createFeedReader(options: FeedReaderOptions): FeedReader {
  return {
    check: (url) => checkFeedUrl(url, options),
    fetch: (feed) => fetchFeed(feed, options),
  };
}

async function checkFeedUrl(text: string, options: FeedReaderOptions): Promise<Result<true, FeedFailure>> {
  const target = parseEgressUrl(text, options.allowLocalhost);
  if (!target.ok) {
    return refused(failureMessages[target.refusal]);
  }
  try {
    await resolveEgressAddress(target.value, { ...options, signal: AbortSignal.timeout(CHECK_TIMEOUT_MS) });
  } catch (error) {
    if (error instanceof PrivateAddressError) {
      return refused(failureMessages['private-address']);
    }
    // A host name that cannot be resolved now may be resolvable when the feed is fetched.
  }
  return { ok: true, value: true };
}

async function fetchFeed(feed: FeedRequest, options: FeedReaderOptions): Promise<Outcome> {
  const limits = { ...LIMITS, ...options.limits };
  const signal = AbortSignal.timeout(limits.totalMs);
  try {
    let text = feed.url;
    for (let redirects = 0; redirects <= limits.redirects; redirects += 1) {
      const target = parseEgressUrl(text, options.allowLocalhost);
      if (!target.ok) {
        return refused(failureMessages[target.refusal]);
      }
      const answer = await requestOnce(target.value, feed, { ...options, limits, signal });
      if (!('redirectTo' in answer)) {
        return answer;
      }
      text = answer.redirectTo;
    }
    return refused(`The address leads on to another more than ${limits.redirects} times.`);
  } catch (error) {
    return refused(messageFor(error, signal));
  }
}

function messageFor(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) {
    return "The calendar's server did not answer in time.";
  }
  // Any other error is a broken connection, or an answer that is not HTTP; its message may contain the address.
  if (error instanceof EgressError) return failureMessages[error.reason];
  return error instanceof FeedError ? error.message : "The calendar's server broke off its answer.";
}

interface RequestOptions extends FeedReaderOptions {
  readonly limits: FeedLimits;
  readonly signal: AbortSignal;
}

/** The path is part of the secret of a feed URL, so the span has the host only. */
function requestOnce(
  target: EgressUrl,
  feed: FeedRequest,
  options: RequestOptions,
): Promise<Outcome | { redirectTo: string }> {
  let status: number | undefined;
  const onStatus = (code: number): void => {
    status = code;
  };
  const attributes = {
    'server.address': target.host,
    'server.port': target.port,
    'url.scheme': target.secure ? 'https' : 'http',
  };
  const call = { peer: 'feed', method: 'GET', attributes };
  return traceHttpCall(
    call,
    () => connectAndRequest(target, feed, { ...options, onStatus }),
    () => ({ status }),
  );
}

async function connectAndRequest(
  target: EgressUrl,
  feed: FeedRequest,
  options: RequestOptions & { readonly onStatus: (status: number) => void },
): Promise<Outcome | { redirectTo: string }> {
  const { limits, signal, resolve } = options;
  const socket = await openEgressConnection(target, {
    connectTimeoutMs: limits.connectMs,
    signal,
    ...(resolve && { resolve }),
  });
  const watch = watchSpeed(socket, limits.speed);
  try {
    const message = await send(socket, target, feed, signal);
    options.onStatus(message.statusCode ?? 0);
    return await readAnswer(message, target, feed, options);
  } catch (error) {
    throw watch.isTooSlow() ? new FeedError("The calendar's server sends its answer too slowly.") : error;
  } finally {
    watch.stop();
    socket.destroy();
  }
}

function send(
  socket: Socket,
  { url }: EgressUrl,
  feed: FeedRequest,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const outgoing = request({
    createConnection: () => socket,
    signal,
    method: 'GET',
    path: `${url.pathname}${url.search}`,
    setHost: false,
    headers: {
      host: url.host,
      'user-agent': USER_AGENT,
      accept: 'text/calendar, */*;q=0.5',
      'accept-encoding': ACCEPTED_ENCODINGS,
      connection: 'close',
      ...(feed.etag !== undefined && { 'if-none-match': feed.etag }),
      ...(feed.lastModified !== undefined && { 'if-modified-since': feed.lastModified }),
    },
  });
  outgoing.once('response', resolve);
  outgoing.on('error', reject);
  outgoing.end();
  return promise;
}

async function readAnswer(
  message: IncomingMessage,
  target: EgressUrl,
  feed: FeedRequest,
  { limits, clock }: RequestOptions,
): Promise<Outcome | { redirectTo: string }> {
  const status = message.statusCode ?? 0;
  const { location } = message.headers;
  if (status === 200) {
    const bytes = await readBody(message, limits.bytes);
    return { ok: true, value: { kind: 'read', bytes, ...validatorsOf(message) } };
  }
  if (status === 304 && (feed.etag ?? feed.lastModified) !== undefined) {
    return { ok: true, value: { kind: 'unchanged' } };
  }
  if (REDIRECTS.has(status) && location !== undefined && URL.canParse(location, target.url)) {
    // An absolute URL is checked as it is spelled, before any normalisation.
    return { redirectTo: URL.canParse(location) ? location : new URL(location, target.url).href };
  }
  const wait = WITH_RETRY_AFTER.has(status)
    ? parseRetryAfter(message.headers['retry-after'], clock.now())
    : undefined;
  const failure = { message: `The calendar's server answered with status ${status}.` };
  return { ok: false, refusal: wait === undefined ? failure : { ...failure, retryAfterSeconds: wait } };
}

/** Sent back with the next request, unless they are absurdly long. */
function validatorsOf({ headers }: IncomingMessage): { etag?: string; lastModified?: string } {
  const { etag, 'last-modified': lastModified } = headers;
  return {
    ...(etag !== undefined && etag.length <= MAX_VALIDATOR_LENGTH && { etag }),
    ...(lastModified !== undefined && lastModified.length <= MAX_VALIDATOR_LENGTH && { lastModified }),
  };
}
