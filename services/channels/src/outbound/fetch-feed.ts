import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Clock, Result } from '@lodging/kernel';
import {
  resolveEgressAddress,
  PrivateAddressError,
  openEgressConnection,
  EgressError,
  parseEgressUrl,
  parseRetryAfter,
} from '@lodging/kit-security';
import type { EgressUrl, ResolveName } from '@lodging/kit-security';
import { traceHttpCall } from '@lodging/kit-runtime';
import type { FeedAnswer, FeedFailure, FeedReader, FeedRequest } from '../ports.ts';
import { ACCEPTED_ENCODINGS, readBody } from './decode-body.ts';
import { FeedError, feedWords } from './feed-words.ts';

export interface FeedLimits {
  readonly totalMs: number;
  readonly connectMs: number;
  readonly bytes: number;
  readonly redirects: number;
}
export interface FeedReaderOptions {
  readonly clock: Clock;
  /** Development: the host name `localhost`, and no other spelling of it, over http. */
  readonly allowLocalhost: boolean;
  readonly limits?: Partial<FeedLimits>;
  readonly resolve?: ResolveName;
}

const LIMITS: FeedLimits = { totalMs: 30_000, connectMs: 5_000, bytes: 10 * 1024 * 1024, redirects: 3 };
const LONGEST_VALIDATOR = 1_000;
const CHECK_MS = 3_000;
const USER_AGENT = 'Lodging-Calendar/1.0';
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const ASKS_TO_WAIT = new Set([429, 503]);

type Outcome = Result<FeedAnswer, FeedFailure>;
const refused = (message: string): { ok: false; refusal: FeedFailure } => ({
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
  const outside = parseEgressUrl(text, options.allowLocalhost);
  if (!outside.ok) {
    return refused(feedWords[outside.refusal]);
  }
  try {
    await resolveEgressAddress(outside.value, { ...options, signal: AbortSignal.timeout(CHECK_MS) });
  } catch (error) {
    if (error instanceof PrivateAddressError) {
      return refused(feedWords['private-address']);
    }
    // What is not to be found now may be found tomorrow.
  }
  return { ok: true, value: true };
}

async function fetchFeed(feed: FeedRequest, options: FeedReaderOptions): Promise<Outcome> {
  const limits = { ...LIMITS, ...options.limits };
  const signal = AbortSignal.timeout(limits.totalMs);
  try {
    let text = feed.url;
    for (let redirects = 0; redirects <= limits.redirects; redirects += 1) {
      const outside = parseEgressUrl(text, options.allowLocalhost);
      if (!outside.ok) {
        return refused(feedWords[outside.refusal]);
      }
      const answer = await askOnce(outside.value, feed, { ...options, limits, signal });
      if (!('redirectTo' in answer)) {
        return answer;
      }
      text = answer.redirectTo;
    }
    return refused(`The address leads on to another more than ${limits.redirects} times.`);
  } catch (error) {
    return refused(wordsFor(error, signal));
  }
}

function wordsFor(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) {
    return "The calendar's server did not answer in time.";
  }
  // Anything else is the connection's end, or an answer that is not http; what it says may hold the address.
  if (error instanceof EgressError) return feedWords[error.reason];
  return error instanceof FeedError ? error.message : "The calendar's server broke off its answer.";
}

interface Asking extends FeedReaderOptions {
  readonly limits: FeedLimits;
  readonly signal: AbortSignal;
}

/** The path is part of what makes a feed's address a secret, so only its host is seen. */
function askOnce(
  outside: EgressUrl,
  feed: FeedRequest,
  asking: Asking,
): Promise<Outcome | { redirectTo: string }> {
  let status: number | undefined;
  const onStatus = (code: number): void => {
    status = code;
  };
  const attributes = {
    'server.address': outside.host,
    'server.port': outside.port,
    'url.scheme': outside.secure ? 'https' : 'http',
  };
  const call = { peer: 'feed', method: 'GET', attributes };
  return traceHttpCall(
    call,
    () => connectAndAsk(outside, feed, { ...asking, onStatus }),
    () => ({ status }),
  );
}

async function connectAndAsk(
  outside: EgressUrl,
  feed: FeedRequest,
  asking: Asking & { readonly onStatus: (status: number) => void },
): Promise<Outcome | { redirectTo: string }> {
  const { limits, signal, resolve } = asking;
  const socket = await openEgressConnection(outside, {
    connectTimeoutMs: limits.connectMs,
    signal,
    ...(resolve && { resolve }),
  });
  try {
    const message = await send(socket, outside, feed, signal);
    asking.onStatus(message.statusCode ?? 0);
    return await answerOf(message, outside, feed, asking);
  } finally {
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
  const asked = request({
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
  asked.once('response', resolve);
  asked.on('error', reject);
  asked.end();
  return promise;
}

async function answerOf(
  message: IncomingMessage,
  outside: EgressUrl,
  feed: FeedRequest,
  { limits, clock }: Asking,
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
  if (REDIRECTS.has(status) && location !== undefined && URL.canParse(location, outside.url)) {
    // An absolute one is judged as it is written.
    return { redirectTo: URL.canParse(location) ? location : new URL(location, outside.url).href };
  }
  const wait = ASKS_TO_WAIT.has(status)
    ? parseRetryAfter(message.headers['retry-after'], clock.now())
    : undefined;
  const failure = { message: `The calendar's server answered with status ${status}.` };
  return { ok: false, refusal: wait === undefined ? failure : { ...failure, retryAfterSeconds: wait } };
}

/** What is sent back with the next request; a server that makes it absurdly long gets none. */
function validatorsOf({ headers }: IncomingMessage): { etag?: string; lastModified?: string } {
  const { etag, 'last-modified': lastModified } = headers;
  return {
    ...(etag !== undefined && etag.length <= LONGEST_VALIDATOR && { etag }),
    ...(lastModified !== undefined && lastModified.length <= LONGEST_VALIDATOR && { lastModified }),
  };
}
