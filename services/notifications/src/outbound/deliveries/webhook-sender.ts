import { request } from 'node:http';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { ok, refuse } from '@lodging/kernel';
import type { Clock, Result } from '@lodging/kernel';
import {
  resolveEgressAddress,
  PrivateAddressError,
  parseEgressUrl,
  parseRetryAfter,
} from '@lodging/kit-security';
import type { EgressUrl, ResolveName } from '@lodging/kit-security';
import { currentTraceparent, describeSpan, traceHttpCall } from '@lodging/kit-runtime';
import { aboutReservation } from '@lodging/operations';
import type { AttemptResult } from '../../domain/deliveries/attempt.ts';
import type { ReceiverHost, WebhookRequest, WebhookSender } from '../../ports/deliveries.ts';
import { ReceiverAgent } from './receiver-agent.ts';
import type { ReceiverRequest } from './receiver-agent.ts';
import { failureMessage, receiverMessages, statusMessage } from './receiver-messages.ts';
import { signWebhook } from './sign-webhook.ts';

export interface WebhookSenderOptions {
  readonly clock: Clock;
  /** For development: allows the host name `localhost`, in this spelling only, over http. */
  readonly allowLocalhost: boolean;
  readonly timeoutMs?: number;
  readonly resolve?: ResolveName;
}

const TIMEOUT_MS = 15_000;
const CHECK_TIMEOUT_MS = 3_000;
const ANSWER_BYTES = 4 * 1_024;
/** The status decides; the rest of the answer is read so that the connection can be reused. */
const ANSWER_TIMEOUT_MS = 1_000;
const USER_AGENT = 'Lodging-Webhooks/1.0';
/** The usual form of an address. The URL standard also accepts `https:host`, and removes blanks and line ends. */
const FULL_URL = /^https?:\/\/[^/\s\\][^\s\\]*$/i;
/** A reused connection that the receiver has closed fails within this time. */
const STALE_MS = 1_000;

export function createWebhookSender(options: WebhookSenderOptions): WebhookSender {
  const agent = new ReceiverAgent(options.resolve);
  return {
    check: (url) => checkUrl(url, options),
    send: (webhook) => {
      const { eventId, eventType, traceparent } = webhook;
      const span = {
        peer: 'webhook',
        method: 'POST',
        attributes: { 'messaging.message.id': eventId, 'lodging.webhook.event.type': eventType },
        traceparent: traceparent ?? undefined,
      };
      return traceHttpCall(
        span,
        () => {
          describeDelivery(webhook);
          return attempt(webhook, agent, options);
        },
        ({ status }) => (status === null ? { errorType: 'no_answer' } : { status }),
      );
    },
    close: () => agent.destroy(),
  };
}

function describeDelivery({ url, tenantId, reservationId }: WebhookRequest): void {
  if (reservationId !== null) aboutReservation(reservationId);
  const server = URL.canParse(url) ? { 'server.address': new URL(url).hostname } : {};
  describeSpan({ 'lodging.tenant.id': tenantId, ...server });
}

type CheckedUrl = { ok: true; value: EgressUrl } | { ok: false; message: string };

function parseReceiverUrl(text: string, { allowLocalhost }: WebhookSenderOptions): CheckedUrl {
  const outside = parseEgressUrl(text, allowLocalhost);
  if (!outside.ok) return { ok: false, message: receiverMessages[outside.refusal] };
  const { secure, isLocalhost } = outside.value;
  return secure || isLocalhost ? outside : { ok: false, message: receiverMessages['not-http'] };
}

async function checkUrl(text: string, options: WebhookSenderOptions): Promise<Result<ReceiverHost>> {
  if (!FULL_URL.test(text)) return refuse('validation_failed', receiverMessages['not-http']);
  const outside = parseReceiverUrl(text, options);
  if (!outside.ok) return refuse('validation_failed', outside.message);
  try {
    await resolveEgressAddress(outside.value, { ...options, signal: AbortSignal.timeout(CHECK_TIMEOUT_MS) });
  } catch (error) {
    if (error instanceof PrivateAddressError)
      return refuse('validation_failed', receiverMessages['private-address']);
    // A name that cannot be resolved now may be resolvable later.
  }
  const { host, isLocalhost } = outside.value;
  return ok({ name: host.replace(/\.+$/, ''), isCounted: !isLocalhost });
}

