import type Stripe from 'stripe';
import type { Store } from './state/store.ts';

/** The account of a change and the API request that made it; null where the dashboard, a page or a timer did. */
export interface Cause {
  readonly account: string;
  readonly request: Stripe.Event.Request | null;
}

export type EventType = Stripe.Event['type'];

/** The object in an event of this type. */
export type ObjectOf<T extends EventType> = Extract<Stripe.Event, { type: T }>['data']['object'];

export interface Provider {
  readonly store: Store;
  /** Seconds since 1970, as in Stripe’s objects. */
  now(): number;
  /** The address of one of the emulator's pages, for a browser. */
  pageUrl(path: string): string;
  emit<T extends EventType>(cause: Cause, livemode: boolean, type: T, object: ObjectOf<T>): Stripe.Event;
  /** Runs once after `settleAfterMs`, in place of the days that a bank takes. */
  settleLater(work: () => void): void;
}

/** The platform's account: that of calls without a Stripe-Account header. */
export const PLATFORM_ACCOUNT = 'acct_platform';

export const API_VERSION = '2026-10-28.endive' satisfies Stripe.LatestApiVersion;
