import type { NatsConnection } from '@nats-io/nats-core';

export interface Outgoing {
  /** `publish` runs at the end of this turn; nobody is there any more to catch what it throws. */
  send(publish: () => void): void;
  /** Lets everything that waits leave now. */
  flush(): void;
}

const byConnection = new WeakMap<NatsConnection, Outgoing>();

/** One for each connection, because the messages that share a write are those that share the socket. */
export function outgoingOf(connection: NatsConnection): Outgoing {
  const known = byConnection.get(connection);
  if (known !== undefined) return known;
  const made = openOutgoing();
  byConnection.set(connection, made);
  return made;
}

/** The client library writes once for all that is published in one go. */
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
