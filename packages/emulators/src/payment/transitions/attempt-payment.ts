import type Stripe from 'stripe';
import { newCharge } from '../objects/charge.ts';
import type { Outcome } from '../objects/known-payments.ts';
import type { Cause, Provider } from '../provider.ts';
import { ApiError, errorCode } from '../protocol/api-error.ts';
import type { PaymentIntentRecord, PaymentMethodRecord } from '../state/records.ts';
import { change } from './update-intent.ts';
import { completeSession } from './end-session.ts';

type Decline = Extract<Outcome, { kind: 'declines' }>;

export interface Attempt {
  readonly intent: PaymentIntentRecord;
  readonly method: PaymentMethodRecord;
  /** `error_on_requires_action`: a card that requires authentication is declined. */
  readonly errorOnAction?: boolean;
}

/** Returns the changed intent. A declined card throws an ApiError and leaves the intent open. */
export function attemptPayment(provider: Provider, cause: Cause, attempt: Attempt): PaymentIntentRecord {
  const { outcome } = attempt.method.behaves;
  switch (outcome.kind) {
    case 'succeeds':
      return succeed(provider, cause, attempt);
    case 'declines':
      throw declineError(attempt.method, decline(provider, cause, attempt, outcome));
    case 'authenticates':
      if (attempt.errorOnAction !== true) return requireAuthentication(provider, cause, attempt);
      throw declineError(attempt.method, decline(provider, cause, attempt, AUTHENTICATION_REQUIRED));
    case 'processes':
      return processing(provider, cause, attempt);
  }
}

/** Succeeds, or requires capture. */
export function succeed(provider: Provider, cause: Cause, { intent, method }: Attempt): PaymentIntentRecord {
  const charge = newCharge(intent.object, method, provider.now(), undefined);
  provider.store.charges.put(cause.account, { object: charge, refundsBehave: method.behaves.refund });
  const manual = intent.object.capture_method === 'manual';
  const next = change(provider, cause, intent, {
    amount_capturable: manual ? intent.object.amount : 0,
    amount_received: manual ? 0 : intent.object.amount,
    last_payment_error: null,
    latest_charge: charge.id,
    next_action: null,
    payment_method: method.object.id,
    status: manual ? 'requires_capture' : 'succeeded',
  });
  const { livemode } = intent.object;
  provider.emit(cause, livemode, 'charge.succeeded', charge);
  if (manual) provider.emit(cause, livemode, 'payment_intent.amount_capturable_updated', next.object);
  else provider.emit(cause, livemode, 'payment_intent.succeeded', next.object);
  completeSession(provider, cause, next);
  return next;
}

/** Declined: the intent requires another payment method. */
export function decline(
  provider: Provider,
  cause: Cause,
  { intent, method }: Attempt,
  reason: Decline,
): PaymentIntentRecord {
  const charge = newCharge(intent.object, method, provider.now(), reason);
  provider.store.charges.put(cause.account, { object: charge, refundsBehave: method.behaves.refund });
  const next = change(provider, cause, intent, {
    last_payment_error: lastError(reason, method, charge.id),
    latest_charge: charge.id,
    next_action: null,
    payment_method: null,
    status: 'requires_payment_method',
  });
  provider.emit(cause, intent.object.livemode, 'charge.failed', charge);
  provider.emit(cause, intent.object.livemode, 'payment_intent.payment_failed', next.object);
  return next;
}

function requireAuthentication(
  provider: Provider,
  cause: Cause,
  { intent, method }: Attempt,
): PaymentIntentRecord {
  const url = provider.pageUrl(`/authenticate/${intent.object.id}`);
  const next = change(provider, cause, intent, {
    last_payment_error: null,
    next_action: { type: 'redirect_to_url', redirect_to_url: { return_url: intent.returnUrl, url } },
    payment_method: method.object.id,
    status: 'requires_action',
  });
  provider.emit(cause, intent.object.livemode, 'payment_intent.requires_action', next.object);
  return next;
}

function processing(provider: Provider, cause: Cause, { intent, method }: Attempt): PaymentIntentRecord {
  const next = change(provider, cause, intent, {
    last_payment_error: null,
    payment_method: method.object.id,
    status: 'processing',
  });
  provider.emit(cause, intent.object.livemode, 'payment_intent.processing', next.object);
  return next;
}

const AUTHENTICATION_REQUIRED: Decline = {
  kind: 'declines',
  code: 'authentication_required',
  declineCode: 'authentication_required',
  message: 'Your card was declined. This transaction requires authentication.',
};

function lastError(
  decline: Decline,
  method: PaymentMethodRecord,
  charge: string,
): Stripe.PaymentIntent.LastPaymentError {
  const reason = decline.declineCode === null ? {} : { decline_code: decline.declineCode };
  return {
    type: 'card_error',
    charge,
    ...errorCode(decline.code),
    ...reason,
    message: decline.message,
    payment_method: method.object,
  };
}

function declineError(method: PaymentMethodRecord, intent: PaymentIntentRecord): ApiError {
  const error = intent.object.last_payment_error;
  return new ApiError(402, {
    type: 'card_error',
    message: error?.message ?? 'Your card was declined.',
    ...(error?.charge === undefined ? {} : { charge: error.charge }),
    ...errorCode(error?.code),
    ...(error?.decline_code === undefined ? {} : { decline_code: error.decline_code }),
    payment_intent: intent.object,
    payment_method: method.object,
  });
}
