import type Stripe from 'stripe';
import type { Store } from './state/store.ts';

/** The account acted on, and the API request that acts; no request means the dashboard, a page or time itself. */
export interface Cause {
  readonly account: string;
  readonly request: Stripe.Event.Request | null;
}

export type EventType = Stripe.Event['type'];

/** The object an event of this type carries: a wrong one does not compile. */
export type ObjectOf<T extends EventType> = Extract<Stripe.Event, { type: T }>['data']['object'];

export interface Provider {
  readonly store: Store;
  /** Seconds since 1970, as the provider counts. */
  now(): number;
  /** Where the emulator's pages are reached by a browser. */
  pageUrl(path: string): string;
  emit<T extends EventType>(cause: Cause, livemode: boolean, type: T, object: ObjectOf<T>): Stripe.Event;
  /** Runs once a little later: what the real provider's banks take days for. */
  settleLater(work: () => void): void;
}

/** The platform's own account: calls without a Stripe-Account header act on it. */
export const PLATFORM_ACCOUNT = 'acct_platform';

export const API_VERSION = '2026-10-28.endive' satisfies Stripe.LatestApiVersion;
