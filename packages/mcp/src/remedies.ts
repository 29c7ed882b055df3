import type { ProblemCode, TransportCode } from '@lodging/client';

const UNKNOWN_OUTCOME =
  'Whether the request was carried out is not known. Repeat hold with the same arguments; before another attempt to ' +
  'cancel, read the booking.';

/** What a model should do next, in terms of the tools. */
const REMEDIES: Partial<Record<ProblemCode | TransportCode, string>> = {
  validation_failed: 'Correct the fields that `errors` names.',
  invalid_window: 'Send a `from` before `to`, in the future, with one night at least.',
  rate_plan_required: 'Take `ratePlanId` from a search result; leave it out where it is null there.',
  invalid_quote_token: 'Send `signedQuoteToken` of the quote unchanged.',
  quote_expired: 'Use quote again, and show the guest the new price.',
  hold_conflict: 'Use quote again: the quote was used, or another guest took the units.',
  hold_not_found: 'Use `holdId` as hold returned it, with a key of the same tenant and mode.',
  hold_not_held: 'The hold has ended or is confirmed. Use quote and hold again unless it is confirmed.',
  reservation_not_holdable: 'The hold has ended. Use quote and hold again.',
  not_confirmable: 'Use quote and hold again. A payment that arrives late is refunded without a request.',
  bad_code: 'Let the guest read the code again. Never guess one.',
  expired: 'Use send_code again.',
  exhausted_attempts: 'Use send_code again.',
  invalid_guest_token: 'Use send_code and verify_code again.',
  wrong_reservation: 'Use the token that verify_code returned for this hold.',
  guest_email_mismatch: 'Use the e-mail address of the booking.',
  payment_required: 'Let the guest pay on the page of payment_link, then use confirm_stay again.',
  already_paid: 'Use confirm_stay.',
  payment_already_initiated: 'Let the guest finish the payment that is open.',
  provider_not_configured: 'The hotel cannot take payments online. Refer the guest to the hotel.',
  payment_setup_failed: 'Use payment_link again later.',
  invalid_redirect_url: 'Send URLs of an origin that the hotel has allowed for payments.',
  unavailable: 'Offer the guest one of `alternatives`, or use search with other dates.',
  party_not_divisible:
    'Several rooms of this plan are for adults alone, as many in each. Quote each room with its own guests.',
  no_pricing_rule: 'The nights in `missingDates` have no price. Choose other dates.',
  fx_rate_unavailable: 'Leave `currency` out.',
  currency_required: 'Send `currency`.',
  search_too_broad: 'Search for fewer dates, or filter by kind, feature or text.',
  invalid_cursor: 'Send `nextCursor` unchanged with the same arguments, or leave `cursor` out.',
  resource_not_found: 'Take `resourceId` from a search result.',
  rate_plan_not_found: 'Take `ratePlanId` from a search result.',
  booking_not_found: 'Check the id, and that the key belongs to the same hotel and mode.',
  illegal_transition: 'Read the booking: its state allows only the moves in `allowed`.',
  version_mismatch: 'Use preview_cancellation again, show the result, and confirm with its version.',
  insufficient_permission:
    'The key lacks the permission of this tool: `read` for search, availability, booking_state and ' +
    'preview_cancellation, `book` for the others. Refer to the owner of the key.',
  secret_key_required: 'This tool needs a secret key.',
  origin_not_allowed: 'The publishable key does not list this origin. Refer to the owner of the key.',
  invalid_api_key: 'The key is unknown, revoked or expired. Refer to the owner of the key.',
  tenant_suspended: 'The hotel is suspended. Refer to the operator of the platform.',
  idempotency_key_conflict: 'Use another `idempotencyKey`, or leave it out.',
  rate_limited: 'Wait for `retryAfterSeconds`.',
  service_unavailable: 'Repeat the call later with the same arguments.',
  internal_error: 'Repeat the call once with the same arguments, then report `requestId`.',
  connection_failed: UNKNOWN_OUTCOME,
  deadline_exceeded: UNKNOWN_OUTCOME,
  unexpected_response: UNKNOWN_OUTCOME,
};

/** `type` is the address of a page that explains the code. */
export function remedyOf(code: string, type: string): string {
  const known = (REMEDIES as Readonly<Record<string, string | undefined>>)[code];
  return known ?? (type === '' ? 'Do not repeat the call unchanged.' : `See ${type}.`);
}
