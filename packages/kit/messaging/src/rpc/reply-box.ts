import { counter } from '@lodging/kit-runtime';
import { createInbox } from '@nats-io/nats-core';
import type { Msg, MsgHdrs, NatsConnection } from '@nats-io/nats-core';
import { encodePayload, outgoingOf } from '../bus/outgoing.ts';
import type { Outgoing } from '../bus/outgoing.ts';
import { isHeartbeat, isReply } from './reply.ts';
import { Unavailable } from '../bus/unavailable.ts';

/**
 * How long a service may be silent. One that works longer sends heartbeats, so a process that died or froze after it took
 * the request is detected long before the timeout of the request.
 */
const SILENCE_MS = 1500;

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
  timer: NodeJS.Timeout;
}

const NO_RESPONDERS = 503;

/** One inbox subscription for the answers to all requests of a process, with heartbeats. */
export class ReplyBox {
  readonly #connection: NatsConnection;
  readonly #outgoing: Outgoing;
  readonly #inbox: string;
  readonly #acceptsAny: boolean;
  readonly #waiting = new Map<string, Waiting>();
  #count = 0;

  /** With `acceptsAny`, replies of copies that do not mark them yet are taken too. */
  constructor(connection: NatsConnection, inboxPrefix: string, { acceptsAny = false } = {}) {
    this.#acceptsAny = acceptsAny;
    this.#connection = connection;
    this.#outgoing = outgoingOf(connection);
    this.#inbox = createInbox(inboxPrefix);
    connection.subscribe(`${this.#inbox}.*`, {
      callback: (error, message) => {
        if (error === null) this.#receive(message);
      },
    });
  }

  /** Resolves with the answer. Rejects with Unavailable: no responder, silence, or timeout. */
  request(subject: string, payload: string, headers: MsgHdrs, timeoutMs: number): Promise<Msg> {
    return new Promise((resolve, reject) => {
      this.#count += 1;
      const token = String(this.#count);
      const until = Date.now() + timeoutMs;
      this.#waiting.set(token, { subject, until, resolve, reject, timer: this.#startTimer(token, until) });
      this.#outgoing.send(() => {
        if (!this.#waiting.has(token)) return;
        try {
          const bytes = encodePayload(payload);
          this.#connection.publish(subject, bytes, { reply: `${this.#inbox}.${token}`, headers });
        } catch (error) {
          this.#settle(token);
          reject(new Unavailable(subject, 'not-connected', error));
        }
      });
    });
  }

  /** Rejects every request: answers that were in flight when the connection broke are lost. */
  rejectAll(): void {
    for (const [token, { subject, reject }] of this.#waiting) {
      this.#settle(token);
      reject(new Unavailable(subject, 'not-connected'));
    }
  }

  #receive(message: Msg): void {
    const token = message.subject.slice(this.#inbox.length + 1);
    const found = this.#waiting.get(token);
    if (found === undefined) return;
    if (isHeartbeat(message)) {
      clearTimeout(found.timer);
      found.timer = this.#startTimer(token, found.until);
      return;
    }
    const noResponder = message.headers?.code === NO_RESPONDERS && message.data.length === 0;
    if (!noResponder && !this.#acceptsAny && !isReply(message)) {
      // The service's own reply may still follow.
      discarded.add(1, { 'rpc.method': found.subject });
      return;
    }
    this.#settle(token);
    if (noResponder) found.reject(new Unavailable(found.subject, 'no-responder'));
    else found.resolve(message);
  }

  #settle(token: string): Waiting | undefined {
    const found = this.#waiting.get(token);
    if (found !== undefined) clearTimeout(found.timer);
    this.#waiting.delete(token);
    return found;
  }

  #startTimer(token: string, until: number): NodeJS.Timeout {
    const wait = Math.max(0, Math.min(until - Date.now(), SILENCE_MS));
    return setTimeout(() => {
      const found = this.#settle(token);
      // A timer may fire a millisecond early.
      const reason = Date.now() >= until - 1 ? 'timeout' : 'silent';
      found?.reject(new Unavailable(found.subject, reason));
    }, wait);
  }
}
