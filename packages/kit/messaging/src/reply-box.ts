// Owns where answers arrive: one subscription for all requests of a process, that also hears signs of life.
import { createInbox } from '@nats-io/nats-core';
import type { Msg, MsgHdrs, NatsConnection } from '@nats-io/nats-core';
import { isSignOfLife } from './reply.ts';
import { Unavailable } from './unavailable.ts';

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

export interface ReplyBox {
  /** Resolves with the first real answer. Rejects with Unavailable: no responder, silence, or the time is over. */
  request(subject: string, payload: string, headers: MsgHdrs, timeoutMs: number): Promise<Msg>;
  /** Ends every wait: what was on its way when the connection broke never comes. */
  giveUp(): void;
}

const NO_RESPONDERS = 503;

export function openReplyBox(connection: NatsConnection, inboxPrefix: string): ReplyBox {
  const box = createInbox(inboxPrefix);
  const waiting = new Map<string, Waiting>();
  let count = 0;

  const settle = (token: string): Waiting | undefined => {
    const found = waiting.get(token);
    if (found !== undefined) {
      waiting.delete(token);
      clearTimeout(found.timer);
    }
    return found;
  };
  const watch = (token: string, until: number): NodeJS.Timeout => {
    const left = until - Date.now();
    return setTimeout(
      () => {
        const found = settle(token);
        const reason = Date.now() >= until - 1 ? 'timeout' : 'silent';
        found?.reject(new Unavailable(found.subject, reason));
      },
      Math.max(0, Math.min(left, SILENCE_MS)),
    );
  };
  connection.subscribe(`${box}.*`, {
    callback(error, message) {
      if (error !== null) return;
      const token = message.subject.slice(box.length + 1);
      const found = waiting.get(token);
      if (found === undefined) return;
      if (isSignOfLife(message)) {
        clearTimeout(found.timer);
        found.timer = watch(token, found.until);
        return;
      }
      settle(token);
      if (message.headers?.code === NO_RESPONDERS && message.data.length === 0) {
        found.reject(new Unavailable(found.subject, 'no-responder'));
      } else found.resolve(message);
    },
  });

  return {
    request(subject, payload, headers, timeoutMs) {
      return new Promise((resolve, reject) => {
        const token = String((count += 1));
        const until = Date.now() + timeoutMs;
        waiting.set(token, { subject, until, resolve, reject, timer: watch(token, until) });
        try {
          connection.publish(subject, payload, { reply: `${box}.${token}`, headers });
        } catch (error) {
          settle(token);
          reject(new Unavailable(subject, 'not-connected', error));
        }
      });
    },
    giveUp() {
      for (const [token, { subject, reject }] of waiting) {
        settle(token);
        reject(new Unavailable(subject, 'not-connected'));
      }
    },
  };
}
