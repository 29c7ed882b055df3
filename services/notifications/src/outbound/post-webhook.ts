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
import { traceHttpCall, currentTraceparent } from '@lodging/kit-runtime';
import type { Ending } from '../domain/judge-attempt.ts';
import type { Letter, Receivers } from '../use-cases/webhook-ports.ts';
import { ReceiverAgent } from './receiver-agent.ts';
import type { ReceiverRequest } from './receiver-agent.ts';
import { receiverWords, wordsForFailure, wordsForStatus } from './receiver-words.ts';
import { signWebhook } from './sign-webhook.ts';

export interface ReceiversOptions {
  readonly clock: Clock;
  /** Development: the host name `localhost`, and no other spelling of it, over http. */
  readonly allowLocalhost: boolean;
  readonly totalMs?: number;
  readonly resolve?: ResolveName;
}

const TOTAL_MS = 15_000;
const CHECK_MS = 3_000;
const ANSWER_BYTES = 4 * 1_024;
/** The status has come and counts; the rest is read only so that the connection can be kept. */
const ANSWER_MS = 1_000;
const USER_AGENT = 'Lodging-Webhooks/1.0';
/** An address as addresses are written; the URL standard would also read `https:host`, and drop blanks and line ends. */
const WRITTEN_OUT = /^https?:\/\/[^/\s\\][^\s\\]*$/i;
/** A kept connection that the receiver has closed says so within this. */
const STALE_MS = 1_000;

export function createReceivers(options: ReceiversOptions): Receivers {
  const agent = new ReceiverAgent(options.resolve);
  return {
    check: (url) => checkUrl(url, options),
    post: (letter) => {
      const { eventId, eventType, traceparent } = letter;
      const call = {
        peer: 'webhook',
        method: 'POST',
        attributes: { 'messaging.message.id': eventId, 'lodging.webhook.event.type': eventType },
        traceparent: traceparent ?? undefined,
      };
      return traceHttpCall(
        call,
        () => post(letter, agent, options),
        ({ status }) => (status === null ? { errorType: 'no_answer' } : { status }),
      );
    },
    close: () => agent.destroy(),
  };
}

type Judged = { ok: true; value: EgressUrl } | { ok: false; words: string };

function judgeUrl(text: string, { allowLocalhost }: ReceiversOptions): Judged {
  const outside = parseEgressUrl(text, allowLocalhost);
  if (!outside.ok) return { ok: false, words: receiverWords[outside.refusal] };
  const { secure, isLocalhost } = outside.value;
  return secure || isLocalhost ? outside : { ok: false, words: receiverWords['not-http'] };
}

async function checkUrl(text: string, options: ReceiversOptions): Promise<Result<true>> {
  if (!WRITTEN_OUT.test(text)) return refuse('validation_failed', receiverWords['not-http']);
  const outside = judgeUrl(text, options);
  if (!outside.ok) return refuse('validation_failed', outside.words);
  try {
    await resolveEgressAddress(outside.value, { ...options, signal: AbortSignal.timeout(CHECK_MS) });
  } catch (error) {
    if (error instanceof PrivateAddressError)
      return refuse('validation_failed', receiverWords['private-address']);
    // What is not to be found now may be found tomorrow.
  }
  return ok(true);
}

async function post(letter: Letter, agent: ReceiverAgent, options: ReceiversOptions): Promise<Ending> {
  const { clock, totalMs = TOTAL_MS } = options;
  const at = clock.now();
  const began = performance.now();
  const since = () => Math.round(performance.now() - began);
  const outside = judgeUrl(letter.url, options);
  if (!outside.ok) return { at, status: null, durationMs: 0, error: outside.words };
  // A signal of this try's own: a kept connection must not be ended by a signal that fires after it.
  const trying = new AbortController();
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    trying.abort();
  }, totalMs);
  const giveUp = (): void => trying.abort();
  letter.signal.addEventListener('abort', giveUp, { once: true });
  if (letter.signal.aborted) giveUp();
  try {
    const answer = await send(letter, outside.value, { agent, signal: trying.signal, now: at });
    const { statusCode: status = 0 } = answer;
    const retryAfterSeconds = parseRetryAfter(answer.headers['retry-after'], clock.now());
    const durationMs = since();
    const words = await letGo(answer);
    const error = wordsForStatus(status);
    const more = {
      ...(words !== '' && { answer: words }),
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    };
    return { at, status, durationMs, error, ...more };
  } catch (error) {
    return { at, status: null, durationMs: since(), error: wordsForFailure(error, isLate, totalMs) };
  } finally {
    clearTimeout(timer);
    letter.signal.removeEventListener('abort', giveUp);
  }
}

interface Sending {
  readonly agent: ReceiverAgent;
  readonly signal: AbortSignal;
  readonly now: Temporal.Instant;
}

/**
 * A kept connection may end just as it is used again; that says nothing of the receiver, so a new one is made. One that
 * ends later was ended by a receiver that had the webhook, and is its answer.
 */
async function send(letter: Letter, outside: EgressUrl, sending: Sending): Promise<IncomingMessage> {
  for (;;) {
    const asked = open(letter, outside, sending);
    const began = performance.now();
    try {
      return await answerOf(asked);
    } catch (error) {
      const isStale = asked.reusedSocket && performance.now() - began < STALE_MS;
      if (!isStale || sending.signal.aborted) throw error;
    }
  }
}

function open(letter: Letter, outside: EgressUrl, { agent, signal, now }: Sending): ClientRequest {
  const bytes = Buffer.from(letter.body);
  const traceparent = currentTraceparent();
  const options: ReceiverRequest = {
    agent,
    outside,
    trying: signal,
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
      ...signWebhook(letter, now),
      ...(traceparent !== undefined && { traceparent }),
    },
  };
  const asked = request(options);
  asked.end(bytes);
  return asked;
}

function answerOf(asked: ClientRequest): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  asked.once('response', resolve);
  // Stays for the life of the request: a connection that breaks after the status has come is nobody's concern.
  asked.on('error', reject);
  // What was neither answered nor broken off, such as a switch to another protocol that nobody asked for.
  asked.once('close', () => reject(new Error('closed without an answer')));
  return promise;
}

/**
 * Reads a short answer to its end, so that the connection can be kept, and ends the connection of any other. Gives the
 * beginning of it, as text that Postgres can hold.
 */
async function letGo(answer: IncomingMessage): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(() => answer.destroy(), ANSWER_MS);
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
