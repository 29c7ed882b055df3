import type { Random } from '../harness/random.ts';
import type { Pool } from './pool.ts';

/** Fields that name a record of a collection. */
const COLLECTION_OF: Readonly<Record<string, string>> = {
  resourceId: 'resources',
  resourceIds: 'resources',
  roomTypeId: 'room-types',
  ratePlanId: 'ratePlans',
  excludeConnectionId: 'channel-connections',
  signedQuoteToken: 'quoteTokens',
};
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
const DATE = /^\d{4}-\d\d-\d\d$/;

/** The document's example with ids that exist, names that are free, and its dates moved by up to a year. */
export function validBody(random: Random, pool: Pool, example: unknown): unknown {
  const days = random.int(0, 365);
  const fill = (value: unknown, name: string): unknown => {
    if (Array.isArray(value)) return value.map((one) => fill(one, name));
    if (typeof value === 'object' && value !== null) {
      return Object.fromEntries(Object.entries(value).map(([field, one]) => [field, fill(one, field)]));
    }
    if (typeof value !== 'string') return value;
    const collection = COLLECTION_OF[name];
    if (collection !== undefined) return pool.pick(random, collection) ?? value;
    if (name === 'slug') return `fuzz-${random.uuid()}`;
    if (name === 'url' || name === 'feedUrl') return `https://${random.uuid()}.invalid/path`;
    return moved(value, days);
  };
  return fill(example, '');
}

function moved(value: string, days: number): string {
  if (DATE.test(value)) return Temporal.PlainDate.from(value).add({ days }).toString();
  if (INSTANT.test(value))
    return Temporal.Instant.from(value)
      .add({ hours: 24 * days })
      .toString();
  return value;
}
