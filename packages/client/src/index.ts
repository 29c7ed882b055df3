export { Lodging } from './lodging.ts';
export { GuestLodging } from './guest-lodging.ts';
export type {
  LodgingOptions,
  CallOptions,
  CreateOptions,
  ReadOptions,
  ChangeOptions,
  RequestOptions,
} from './options.ts';
export type { RequestEvent } from './send.ts';
export type { List } from './list.ts';
export { LodgingError } from './errors.ts';
export type { ProblemCode, TransportCode } from './errors.ts';
export { responseInfo } from './response-info.ts';
export type { ResponseInfo } from './response-info.ts';
export type { components, operations } from './generated.ts';
export type * from './names.ts';
export { formatMoney, fromDecimal, minorUnitExponent, minorUnits, toDecimal } from './money.ts';
export { verifyQuoteToken } from './quote-token.ts';
export type { QuoteClaims } from './quote-token.ts';
export { VerificationError } from './verification-error.ts';
export type { VerificationReason } from './verification-error.ts';
export { expressWebhook, fastifyWebhook, fetchWebhook } from './webhooks/handlers.ts';
export type { WebhookHandlerOptions } from './webhooks/handlers.ts';
export { verifyWebhook } from './webhooks/verify-webhook.ts';
export type { PingEvent, VerifyOptions, WebhookEvent, WebhookHeaders } from './webhooks/verify-webhook.ts';
