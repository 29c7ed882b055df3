import type { Random } from '../harness/random.ts';

/** Known ids, codes and tokens by the collection that they belong to: `bookings`, `resources`, `quoteTokens`. */
export interface Pool {
  add(collection: string, value: string): void;
  pick(random: Random, collection: string): string | undefined;
  /** Adds the new records of a successful answer. */
  harvest(path: string, body: unknown): void;
}

const LARGEST = 30;
/** A hold is a booking. */
const SAME: Readonly<Record<string, string>> = { holds: 'bookings' };

export function createPool(): Pool {
  const values = new Map<string, string[]>();
  const add = (collection: string, value: string): void => {
    const name = SAME[collection] ?? collection;
    const known = values.get(name) ?? [];
    if (known.length >= LARGEST) known.splice(1, 1);
    values.set(name, [...known, value]);
  };
  return {
    add,
    pick: (random, collection) => random.pick(values.get(SAME[collection] ?? collection) ?? []),
    harvest(path, body) {
      const collection = path.split('?', 1)[0]?.split('/').at(-1) ?? '';
      if (typeof body !== 'object' || body === null) return;
      if ('id' in body && typeof body.id === 'string') add(collection, body.id);
      if ('signedQuoteToken' in body) add('quoteTokens', String(body.signedQuoteToken));
      if (collection === 'feed-tokens' && 'token' in body) add('feeds', String(body.token));
      if (collection === 'deliveries' && 'deliveries' in body && Array.isArray(body.deliveries)) {
        for (const { id } of body.deliveries.slice(0, 3)) add('deliveries', String(id));
      }
    },
  };
}
