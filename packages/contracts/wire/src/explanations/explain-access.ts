import type { Explanation } from './explanation.ts';

const EVERY_PATH = 'At every address, before an operation is matched.';
const ADMIN_API = 'In the admin API.';

export const accessExplanations = {
  bad_request: {
    meaning: 'The message is not valid HTTP: no Host header, a malformed path or an incomplete body.',
    remedy: 'Check what the HTTP client, or a proxy in between, actually sends.',
  },
  validation_failed: {
    meaning:
      'A field of the body or a query parameter is not valid. `errors` lists the first 20 by JSON pointer; ' +
      '`errorCount` is the number found.',
    remedy: 'Correct these fields. Retrying the same request does not help.',
  },
  invalid_cursor: {
    meaning: 'The cursor was changed, or belongs to another list or tenant.',
    remedy: 'Send the `nextCursor` of the previous page unchanged, or start without a cursor.',
  },
  idempotency_key_required: {
    meaning: 'The operation requires the header Idempotency-Key with a UUID.',
    remedy: 'Generate a UUID for each record that you create, and send the same UUID with every retry.',
  },
  invalid_signature: {
    meaning: 'A notification has no valid signature of the payment provider, or is too old.',
    remedy: 'Compare the signing secret in the settings of the payments service with the provider’s.',
    elsewhere: 'At the notification endpoint for the payment provider.',
  },
  invalid_api_key: {
    meaning: 'The API key or operator session is missing, malformed, unknown, revoked or expired.',
    remedy: 'Send `Authorization: Bearer <API_KEY>` with a valid key.',
  },
  invalid_credentials: {
    meaning: 'No operator has this e-mail address with this password.',
    remedy: 'Check both. After five failed attempts in 15 minutes the account is locked temporarily.',
  },
  session_ended: {
    meaning:
      'The cookie of the console is of a session that has ended: by signing out, after 12 hours, after 60 minutes ' +
      'without a request, or because the operator was removed or got another password.',
    remedy: 'Sign in again with POST /v1/console/session.',
  },
  invalid_admin_token: {
    meaning: 'The admin token is missing, unknown, revoked or expired.',
    remedy: 'Send `Authorization: Bearer <ADMIN_TOKEN>` with the root token or a named token.',
    elsewhere: ADMIN_API,
  },
  secret_key_required: {
    meaning: 'The operation requires a secret key, but a publishable key was sent.',
    remedy: 'Call it from a server with a secret key (`sk_…`). Never put that key into a browser.',
  },
  origin_not_allowed: {
    meaning:
      'A publishable key works only from its allowed origins, and the cookie of the console only from its own pages. The ' +
      'Origin header is absent or names another origin.',
    remedy:
      'Add the origin to the allowed origins of the key, as browsers send it: scheme, host and port. For a console at ' +
      'another address than PUBLIC_URL, set CONSOLE_ORIGINS of the gateway.',
  },
  insufficient_permission: {
    meaning:
      'The API key, or the role of the operator, lacks the permission that the operation or a field of the body ' +
      'needs, or the admin token lacks the scope of the route.',
    remedy:
      'Add the permission to the key, or use another key; give the operator another role. The API document names the ' +
      'permission of each operation.',
  },
  tenant_suspended: {
    meaning:
      'The platform has suspended the tenant of the key: its API keys and operator sessions, live and sandbox, are ' +
      'refused. Calendars, webhooks and open payments continue.',
    remedy: 'Contact the platform operator. The key works again within 5 seconds of the reinstatement.',
  },
  not_found: {
    meaning: 'No operation exists at this address, or no calendar feed has this token.',
    remedy:
      'Compare the path with /openapi.json. If the token of a feed was replaced or deleted, use its new address.',
    elsewhere: EVERY_PATH,
  },
  resource_not_found: {
    meaning: 'The tenant of the key has no resource with this id.',
    remedy: 'Check the id, and that the key belongs to the right tenant and mode (live or test).',
  },
  rate_plan_not_found: {
    meaning: 'The resource has no rate plan with this id.',
    remedy: 'Use the id of a plan in `ratePlans` of the resource.',
  },
  room_type_not_found: {
    meaning: 'The tenant has no room type with this id.',
    remedy: 'Use an id from GET /v1/room-types, or create the room type first.',
  },
  tax_rule_not_found: {
    meaning: 'The tenant has no tax rule with this code (not case-sensitive).',
    remedy: 'Use a code from GET /v1/tax-rules, or add the rule with PUT.',
  },
  policy_not_found: {
    meaning: 'The tenant has no cancellation policy with this code (not case-sensitive).',
    remedy: 'Use a code from GET /v1/cancellation-policies, or add the policy with PUT.',
  },
  hold_not_found: {
    meaning: 'The tenant has no reservation with this id.',
    remedy: 'Use the `id` that POST /v1/holds returned, with a key of the same tenant.',
  },
  booking_not_found: {
    meaning: 'The tenant has no booking with this id.',
    remedy: 'Check the id, and that the key belongs to the right tenant and mode (live or test).',
  },
  tenant_not_found: {
    meaning: 'No tenant has this id.',
    remedy: 'Use an id from the list of tenants.',
    elsewhere: ADMIN_API,
  },
  operator_not_found: {
    meaning: 'The tenant has no operator with this id.',
    remedy: 'Use an id from the tenant’s list of operators.',
    elsewhere: ADMIN_API,
  },
  api_key_not_found: {
    meaning: 'The tenant has no API key with this id.',
    remedy: 'Use an id from the tenant’s list of keys.',
    elsewhere: ADMIN_API,
  },
  payment_account_not_found: {
    meaning: 'The tenant has no payment account in this mode.',
    remedy: 'The operator of this installation connects one: `lodging payment-accounts set`.',
  },
  admin_token_not_found: {
    meaning: 'No admin token has this id, or it was revoked. The root token is a setting and has no id.',
    remedy: 'Use an id from the list of admin tokens.',
    elsewhere: ADMIN_API,
  },
  dead_letter_not_found: {
    meaning: 'No service has a dead letter with this id. Replayed dead letters are kept for 30 days.',
    remedy: 'Use an id from the list of dead letters.',
    elsewhere: ADMIN_API,
  },
  dead_letter_already_replayed: {
    meaning: 'The dead letter has already been replayed successfully, or dismissed.',
    remedy: 'No action is needed.',
    elsewhere: ADMIN_API,
  },
  dead_letter_being_replayed: {
    meaning: 'The consumer of the dead letter processes it at this moment, so it cannot be dismissed.',
    remedy: 'Look at it again after a minute: a replay that fails leaves it open.',
    elsewhere: ADMIN_API,
  },
  parked_notification_not_found: {
    meaning:
      'No notification of the payment provider with this event id waits: it was dismissed, or never parked.',
    remedy: 'Use an event id from the list of parked notifications.',
    elsewhere: ADMIN_API,
  },
  sandbox_not_empty: {
    meaning:
      'The sandbox has resources, room types, cancellation policies or tax rules. Live records are copied only into ' +
      'an empty sandbox.',
    remedy: 'Copy into the sandbox of a new tenant, or continue with the existing records.',
    elsewhere: ADMIN_API,
  },
  method_not_allowed: {
    meaning: 'The address does not support this method. The Allow header lists the supported methods.',
    remedy: 'Use a method of the Allow header.',
    elsewhere: EVERY_PATH,
  },
  request_timeout: {
    meaning: 'The request was not received completely in time.',
    remedy: 'Retry. If it happens often, check the connection.',
  },
  payload_too_large: {
    meaning:
      'The body exceeds the limit of the operation, which its description in the API document names: 256 KiB; 1 MiB for ' +
      'prices and restrictions, 64 KiB for bookings, quotes of changes, searches and rates in bulk, 16 KiB for quotes ' +
      'and holds, 4 KiB for codes, confirmations and sign-ins.',
    remedy: 'Split the request.',
  },
  uri_too_long: {
    meaning: 'The address is longer than 8192 characters.',
    remedy: 'Remove query parameters that the operation does not support.',
  },
  unsupported_media_type: {
    meaning: 'The body was not sent as application/json, or was sent with a Content-Encoding.',
    remedy: 'Send `Content-Type: application/json` and the body uncompressed.',
  },
  rate_limited: {
    meaning:
      'One of these limits is reached: requests per key; requests without a valid key per address; codes or attempts ' +
      'per hold; sign-ins; one search at a time per publishable key and client network; open holds or codes of a ' +
      'publishable key, per client network or in total; five declined cards for a hold from that network; codes per ' +
      'e-mail address.',
    remedy: 'Retry after Retry-After seconds.',
  },
  headers_too_large: {
    meaning: 'The headers exceed 16 KiB in total.',
    remedy: 'Send fewer or shorter headers; cookies are not needed.',
  },
  internal_error: {
    meaning: 'An unexpected error occurred on the server. The request is not the cause.',
    remedy: 'Retry; a create with the same Idempotency-Key. If the error persists, report the X-Request-Id.',
  },
  service_unavailable: {
    meaning: 'A service is temporarily unavailable.',
    remedy: 'Retry after Retry-After seconds; a create with the same Idempotency-Key.',
  },
} as const satisfies Record<string, Explanation>;
