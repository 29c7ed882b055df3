import Stripe from 'stripe';
import { ProviderUnavailable } from '../use-cases/ports.ts';

const { errors } = Stripe;

/** Refusals that name the account as their cause. */
const ACCOUNT_CODES = new Set([
  'account_invalid',
  'account_closed',
  'testmode_charges_only',
  'capability_not_active',
]);
/** The provider is busy with the same thing, so its answer is still to come. */
const BUSY_CODES = new Set(['idempotency_key_in_use', 'lock_timeout', 'rate_limit']);

/** The provider understood and said no; nothing happened, and asking again is no use. */
export function isDefiniteRefusal(error: unknown): error is Stripe.errors.StripeError {
  if (!(error instanceof errors.StripeError) || BUSY_CODES.has(error.code ?? '')) return false;
  return (
    error instanceof errors.StripeInvalidRequestError ||
    error instanceof errors.StripePermissionError ||
    error instanceof errors.StripeAuthenticationError ||
    error instanceof errors.StripeCardError
  );
}

export function blamesAccount(error: Stripe.errors.StripeError): boolean {
  return ACCOUNT_CODES.has(error.code ?? '');
}

export function isUnexpectedState(error: unknown): boolean {
  return error instanceof errors.StripeError && error.code === 'payment_intent_unexpected_state';
}

/** For the catch of a call: anything of the SDK that is not a definite no is an unknown outcome. */
export function asUnavailable(error: unknown): unknown {
  if (isDefiniteRefusal(error) || !(error instanceof errors.StripeError)) return error;
  return new ProviderUnavailable(`the payment provider gave no answer: ${error.message}`, { cause: error });
}
