import { createInbox } from '@nats-io/nats-core';
import type { Msg, MsgHdrs, NatsConnection } from '@nats-io/nats-core';
import { outgoingOf } from '../bus/outgoing.ts';
import type { Outgoing } from '../bus/outgoing.ts';
import { isHeartbeat } from './reply.ts';
import { Unavailable } from '../bus/unavailable.ts';

/**
 * How long a neighbour may say nothing at all. One that works longer gives a sign of life meanwhile, so one that died, or
 * stands still, with the request in its hands is noticed long before the request's own time is over.
 */
const SILENCE_MS = 1500;

interface Waiting {
  readonly subject: string;
  readonly until: number;
  readonly resolve: (message: Msg) => void;
  readonly reject: (error: Unavailable) => void;
  timer: NodeJS.Timeout;
}

const NO_RESPONDERS = 503;

export class ReplyBox {
  readonly #connection: NatsConnection;
  readonly #outgoing: Outgoing;
  readonly #box: string;
  readonly #waiting = new Map<string, Waiting>();
  #count = 0;

  constructor(connection: NatsConnection, inboxPrefix: string) {
    this.#connection = connection;
    this.#outgoing = outgoingOf(connection);
    this.#box = createInbox(inboxPrefix);
    connection.subscribe(`${this.#box}.*`, {
      callback: (error, message) => {
        if (error === null) this.#receive(message);
      },
    });
  }

  /** Resolves with the first real answer. Rejects with Unavailable: no responder, silence, or the time is over. */
  request(subject: string, payload: string, headers: MsgHdrs, timeoutMs: number): Promise<Msg> {
    return new Promise((resolve, reject) => {
      this.#count += 1;
      const token = String(this.#count);
      const until = Date.now() + timeoutMs;
      this.#waiting.set(token, { subject, until, resolve, reject, timer: this.#watch(token, until) });
      this.#outgoing.send(() => {
        if (!this.#waiting.has(token)) return;
        try {
          this.#connection.publish(subject, payload, { reply: `${this.#box}.${token}`, headers });
        } catch (error) {
          this.#settle(token);
          reject(new Unavailable(subject, 'not-connected', error));
        }
      });
    });
  }

  /** Ends every wait: what was on its way when the connection broke never comes. */
  giveUp(): void {
    for (const [token, { subject, reject }] of this.#waiting) {
      this.#settle(token);
      reject(new Unavailable(subject, 'not-connected'));
    }
  }

  #receive(message: Msg): void {
    const token = message.subject.slice(this.#box.length + 1);
    const found = this.#waiting.get(token);
    if (found === undefined) return;
    if (isHeartbeat(message)) {
      clearTimeout(found.timer);
      found.timer = this.#watch(token, found.until);
      return;
    }
    this.#settle(token);
    const nobody = message.headers?.code === NO_RESPONDERS && message.data.length === 0;
    if (nobody) found.reject(new Unavailable(found.subject, 'no-responder'));
    else found.resolve(message);
  }

  #settle(token: string): Waiting | undefined {
    const found = this.#waiting.get(token);
    if (found !== undefined) clearTimeout(found.timer);
    this.#waiting.delete(token);
    return found;
  }

  #watch(token: string, until: number): NodeJS.Timeout {
    const wait = Math.max(0, Math.min(until - Date.now(), SILENCE_MS));
    return setTimeout(() => {
      const found = this.#settle(token);
      // A timer may fire a millisecond early.
      const reason = Date.now() >= until - 1 ? 'timeout' : 'silent';
      found?.reject(new Unavailable(found.subject, reason));
    }, wait);
  }
}
