import { counter } from '@lodging/kit-runtime';
import { createInbox } from '@nats-io/nats-core';
import type { Msg, NatsConnection } from '@nats-io/nats-core';
import { randomToken } from './random-token.ts';
import { isHeartbeat, isReply } from './reply.ts';
import { Unavailable } from '../bus/unavailable.ts';

/**
 * How long a service may be silent. One that works longer sends heartbeats, so a process that died or froze after it took
 * the request is detected long before the timeout of the request.
 */
const SILENCE_MS = 1500;
const NO_RESPONDERS = 503;

const discarded = counter({
  name: 'lodging.rpc.client.discarded',
  unit: '{message}',
  description: 'Messages to an inbox that answer a request and were not sent by a service.',
});

interface Waiting {
  readonly subject: string;
  readonly until: number;
  readonly resolve: (message: Msg) => void;
  readonly reject: (error: Unavailable) => void;
  readonly onHeartbeat: (message: Msg) => void;
  timer: NodeJS.Timeout;
}

/**
 * One subscription for the answers of one service. That service alone may publish under `<prefix>.<callee>.`, so another
 * one cannot answer in its place, even where it knows the token of a request.
 */
export class CalleeInbox {
  readonly #inbox: string;
  readonly #waiting = new Map<string, Waiting>();

  constructor(connection: NatsConnection, inboxPrefix: string, callee: string) {
    this.#inbox = createInbox(`${inboxPrefix}.${callee}`);
    connection.subscribe(`${this.#inbox}.*`, {
      callback: (error, message) => {
        if (error === null) this.#receive(message);
      },
    });
  }

  /** The token of a request whose answer is now awaited. */
  open(
    subject: string,
    timeoutMs: number,
    { resolve, reject, onHeartbeat }: Pick<Waiting, 'resolve' | 'reject' | 'onHeartbeat'>,
  ): string {
    const token = randomToken();
    const until = Date.now() + timeoutMs;
    const timer = this.#startTimer(token, until);
    this.#waiting.set(token, { subject, until, resolve, reject, onHeartbeat, timer });
    return token;
  }

  isOpen(token: string): boolean {
    return this.#waiting.has(token);
  }

  replySubject(token: string): string {
    return `${this.#inbox}.${token}`;
  }

  reject(token: string, cause?: unknown): void {
    const found = this.#finish(token);
    found?.reject(new Unavailable(found.subject, 'not-connected', cause));
  }

  /** Answers that were in flight when the connection broke are lost. */
  rejectAll(): void {
    for (const token of this.#waiting.keys()) this.reject(token);
  }

  #receive(message: Msg): void {
    const token = message.subject.slice(this.#inbox.length + 1);
    const found = this.#waiting.get(token);
    if (found === undefined) return;
    if (isHeartbeat(message)) {
      clearTimeout(found.timer);
      found.timer = this.#startTimer(token, found.until);
      found.onHeartbeat(message);
      return;
    }
    const noResponder = message.headers?.code === NO_RESPONDERS && message.data.length === 0;
    if (!noResponder && !isReply(message)) {
      // The service's own reply may still follow.
      discarded.add(1, { 'rpc.method': found.subject });
      return;
    }
    this.#finish(token);
    if (noResponder) found.reject(new Unavailable(found.subject, 'no-responder'));
    else found.resolve(message);
  }

  #finish(token: string): Waiting | undefined {
    const found = this.#waiting.get(token);
    if (found !== undefined) clearTimeout(found.timer);
    this.#waiting.delete(token);
    return found;
  }

  #startTimer(token: string, until: number): NodeJS.Timeout {
    const wait = Math.max(0, Math.min(until - Date.now(), SILENCE_MS));
    return setTimeout(() => {
      const found = this.#finish(token);
      // A timer may fire a millisecond early.
      const reason = Date.now() >= until - 1 ? 'timeout' : 'silent';
      found?.reject(new Unavailable(found.subject, reason));
    }, wait);
  }
}
