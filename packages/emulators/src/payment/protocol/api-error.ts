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

/** Thrown, not returned: whatever an operation wrote before it (a declined try) stands. */
export class ApiError extends Error {
  readonly status: number;
  readonly body: ErrorBody;
  /** False for what was refused before the operation began: such a key may be used again, as with the provider. */
  readonly remembered: boolean;

  constructor(status: number, body: ErrorBody, remembered = true) {
    super(body.message);
    this.status = status;
    this.body = body;
    this.remembered = remembered;
  }
}

export function invalidParameter(param: string, message: string, code?: string): ApiError {
  return new ApiError(400, { type: 'invalid_request_error', message, param, ...described(code) }, false);
}

export function missingParameter(param: string): ApiError {
  return invalidParameter(param, `Missing required param: ${param}.`, 'parameter_missing');
}

export function noSuch(kind: string, id: string, param: string): ApiError {
  const message = `No such ${kind}: '${id}'`;
  return new ApiError(404, {
    type: 'invalid_request_error',
    message,
    param,
    ...described('resource_missing'),
  });
}

export function unexpectedState(intent: Stripe.PaymentIntent, message: string): ApiError {
  return new ApiError(400, {
    type: 'invalid_request_error',
    message,
    payment_intent: intent,
    ...described('payment_intent_unexpected_state'),
  });
}

export function refusedRequest(message: string, param?: string, code?: string): ApiError {
  const about = param === undefined ? {} : { param };
  return new ApiError(400, { type: 'invalid_request_error', message, ...about, ...described(code) });
}

/** The code with the page that explains it, as the provider sends them. */
export function described(
  code: string | undefined,
): { code: string; doc_url: string } | Record<string, never> {
  if (code === undefined) return {};
  return { code, doc_url: `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}` };
}