async function attempt(
  webhook: WebhookRequest,
  agent: ReceiverAgent,
  options: WebhookSenderOptions,
): Promise<AttemptResult> {
  const { clock, timeoutMs = TIMEOUT_MS } = options;
  const at = clock.now();
  const startedAt = performance.now();
  const elapsedMs = () => Math.round(performance.now() - startedAt);
  const outside = parseReceiverUrl(webhook.url, options);
  if (!outside.ok) return { at, status: null, durationMs: 0, error: outside.message };
  // The attempt has a signal of its own: a signal that fires after it must not end a connection that is reused.
  const attemptSignal = new AbortController();
  let hasTimedOut = false;
  const timer = setTimeout(() => {
    hasTimedOut = true;
    attemptSignal.abort();
  }, timeoutMs);
  const abort = (): void => attemptSignal.abort();
  webhook.signal.addEventListener('abort', abort, { once: true });
  if (webhook.signal.aborted) abort();
  try {
    const answer = await sendRequest(webhook, outside.value, {
      agent,
      signal: attemptSignal.signal,
      now: at,
    });
    const { statusCode: status = 0 } = answer;
    const retryAfterSeconds = parseRetryAfter(answer.headers['retry-after'], clock.now());
    const durationMs = elapsedMs();
    const body = await readBeginning(answer);
    const error = statusMessage(status);
    const optional = {
      ...(body !== '' && { answer: body }),
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    };
    return { at, status, durationMs, error, ...optional };
  } catch (error) {
    return {
      at,
      status: null,
      durationMs: elapsedMs(),
      error: failureMessage(error, hasTimedOut, timeoutMs),
    };
  } finally {
    clearTimeout(timer);
    webhook.signal.removeEventListener('abort', abort);
  }
}

interface SendOptions {
  readonly agent: ReceiverAgent;
  readonly signal: AbortSignal;
  readonly now: Temporal.Instant;
}

/**
 * A connection may be closed just as it is reused: then the request is sent on a new one. A connection that ends later was
 * ended by a receiver that had the request; that is a failed attempt.
 */
async function sendRequest(
  webhook: WebhookRequest,
  outside: EgressUrl,
  options: SendOptions,
): Promise<IncomingMessage> {
  for (;;) {
    const sent = openRequest(webhook, outside, options);
    const startedAt = performance.now();
    try {
      return await answerOf(sent);
    } catch (error) {
      const isStale = sent.reusedSocket && performance.now() - startedAt < STALE_MS;
      if (!isStale || options.signal.aborted) throw error;
    }
  }
}

function openRequest(
  webhook: WebhookRequest,
  outside: EgressUrl,
  { agent, signal, now }: SendOptions,
): ClientRequest {
  const bytes = Buffer.from(webhook.body);
  const traceparent = currentTraceparent();
  const options: ReceiverRequest = {
    agent,
    outside,
    attemptSignal: signal,
    signal,
    method: 'POST',
    host: outside.host,
    port: outside.port,
    path: `${outside.url.pathname}${outside.url.search}`,
    setHost: false,
    headers: {
      host: outside.url.host,
      'user-agent': USER_AGENT,
      accept: '*/*',
      'content-type': 'application/json',
      'content-length': bytes.length,
      ...signWebhook(webhook, now),
      ...(traceparent !== undefined && { traceparent }),
    },
  };
  const sent = request(options);
  sent.end(bytes);
  return sent;
}

function answerOf(sent: ClientRequest): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  sent.once('response', resolve);
  // This listener stays: an error after the status must not end the process.
  sent.on('error', reject);
  // Neither an answer nor an error, such as an unrequested protocol upgrade.
  sent.once('close', () => reject(new Error('closed without an answer')));
  return promise;
}

/**
 * The beginning of the answer, as text that Postgres can store. A short answer is read to its end, so that its connection
 * can be reused; the connection of a longer one is closed.
 */
async function readBeginning(answer: IncomingMessage): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(() => answer.destroy(), ANSWER_TIMEOUT_MS);
  const chunks: Buffer[] = [];
  let size = 0;
  answer.on('data', (chunk: Buffer) => {
    if (size < ANSWER_BYTES) chunks.push(chunk.subarray(0, ANSWER_BYTES - size));
    size += chunk.length;
    if (size > ANSWER_BYTES) answer.destroy();
  });
  answer.on('error', () => undefined);
  answer.once('end', resolve);
  answer.once('close', resolve);
  await promise;
  clearTimeout(timer);
  return Buffer.concat(chunks).toString('utf8').replaceAll('\u0000', '\ufffd');
}
