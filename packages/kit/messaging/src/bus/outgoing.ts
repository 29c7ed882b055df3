import type { NatsConnection } from '@nats-io/nats-core';

export interface Outgoing {
  /** Runs `publish` at the end of this turn of the event loop. It must not throw. */
  send(publish: () => void): void;
  /** Runs everything that waits now. */
  flush(): void;
}

const byConnection = new WeakMap<NatsConnection, Outgoing>();

/** One for each connection: messages of one turn share a write to its socket. */
export function outgoingOf(connection: NatsConnection): Outgoing {
  const known = byConnection.get(connection);
  if (known !== undefined) return known;
  const made = openOutgoing();
  byConnection.set(connection, made);
  return made;
}

/** Encodes into the buffer pool of Node. The client library allocates memory for each message, at three times the cost. */
export function encodePayload(text: string): Uint8Array {
  return Buffer.from(text);
}

/** The client library writes once for all messages that are published without a break. */
function openOutgoing(): Outgoing {
  let waiting: (() => void)[] = [];
  const flush = (): void => {
    const leaving = waiting;
    waiting = [];
    for (const publish of leaving) publish();
  };
  return {
    send(publish) {
      if (waiting.push(publish) === 1) setImmediate(flush);
    },
    flush,
  };
}
