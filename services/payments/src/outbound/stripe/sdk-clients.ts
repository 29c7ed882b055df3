import Stripe from 'stripe';
import { createTracedHttpClient } from './traced-http-client.ts';

/** The webhook endpoint must have the same version; the SDK's types are written for it. */
export const STRIPE_API_VERSION = '2026-10-28.endive' satisfies Stripe.LatestApiVersion;

const ATTEMPT_TIMEOUT_MS = 10_000;
/** The SDK retries under the same idempotency key. */
const RETRIES = 1;

export interface StripeSettings {
  readonly liveSecretKey: string;
  readonly testSecretKey: string;
  /** Undefined: Stripe itself. */
  readonly apiUrl: string | undefined;
}

/** The SDK with the platform's secret key of the mode. */
export type StripeClients = (livemode: boolean) => Stripe;

export function createStripeClients(settings: StripeSettings): StripeClients {
  const live = createClient(settings.liveSecretKey, settings.apiUrl);
  const test = createClient(settings.testSecretKey, settings.apiUrl);
  return (livemode) => (livemode ? live : test);
}

function createClient(secretKey: string, apiUrl: string | undefined): Stripe {
  return new Stripe(secretKey, {
    apiVersion: STRIPE_API_VERSION,
    timeout: ATTEMPT_TIMEOUT_MS,
    maxNetworkRetries: RETRIES,
    telemetry: false,
    httpClient: createTracedHttpClient(),
    ...(apiUrl === undefined ? {} : addressOf(apiUrl)),
  });
}

function addressOf(apiUrl: string) {
  const { protocol, hostname, port } = new URL(apiUrl);
  const isPlain = protocol === 'http:';
  const standardPort = isPlain ? '80' : '443';
  return {
    protocol: isPlain ? ('http' as const) : ('https' as const),
    host: hostname,
    port: port === '' ? standardPort : port,
  };
}
