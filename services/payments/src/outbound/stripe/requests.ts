import type { ProviderAccount } from '../../ports/provider.ts';
import { toUnavailable } from './errors.ts';

/** Lists are newest first, so a recent object is on the first page. */
export const PAGE_SIZE = 100;
const MAX_SEARCHED = 1_000;
/** Between our clock and the provider's. */
const CLOCK_SKEW_SECONDS = 600;

/** The request option that makes a call on behalf of a connected account. */
export function onAccount({ accountId }: ProviderAccount): { stripeAccount: string } {
  return { stripeAccount: accountId };
}

/** Throws ProviderUnavailable for every error of the SDK that is not a definite refusal. */
export async function orUnavailable<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw toUnavailable(error);
  }
}

export async function findFirst<T>(
  list: AsyncIterable<T>,
  matches: (item: T) => boolean,
): Promise<T | undefined> {
  let searched = 0;
  for await (const item of list) {
    if (matches(item)) return item;
    searched += 1;
    if (searched >= MAX_SEARCHED) return undefined;
  }
  return undefined;
}

export function createdSince(since: Temporal.Instant): { created: { gte: number }; limit: number } {
  return { created: { gte: epochSeconds(since) - CLOCK_SKEW_SECONDS }, limit: PAGE_SIZE };
}

export function epochSeconds(instant: Temporal.Instant): number {
  return Math.floor(instant.epochMilliseconds / 1000);
}

/** Stripe dates events by whole seconds. Responses are dated the same way, so that both can be compared. */
export function wholeSeconds(instant: Temporal.Instant): Temporal.Instant {
  return instant.round({ smallestUnit: 'second', roundingMode: 'floor' });
}
