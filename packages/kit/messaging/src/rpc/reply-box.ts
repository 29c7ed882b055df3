import type { Msg, MsgHdrs, NatsConnection } from '@nats-io/nats-core';
import { encodePayload, outgoingOf } from '../bus/outgoing.ts';
import type { Outgoing } from '../bus/outgoing.ts';
import { Unavailable } from '../bus/unavailable.ts';
import { CalleeInbox } from './callee-inbox.ts';

/** Sends the requests of a process. The answers of each service that it calls arrive in an inbox of their own. */
export class ReplyBox {
  readonly #connection: NatsConnection;
  readonly #outgoing: Outgoing;
  readonly #inboxPrefix: string;
  readonly #inboxes = new Map<string, CalleeInbox>();
  readonly #inboxesBySubject = new Map<string, CalleeInbox>();

  constructor(connection: NatsConnection, inboxPrefix: string) {
    this.#connection = connection;
    this.#outgoing = outgoingOf(connection);
    this.#inboxPrefix = inboxPrefix;
  }

  /** Resolves with the answer. Rejects with Unavailable: no responder, silence, or timeout. */
  request(
    subject: string,
    payload: string,
    headers: MsgHdrs,
    { timeoutMs, onHeartbeat }: { timeoutMs: number; onHeartbeat: (message: Msg) => void },
  ): Promise<Msg> {
    return new Promise((resolve, reject) => {
      const inbox = this.#inboxesBySubject.get(subject) ?? this.#inboxFor(subject);
      const token = inbox.open(subject, timeoutMs, { resolve, reject, onHeartbeat });
      this.#outgoing.send(() => {
        if (!inbox.isOpen(token)) return;
        try {
          const bytes = encodePayload(payload);
          this.#connection.publish(subject, bytes, { reply: inbox.replySubject(token), headers });
        } catch (error) {
          inbox.reject(token, error);
        }
      });
    });
  }

  /** Rejects every request. */
  rejectAll(): void {
    for (const inbox of this.#inboxes.values()) inbox.rejectAll();
  }

  /** The first request to a service subscribes to its answers, on the connection that then carries the request. */
  #inboxFor(subject: string): CalleeInbox {
    const callee = calleeOf(subject);
    const inbox = this.#inboxes.get(callee) ?? this.#subscribe(subject, callee);
    this.#inboxes.set(callee, inbox);
    this.#inboxesBySubject.set(subject, inbox);
    return inbox;
  }

  #subscribe(subject: string, callee: string): CalleeInbox {
    try {
      return new CalleeInbox(this.#connection, this.#inboxPrefix, callee);
    } catch (error) {
      // The connection is closed or drains.
      throw new Unavailable(subject, 'not-connected', error);
    }
  }
}

/** Of `rpc.<callee>.v<n>.<name>`. */
function calleeOf(subject: string): string {
  const [, callee = ''] = subject.split('.', 2);
  return callee;
}
