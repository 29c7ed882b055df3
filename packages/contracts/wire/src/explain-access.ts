import type { Explanation } from './explanation.ts';

const EVERY_DOOR = 'At every address, before an operation is found.';
const ADMIN_API = 'In the admin API.';

export const accessExplanations = {
  bad_request: {
    meaning: 'The message is not HTTP that can be read: no Host header, a broken path, a body cut short.',
    remedy: 'Look at what the HTTP client, or a proxy on the way, really sends.',
  },
  validation_failed: {
    meaning:
      'The body or the query does not have the shape of the operation. `errors` names each field by JSON pointer.',
    remedy: 'Correct the fields named; the same request will never be taken as it is.',
  },
  invalid_cursor: {
    meaning: 'The cursor was not made by this list for this tenant, or it was changed on the way.',
    remedy: 'Send `nextCursor` of the page before as it came, or start without a cursor.',
  },
  idempotency_key_required: {
    meaning:
      'The operation creates something that must not be made twice, and no UUID came in Idempotency-Key.',
    remedy: 'Make a UUID for each thing to create, and send the same one with every repeat.',
  },
  invalid_signature: {
    meaning: 'A notification did not carry a valid signature of the payment provider, or is too old.',
    remedy: 'Compare the signing secret in the settings of the payments service with the provider’s.',
    elsewhere: 'Where the payment provider sends its notifications.',
  },
  invalid_api_key: {
    meaning:
      'No key was sent, or one that is malformed, unknown, revoked or expired; the same for an operator session.',
    remedy: 'Send `Authorization: Bearer <API_KEY>` with a key that is in force.',
  },
  invalid_credentials: {
    meaning: 'No operator has this e-mail address with this password.',
    remedy: 'Check both; after five tries in 15 minutes the account waits.',
  },
  invalid_admin_token: {
    meaning: 'The admin API was called without a token, or with one that is unknown, revoked or expired.',
    remedy: 'Send `Authorization: Bearer <ADMIN_TOKEN>`, or a named token in its place.',
    elsewhere: ADMIN_API,
  },
  secret_key_required: {
    meaning: 'The operation is for servers, and a publishable key was sent.',
    remedy: 'Call it from a server with a secret key (`sk_…`). Never put that key into a browser.',
  },
  origin_not_allowed: {
    meaning:
      'A publishable key works from the origins on its list alone; the Origin header was another or absent.',
    remedy: 'Have the origin put on the key’s list, spelled as browsers send it: scheme, host and port.',
  },
  insufficient_permission: {
    meaning:
      'The key is valid and of the right kind, but its list of permissions lacks that of the operation.',
    remedy:
      'Use a key with the permission, or have it added to the key: each operation of the API document names its own.',
  },
  tenant_suspended: {
    meaning:
      'The platform has suspended the tenant of the key: no key and no operator session of it, live or sandbox, is accepted. ' +
      'Calendars, webhooks and payments that are under way go on.',
    remedy: 'Ask the platform’s operator. The key works again within 5 seconds of the reinstatement.',
  },
  not_found: {
    meaning: 'There is no operation at this address, or no calendar feed with this token.',
    remedy:
      'Compare the path with the API’s document at /openapi.json. Where a feed’s token was replaced or deleted, use the new address.',
    elsewhere: EVERY_DOOR,
  },
  resource_not_found: {
    meaning: 'The tenant of the key has no resource with this id.',
    remedy: 'Check the id, and that the key is of the right operator and mode (live or test).',
  },
  rate_plan_not_found: {
    meaning: 'The resource has no rate plan with this id.',
    remedy: 'Take a plan from `ratePlans` of the resource.',
  },
  room_type_not_found: {
    meaning: 'The tenant has no room type with this id.',
    remedy: 'Take an id from GET /v1/room-types, or create the room type first.',
  },
  tax_rule_not_found: {
    meaning: 'The tenant has no tax rule with this code, in whatever case.',
    remedy: 'Take a code from GET /v1/tax-rules, or add the rule with PUT.',
  },
  policy_not_found: {
    meaning: 'The tenant has no cancellation policy with this code, in whatever case.',
    remedy: 'Take a code from GET /v1/cancellation-policies, or add the policy with PUT.',
  },
  hold_not_found: {
    meaning: 'The tenant has no reservation with this id.',
    remedy: 'Use the `id` that POST /v1/holds answered, with a key of the same tenant.',
  },
  booking_not_found: {
    meaning: 'The tenant has no booking with this id.',
    remedy: 'Check the id, and that the key is of the right operator and mode (live or test).',
  },
  tenant_not_found: {
    meaning: 'There is no tenant with this id.',
    remedy: 'Take an id from the list of tenants.',
    elsewhere: ADMIN_API,
  },
  operator_not_found: {
    meaning: 'The tenant has no operator with this id.',
    remedy: 'Take an id from the tenant’s list of operators.',
    elsewhere: ADMIN_API,
  },
  api_key_not_found: {
    meaning: 'The tenant has no API key with this id.',
    remedy: 'Take an id from the tenant’s list of keys.',
    elsewhere: ADMIN_API,
  },
  payment_account_not_found: {
    meaning: 'The tenant has no payment account in this mode.',
    remedy: 'There is nothing to remove; connect one with PUT.',
    elsewhere: ADMIN_API,
  },
  admin_token_not_found: {
    meaning:
      'There is no admin token with this id, or it was revoked. The root token has no id: it is a setting.',
    remedy: 'Take an id from the list of admin tokens.',
    elsewhere: ADMIN_API,
  },
  dead_letter_not_found: {
    meaning: 'No service keeps a dead letter with this id; one that was replayed is kept for 30 days.',
    remedy: 'Take an id from the list of dead letters.',
    elsewhere: ADMIN_API,
  },
  dead_letter_already_replayed: {
    meaning: 'The message has had its effect since: there is nothing left to replay.',
    remedy: 'Nothing needs to be done.',
    elsewhere: ADMIN_API,
  },
  sandbox_not_empty: {
    meaning:
      'The sandbox has resources, room types, cancellation policies or tax rules. A copy is never mixed with them.',
    remedy: 'Copy into the sandbox of a new tenant, or go on with what this one has.',
    elsewhere: ADMIN_API,
  },
  method_not_allowed: {
    meaning: 'The address exists, but does not take this method. The Allow header names those it takes.',
    remedy: 'Use one of the methods of the Allow header.',
    elsewhere: EVERY_DOOR,
  },
  request_timeout: {
    meaning: 'The request did not arrive whole in time.',
    remedy: 'Send it again; look at the connection if it happens often.',
  },
  payload_too_large: {
    meaning:
      'The body is larger than the operation takes: 256 KiB; 1 MiB where whole lists are put, 16 KiB for quotes and holds, ' +
      '4 KiB for codes, confirmations and sign-ins.',
    remedy: 'Send less at a time.',
  },
  uri_too_long: {
    meaning: 'The address is longer than 8192 characters.',
    remedy: 'Leave out query parameters that the operation does not know.',
  },
  unsupported_media_type: {
    meaning: 'The body was not sent as application/json, or was sent with a Content-Encoding.',
    remedy: 'Send `Content-Type: application/json` and the body uncompressed.',
  },
  rate_limited: {
    meaning:
      'Too many requests came with the key, or too many without a valid one from the address, or too many codes or tries for the hold, or too many logins, or a publishable ' +
      'key has as many open holds or mailed codes from one address as the operator allows.',
    remedy: 'Wait as many seconds as Retry-After says.',
  },
  headers_too_large: {
    meaning: 'The headers are larger than 16 KiB in all.',
    remedy: 'Send fewer or shorter headers; cookies are not needed.',
  },
  internal_error: {
    meaning: 'Something broke on our side. Nothing of it is the request’s fault.',
    remedy: 'Repeat it, a create with the same Idempotency-Key; report the X-Request-Id if it stays.',
  },
  service_unavailable: {
    meaning: 'A part of the service does not answer at the moment.',
    remedy: 'Repeat it after Retry-After seconds, a create with the same Idempotency-Key.',
  },
} as const satisfies Record<string, Explanation>;
