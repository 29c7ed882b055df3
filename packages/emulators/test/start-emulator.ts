import { setTimeout as delay } from 'node:timers/promises';
import Stripe from 'stripe';
import { startPaymentEmulator } from '../src/index.ts';
import type { PaymentEmulator, PaymentEmulatorOptions } from '../src/index.ts';

export const TEST_KEY = 'sk_test_standin0000000000000001';
export const LIVE_KEY = 'sk_live_standin0000000000000001';
export const HOTEL = 'acct_hotel';
export const OTHER = 'acct_other';

export async function startEmulator(more: Partial<PaymentEmulatorOptions> = {}): Promise<PaymentEmulator> {
  return startPaymentEmulator({ port: 0, secretKeys: [TEST_KEY, LIVE_KEY], settleAfterMs: 50, ...more });
}

/**
 * Stripe's SDK for one account (null for the platform), by default without retries. It retries once after a closed connection in
 * any case.
 */
export function sdk(
  emulator: PaymentEmulator,
  key = TEST_KEY,
  account: string | null = HOTEL,
  retries = 0,
): Stripe {
  return new Stripe(key, {
    host: '127.0.0.1',
    port: emulator.port,
    protocol: 'http',
    maxNetworkRetries: retries,
    ...(account === null ? {} : { stripeAccount: account }),
  });
}

export async function eventually<T>(
  what: string,
  probe: () => Promise<T | undefined | false> | T | undefined | false,
): Promise<T> {
  const deadline = Date.now() + 20_000;
  while (Date.now() < deadline) {
    const found = await probe();
    if (found !== undefined && found !== false) return found;
    await delay(10);
  }
  throw new Error(`timed out waiting for: ${what}`);
}

/** The error of a call. A call that succeeds fails the test. */
export async function refusalOf(
  call: Promise<unknown>,
): Promise<InstanceType<typeof Stripe.errors.StripeError>> {
  const error: unknown = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof Stripe.errors.StripeError) return error;
  throw new Error(`expected a refusal by the provider, got ${String(error)}`);
}

/** The id in a field that could also hold the object itself. */
export function idOf(field: string | { readonly id: string } | null): string {
  return typeof field === 'string' ? field : (field?.id ?? '');
}
