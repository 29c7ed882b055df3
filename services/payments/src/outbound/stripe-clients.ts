import Stripe from 'stripe';
import { tracedHttpClient } from './traced-http-client.ts';

/** Pinned here, on the webhook endpoint and, through its types, in the SDK. */
export const STRIPE_API_VERSION = '2026-10-28.endive' satisfies Stripe.LatestApiVersion;

const TRY_TIMEOUT_MS = 10_000;
/** The SDK tries again under the same idempotency key. */
const RETRIES = 1;

export interface StripeSettings {
  readonly liveSecretKey: string;
  readonly testSecretKey: string;
  /** Undefined: the real provider. */
  readonly apiUrl: string | undefined;
}

export type StripeClientOf = (livemode: boolean) => Stripe;

export function stripeClients(settings: StripeSettings): StripeClientOf {
  const live = client(settings.liveSecretKey, settings.apiUrl);
  const test = client(settings.testSecretKey, settings.apiUrl);
  return (livemode) => (livemode ? live : test);
}

function client(secretKey: string, apiUrl: string | undefined): Stripe {
  return new Stripe(secretKey, {
    apiVersion: STRIPE_API_VERSION,
    timeout: TRY_TIMEOUT_MS,
    maxNetworkRetries: RETRIES,
    telemetry: false,
    httpClient: tracedHttpClient(),
    ...(apiUrl === undefined ? {} : addressOf(apiUrl)),
  });
}

function addressOf(apiUrl: string) {
  const { protocol, hostname, port } = new URL(apiUrl);
  const isPlain = protocol === 'http:';
  const standard = isPlain ? '80' : '443';
  return {
    protocol: isPlain ? ('http' as const) : ('https' as const),
    host: hostname,
    port: port === '' ? standard : port,
  };
}
