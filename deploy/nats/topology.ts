import { streamOf } from '@lodging/contract-wire';

interface Connections {
  /** Contexts it sends requests to. */
  calls: string[];
  /** Contexts whose events it consumes. */
  consumes: string[];
}

/**
 * Requests go one way; everything else is an event. One exception: reservations has codes mailed by notifications, and
 * notifications asks reservations when it writes a mail. No request causes the other.
 */
export const TOPOLOGY: Record<string, Connections> = {
  gateway: { calls: ['inventory', 'reservations', 'payments', 'channels', 'notifications'], consumes: [] },
  inventory: { calls: [], consumes: ['reservations'] },
  reservations: { calls: ['inventory', 'payments', 'notifications'], consumes: ['payments'] },
  payments: { calls: [], consumes: ['reservations'] },
  channels: { calls: ['inventory'], consumes: ['inventory'] },
  notifications: { calls: ['reservations', 'payments'], consumes: ['reservations', 'payments'] },
};

export interface DeclaredStream {
  /** The only service that publishes to it. */
  publisher: string;
  name: string;
  subjects: string[];
  /** Its durable consumers, named after the consuming services. */
  consumers: string[];
}

/** All streams that have a consumer. Their configuration is in `packages/kit/messaging/src/bus/stream-manager.ts`. */
export function declaredStreams(): DeclaredStream[] {
  return Object.keys(TOPOLOGY).flatMap((publisher) => {
    const consumers = Object.entries(TOPOLOGY).flatMap(([name, { consumes }]) =>
      consumes.includes(publisher) ? [name] : [],
    );
    const { name, subjects } = streamOf(publisher);
    return consumers.length === 0 ? [] : [{ publisher, name, subjects, consumers }];
  });
}
