import Stripe from 'stripe';
import { ProviderUnavailable } from '../../ports/provider.ts';

const { errors } = Stripe;

/** The account is the cause of the refusal. */
const ACCOUNT_CODES = new Set([
  'account_invalid',
  'account_closed',
  'testmode_charges_only',
  'capability_not_active',
]);
/** Another call is in progress, or the rate limit was hit: the outcome is not known yet. */
const BUSY_CODES = new Set(['idempotency_key_in_use', 'lock_timeout', 'rate_limit']);

/** The provider refused the request: nothing was changed, and a repetition would be refused too. */
export function isDefiniteRefusal(error: unknown): error is Stripe.errors.StripeError {
  if (!(error instanceof errors.StripeError) || BUSY_CODES.has(error.code ?? '')) return false;
  return (
    error instanceof errors.StripeInvalidRequestError ||
    error instanceof errors.StripePermissionError ||
    error instanceof errors.StripeAuthenticationError ||
    // The key was used with other parameters, by what a restore has lost since.
    error instanceof errors.StripeIdempotencyError ||
    error instanceof errors.StripeCardError
  );
}

export function isAccountError(error: Stripe.errors.StripeError): boolean {
  return ACCOUNT_CODES.has(error.code ?? '');
}

export function isUnexpectedState(error: unknown): boolean {
  return error instanceof errors.StripeError && error.code === 'payment_intent_unexpected_state';
}

/** An error of the SDK that is not a definite refusal leaves the outcome unknown. */
export function toUnavailable(error: unknown): unknown {
  if (isDefiniteRefusal(error) || !(error instanceof errors.StripeError)) return error;
  const message = `the payment provider did not answer: ${error.message}`;
  return new ProviderUnavailable(message, { cause: error, isOutage: true });
}
