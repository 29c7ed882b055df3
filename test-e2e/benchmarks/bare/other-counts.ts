import type { Work } from '../../harness/count-work.ts';
import { costOf, STAY, type PathCost } from './paths.ts';

/** The limits of the counting test are above the counts of a usual stay by so many at the most. */
const ABOVE: Readonly<Record<keyof PathCost, number>> = {
  commits: 2,
  requests: 1,
  events: 0,
  providerCalls: 1,
};
const KINDS = Object.keys(ABOVE) as (keyof PathCost)[];
const NOTHING: PathCost = { commits: 0, requests: 0, events: 0, providerCalls: 0 };

/** Where a stay on the bare path takes more than the product may, or clearly less. */
export function otherCounts(limits: Readonly<Record<string, Pick<Work, keyof PathCost>>>): string[] {
  const path = costOf(STAY);
  const services = new Set([...Object.keys(path), ...Object.keys(limits)]);
  return [...services].flatMap((service) =>
    KINDS.flatMap((kind) => {
      const [count, limit] = [(path[service] ?? NOTHING)[kind], (limits[service] ?? NOTHING)[kind]];
      return count > limit || count < limit - ABOVE[kind]
        ? [`${service}: ${count} ${kind} on the bare path, at most ${limit} of the product`]
        : [];
    }),
  );
}
