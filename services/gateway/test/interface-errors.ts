export interface PromisedErrors {
  readonly operations: readonly string[];
  readonly codes: Readonly<Record<string, number>>;
}

const QUOTES_AND_BOOKINGS = ['POST /v1/quotes', 'POST /v1/bookings'];
const CODES = ['POST /v1/holds/{id}/otp', 'POST /v1/holds/{id}/otp/verify'];
const ONE_BOOKING = ['GET /v1/bookings/{id}', 'PATCH /v1/bookings/{id}', 'DELETE /v1/bookings/{id}'];
const REFUNDS = 'POST /v1/bookings/{id}/refunds';
const CALENDAR = 'GET /v1/resources/{id}/calendar';
const RESTRICTIONS = 'PUT /v1/resources/{id}/restrictions';
const KEYED = ['POST /v1/holds', 'POST /v1/bookings', 'POST /v1/holds/{id}/payment-intent'];

const CONNECTION = '/v1/channel-connections/{id}';
const FEED_TOKENS = '/v1/resources/{id}/feed-tokens';
const ENDPOINT = '/v1/webhook-endpoints/{id}';
const REDELIVER = `POST ${ENDPOINT}/deliveries/{deliveryId}/redeliver`;
const CONFLICT = 'PATCH /v1/channel/conflicts/{id}';

export const interfaceErrors: readonly PromisedErrors[] = [
  { operations: ['GET /v1/availability', 'POST /v1/quotes'], codes: { resource_not_found: 404 } },
  {
    operations: QUOTES_AND_BOOKINGS,
    codes: {
      invalid_window: 400,
      rate_plan_required: 400,
      resource_not_found: 404,
      rate_plan_not_found: 404,
      unavailable: 409,
      no_pricing_rule: 422,
      fx_rate_unavailable: 422,
    },
  },
  {
    operations: ['POST /v1/holds/{id}/otp'],
    codes: { hold_not_found: 404, hold_not_held: 409, guest_email_mismatch: 409 },
  },
  {
    operations: ['POST /v1/holds/{id}/otp/verify'],
    codes: { bad_code: 400, expired: 400, exhausted_attempts: 423 },
  },
  { operations: CODES, codes: { rate_limited: 429 } },
  { operations: KEYED, codes: { idempotency_key_required: 400 } },
  {
    operations: ['POST /v1/holds'],
    codes: { invalid_quote_token: 400, quote_expired: 400, resource_locked: 409, hold_conflict: 409 },
  },
  {
    operations: ['POST /v1/bookings'],
    codes: {
      resource_locked: 409,
      booking_conflict: 409,
      idempotency_key_conflict: 409,
      provider_not_configured: 409,
      payment_setup_failed: 502,
    },
  },
  {
    operations: ['POST /v1/holds/{id}/confirm'],
    codes: {
      invalid_guest_token: 400,
      wrong_reservation: 400,
      hold_not_found: 404,
      not_confirmable: 409,
      payment_required: 409,
    },
  },
  {
    operations: ['POST /v1/holds/{id}/payment-intent'],
    codes: {
      hold_not_found: 404,
      reservation_not_holdable: 409,
      provider_not_configured: 409,
      already_paid: 409,
    },
  },
  {
    operations: ['POST /v1/holds/{id}/checkout-session'],
    codes: {
      invalid_redirect_url: 400,
      hold_not_found: 404,
      reservation_not_holdable: 409,
      provider_not_configured: 409,
      already_paid: 409,
      payment_already_initiated: 409,
    },
  },
  { operations: [...ONE_BOOKING, REFUNDS], codes: { booking_not_found: 404 } },
  {
    operations: ['PATCH /v1/bookings/{id}', 'DELETE /v1/bookings/{id}'],
    codes: { illegal_transition: 409 },
  },
  {
    operations: [REFUNDS],
    codes: {
      insufficient_permission: 403,
      no_succeeded_payment: 409,
      provider_not_configured: 409,
      refund_exceeds_payment: 409,
      provider_refund_failed: 409,
      nothing_to_refund: 409,
    },
  },
  {
    operations: [
      'GET /v1/resources/{id}',
      CALENDAR,
      'GET /v1/resources/{id}/rates',
      'PUT /v1/resources/{id}/rates',
      'GET /v1/resources/{id}/restrictions',
      RESTRICTIONS,
    ],
    codes: { resource_not_found: 404 },
  },
  { operations: [RESTRICTIONS, 'PUT /v1/resources/{id}/rates'], codes: { no_room_type: 400 } },
  { operations: [RESTRICTIONS], codes: { unknown_rate_plan_code: 400 } },
  {
    operations: [
      'POST /v1/resources',
      'PATCH /v1/resources/{id}',
      'POST /v1/room-types',
      'PUT /v1/resources/{id}/rates',
      'PUT /v1/resources/{id}/pricing',
      RESTRICTIONS,
      'POST /v1/rates/bulk',
      `POST ${FEED_TOKENS}`,
    ],
    codes: { limit_reached: 409 },
  },
  { operations: [CALENDAR], codes: { invalid_window: 400, range_too_large: 400 } },
  {
    operations: [`POST ${FEED_TOKENS}`, `GET ${FEED_TOKENS}`, `DELETE ${FEED_TOKENS}/{tokenId}`],
    codes: { resource_not_found: 404 },
  },
  { operations: ['GET /v1/feeds/{token}.ics'], codes: { not_found: 404, rate_limited: 429 } },
  { operations: ['GET /v1/.well-known/jwks.json'], codes: { rate_limited: 429 } },
  { operations: ['GET /v1/payment-account'], codes: { payment_account_not_found: 404 } },
  {
    operations: ['POST /v1/channel-connections'],
    codes: { validation_failed: 400, limit_reached: 409 },
  },
  {
    operations: [
      `GET ${CONNECTION}`,
      `GET ${CONNECTION}/reads`,
      `PATCH ${CONNECTION}`,
      `POST ${CONNECTION}/sync`,
    ],
    codes: { connection_not_found: 404 },
  },
  { operations: [`POST ${CONNECTION}/sync`], codes: { connection_paused: 409 } },
  {
    operations: [`POST ${CONNECTION}/listings`],
    codes: {
      connection_not_found: 404,
      resource_not_found: 404,
      listing_already_mapped: 409,
      limit_reached: 409,
    },
  },
  { operations: [`DELETE ${CONNECTION}/listings/{listingId}`], codes: { listing_not_found: 404 } },
  { operations: [CONFLICT], codes: { conflict_not_found: 404, conflict_already_resolved: 409 } },
  {
    operations: ['POST /v1/webhook-endpoints'],
    codes: { validation_failed: 400, webhook_endpoint_limit_reached: 409 },
  },
  {
    operations: [
      `GET ${ENDPOINT}`,
      `DELETE ${ENDPOINT}`,
      `POST ${ENDPOINT}/rotate-secret`,
      `POST ${ENDPOINT}/ping`,
      `GET ${ENDPOINT}/deliveries`,
      REDELIVER,
    ],
    codes: { webhook_endpoint_not_found: 404 },
  },
  { operations: [REDELIVER], codes: { webhook_delivery_not_found: 404 } },
  {
    operations: [`GET ${ENDPOINT}/deliveries`, 'GET /v1/events'],
    codes: { invalid_cursor: 400, validation_failed: 400 },
  },
  { operations: ['GET /v1/resources'], codes: { invalid_cursor: 400, validation_failed: 400 } },
];
