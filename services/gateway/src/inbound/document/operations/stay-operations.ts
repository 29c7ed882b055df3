import { paymentHandle } from '@lodging/contract-payments';
import type { OperationDocs } from './operation-docs.ts';

export const stayOperations: Readonly<Record<string, OperationDocs>> = {
  'GET /v1/availability': {
    operationId: 'findAvailability',
    tag: 'Availability',
    summary: 'Is a resource free for a stay?',
    description:
      'Names no plan: the stay is available when the units are free and at least one enabled plan accepts it. ' +
      'Otherwise `reasons` holds every reason of the units, and, where no plan accepts, the union over the enabled ' +
      'plans, each once. A lodging resource without an enabled plan answers `stop_sell`. A stay covers the nights ' +
      'from the local date of `from` up to, not including, the local date of `to`, in the resource’s time zone.',
  },
  'POST /v1/quotes': {
    operationId: 'createQuote',
    tag: 'Availability',
    summary: 'Price a stay, signed, for 15 minutes',
    description:
      'The price night by night, promised for 15 minutes by `signedQuoteToken`. A quote holds no units and is not ' +
      'stored. `quantity` units of the resource may be asked for. Amounts are in the resource’s currency; ' +
      '`displayTotal` is in `currency` where that is sent. A stay that is over, is longer than 366 nights or ends ' +
      'more than 10 years ahead is `invalid_window`; a disabled plan is `unavailable` with `stop_sell`.',
  },
  'POST /v1/holds': {
    operationId: 'placeHold',
    tag: 'Guest stay',
    summary: 'Hold the units of a quote for 15 minutes',
    description:
      'One quote makes at most one hold: a second one under another key is `hold_conflict`. A `partySize` that ' +
      'differs from the quote’s is `invalid_quote_token`. A request that must wait for another waits up to 2 seconds, ' +
      'then it is `resource_locked`. A key is remembered for 30 days, in one space with bookings; only successes are ' +
      'kept, so a refused hold may be tried again with its key.',
    existing: 'The hold that this Idempotency-Key made before, as it is now.',
  },
  'POST /v1/holds/{id}/otp': {
    operationId: 'sendGuestCode',
    tag: 'Guest stay',
    summary: 'Send the guest a one-time code',
    description:
      'Six digits by e-mail, good for 10 minutes but not past the end of the hold. A new code replaces the one before. ' +
      'At most 5 codes per hold in 15 minutes.',
  },
  'POST /v1/holds/{id}/otp/verify': {
    operationId: 'verifyGuestCode',
    tag: 'Guest stay',
    summary: 'Verify the code, and get the guest’s token',
    description:
      'Wrong codes one to six are `bad_code`; from then on every try is `exhausted_attempts`, a right one too, until ' +
      'a new code is sent. A wrong e-mail address, a used code, and a try before any code was sent are `bad_code`. ' +
      'At most 20 tries per hold in 15 minutes. The token confirms this hold alone, until 15 minutes after the ' +
      'hold’s end. Verifying sets `guestEmail` of the reservation.',
  },
  'POST /v1/holds/{id}/payment-intent': {
    operationId: 'createPaymentIntent',
    tag: 'Guest stay',
    summary: 'Open the payment of a hold',
    description:
      'Takes no fields. There is one open intent per reservation: while it is open every call answers it, parallel ' +
      'calls too. The intent lives on the operator’s own account at the payment provider. Keys of this operation are ' +
      'a space of their own; one key for two reservations is `idempotency_key_conflict`. While a checkout session is ' +
      'open it is `payment_already_initiated`.',
    response: paymentHandle,
    existing:
      'The intent that is open. Where the same Idempotency-Key opened it the answer carries Idempotent-Replayed.',
  },
  'POST /v1/holds/{id}/checkout-session': {
    operationId: 'createCheckoutSession',
    tag: 'Guest stay',
    summary: 'Open a payment page of the provider',
    description:
      'Send the guest to `url`. Both addresses must be https (http on localhost with a test key), without user ' +
      'information, on an origin of the operator’s redirect list. The session ends with the hold; `expiresAt` is the ' +
      'hold’s. While one is open it is answered again. While a payment intent is open it is `payment_already_initiated`.',
  },
  'POST /v1/holds/{id}/confirm': {
    operationId: 'confirmHold',
    tag: 'Guest stay',
    summary: 'Confirm a paid hold',
    description:
      'Needed only to be sure: a succeeded payment confirms its hold by itself. Confirming a confirmed hold answers the ' +
      'same again. Where no payment is known the provider is asked before `payment_required` is answered. Refusals come ' +
      'in this order: `hold_not_found`, the token’s, `not_confirmable`, `payment_required`.',
  },
};
