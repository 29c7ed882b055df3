import type Stripe from 'stripe';

type RawErrorType = Stripe.RawErrorType;

export interface ErrorBody {
  readonly type: RawErrorType;
  readonly code?: string;
  readonly decline_code?: string;
  readonly message: string;
  readonly param?: string;
  readonly charge?: string;
  readonly doc_url?: string;
  readonly payment_intent?: Stripe.PaymentIntent;
  readonly payment_method?: Stripe.PaymentMethod;
}

/** Thrown. What the operation wrote before it (a declined attempt) is not undone. */
export class ApiError extends Error {
  readonly status: number;
  readonly body: ErrorBody;
  /** Whether the answer is stored under the Idempotency-Key. Not for a request refused before its operation began, as at Stripe. */
  readonly isStored: boolean;

  constructor(status: number, body: ErrorBody, isStored = true) {
    super(body.message);
    this.status = status;
    this.body = body;
    this.isStored = isStored;
  }
}

export function invalidParameter(param: string, message: string, code?: string): ApiError {
  return new ApiError(400, { type: 'invalid_request_error', message, param, ...errorCode(code) }, false);
}

export function missingParameter(param: string): ApiError {
  return invalidParameter(param, `Missing required param: ${param}.`, 'parameter_missing');
}

export function resourceMissing(kind: string, id: string, param: string): ApiError {
  const message = `No such ${kind}: '${id}'`;
  return new ApiError(404, {
    type: 'invalid_request_error',
    message,
    param,
    ...errorCode('resource_missing'),
  });
}

export function unexpectedState(intent: Stripe.PaymentIntent, message: string): ApiError {
  return new ApiError(400, {
    type: 'invalid_request_error',
    message,
    payment_intent: intent,
    ...errorCode('payment_intent_unexpected_state'),
  });
}

export function invalidRequest(message: string, param?: string, code?: string): ApiError {
  const field = param === undefined ? {} : { param };
  return new ApiError(400, { type: 'invalid_request_error', message, ...field, ...errorCode(code) });
}

/** The code and the address of its documentation, as in Stripe's errors. */
export function errorCode(
  code: string | undefined,
): { code: string; doc_url: string } | Record<string, never> {
  if (code === undefined) return {};
  return { code, doc_url: `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}` };
}
