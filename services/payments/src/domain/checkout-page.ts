import type { Terms } from './payment.ts';

/**
 * The provider wants half an hour at least, counted from each try at making the page. What is asked for must be the same
 * on every try under one key, so there is room for tries until well after the hold.
 */
const ROOM = { minutes: 60 };
/** The provider's longest is a day. */
const LONGEST = { hours: 23, minutes: 30 };

export function pageExpiry({
  createdAt,
  expiresAt,
}: Pick<Terms, 'createdAt' | 'expiresAt'>): Temporal.Instant {
  const wanted = expiresAt.add(ROOM);
  const longest = createdAt.add(LONGEST);
  return Temporal.Instant.compare(wanted, longest) > 0 ? longest : wanted;
}
