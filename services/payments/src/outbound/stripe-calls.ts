import type { ProviderAccount } from '../use-cases/ports.ts';
import { asUnavailable } from './stripe-errors.ts';

/** Newest first, so what was made a moment ago is on the first page. */
export const PAGE = 100;
const LOOK_AT_MOST = 1_000;
/** Our clock and the provider's may differ. */
const CLOCK_SKEW_SECONDS = 600;

export function on({ accountId }: ProviderAccount): { stripeAccount: string } {
  return { stripeAccount: accountId };
}

export async function answered<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw asUnavailable(error);
  }
}

export async function firstOf<T>(list: AsyncIterable<T>, fits: (item: T) => boolean): Promise<T | undefined> {
  let looked = 0;
  for await (const item of list) {
    if (fits(item)) return item;
    looked += 1;
    if (looked >= LOOK_AT_MOST) return undefined;
  }
  return undefined;
}

export function madeSince(since: Temporal.Instant): { created: { gte: number }; limit: number } {
  return { created: { gte: epochSeconds(since) - CLOCK_SKEW_SECONDS }, limit: PAGE };
}

export function epochSeconds(instant: Temporal.Instant): number {
  return Math.floor(instant.epochMilliseconds / 1000);
}

/** The provider dates its events by whole seconds; what is read is dated alike, so that the two compare. */
export function wholeSeconds(instant: Temporal.Instant): Temporal.Instant {
  return instant.round({ smallestUnit: 'second', roundingMode: 'floor' });
}
