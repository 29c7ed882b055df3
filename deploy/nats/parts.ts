import { streamOf } from '@lodging/contract-wire';

interface Part {
  /** Contexts it sends requests to. */
  asks: string[];
  /** Contexts whose events it consumes. */
  hears: string[];
}

/** Requests go one way round, everything else is an event. */
export const PARTS: Record<string, Part> = {
  gateway: { asks: ['inventory', 'reservations', 'payments', 'channels', 'notifications'], hears: [] },
  inventory: { asks: [], hears: ['reservations'] },
  reservations: { asks: ['inventory', 'payments', 'notifications'], hears: ['payments'] },
  payments: { asks: [], hears: ['reservations'] },
  channels: { asks: ['inventory'], hears: ['inventory'] },
  notifications: { asks: [], hears: ['reservations', 'payments'] },
};

export interface DeclaredStream {
  /** The one service that publishes to it, and makes it when it starts. */
  publisher: string;
  name: string;
  subjects: string[];
  /** Its durable consumers, each named after the service that hears. */
  consumers: string[];
}

/** Every stream somebody hears. Its publisher makes it with the form that the messaging kit gives to all of them. */
export function declaredStreams(): DeclaredStream[] {
  return Object.keys(PARTS).flatMap((publisher) => {
    const consumers = Object.entries(PARTS).flatMap(([name, { hears }]) =>
      hears.includes(publisher) ? [name] : [],
    );
    const { name, subjects } = streamOf(publisher);
    return consumers.length === 0 ? [] : [{ publisher, name, subjects, consumers }];
  });
}
