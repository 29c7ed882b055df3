import type { components } from './generated.ts';
import type { Body, Query } from './operation.ts';

type Schemas = components['schemas'];

// What the API answers.
export type Availability = Schemas['Availability'];
export type AvailabilityReason = Schemas['AvailabilityReason'];
export type Alternative = Schemas['Alternative'];
export type SearchResult = Schemas['SearchResult'];
export type FoundResource = Schemas['FoundResource'];
export type Offer = Schemas['Offer'];
export type Quote = Schemas['Quote'];
export type PriceBreakdown = Schemas['PriceBreakdown'];
export type ScheduledPayment = Schemas['ScheduledPayment'];
/** A stay as guests see it, held or confirmed. */
export type Hold = Schemas['Reservation'];
export type ReservationState = Schemas['ReservationState'];
export type GuestVerification = Schemas['GuestVerification'];
export type PaymentHandle = Schemas['PaymentHandle'];
export type CheckoutSession = Schemas['CheckoutSession'];
export type Booking = Schemas['Booking'];
export type BookingWithTerms = Schemas['BookingWithTerms'];
export type BookingWithPayment = Schemas['BookingWithPayment'];
export type BookingPayments = Schemas['BookingPayments'];
export type CancellationPreview = Schemas['CancellationPreview'];
export type HistoryEntry = Schemas['HistoryEntry'];
export type Refund = Schemas['CreatedRefund'];
export type MetricsSummary = Schemas['MetricsSummary'];
export type Resource = Schemas['Resource'];
export type ResourceKind = Schemas['ResourceKind'];
export type RoomType = Schemas['RoomType'];
export type RatePlan = Schemas['RatePlan'];
export type Calendar = Schemas['Calendar'];
export type CalendarDay = Schemas['CalendarDay'];
export type Restriction = Schemas['Restriction'];
export type TaxRule = Schemas['TaxRule'];
export type CancellationPolicy = Schemas['CancellationPolicy'];
export type FeedToken = Schemas['FeedToken'];
export type ChannelConnection = Schemas['ChannelConnection'];
export type ChannelListing = Schemas['ChannelListing'];
export type ChannelConflict = Schemas['ChannelConflict'];
export type WebhookEndpoint = Schemas['WebhookEndpoint'];
export type WebhookDelivery = Schemas['WebhookDelivery'];
export type OperatorSession = Schemas['OperatorSession'];
/** The body of a refusal, as it is received. */
export type Problem = Schemas['Problem'];

// What the methods take.
export type SearchParams = Body<'post', '/v1/search'>;
export type AvailabilityFindParams = Query<'/v1/availability'>;
export type QuoteCreateParams = Body<'post', '/v1/quotes'>;
export type HoldCreateParams = Body<'post', '/v1/holds'>;
export type HoldCheckoutSessionParams = Body<'post', '/v1/holds/{id}/checkout-session'>;
export type BookingCreateParams = Body<'post', '/v1/bookings'>;
export type BookingListParams = Query<'/v1/bookings'>;
export type BookingUpdateParams = Body<'patch', '/v1/bookings/{id}'>;
export type BookingRefundParams = Body<'post', '/v1/bookings/{id}/refunds'>;
export type BookingOfflinePaymentParams = Body<'post', '/v1/bookings/{id}/offline-payments'>;
export type BookingCheckoutSessionParams = Body<'post', '/v1/bookings/{id}/checkout-session'>;
export type MetricsSummaryParams = Query<'/v1/metrics/summary'>;
export type ResourceCreateParams = Body<'post', '/v1/resources'>;
export type ResourceListParams = Query<'/v1/resources'>;
export type ResourceUpdateParams = Body<'patch', '/v1/resources/{id}'>;
export type ResourceCalendarParams = Query<'/v1/resources/{id}/calendar'>;
export type RatesPutParams = Body<'put', '/v1/resources/{id}/rates'>;
export type RatesSetBulkParams = Body<'post', '/v1/rates/bulk'>;
export type PricingPutParams = Body<'put', '/v1/resources/{id}/pricing'>;
export type RestrictionsPutParams = Body<'put', '/v1/resources/{id}/restrictions'>;
export type RoomTypeCreateParams = Body<'post', '/v1/room-types'>;
export type TaxRulePutParams = Body<'put', '/v1/tax-rules/{code}'>;
export type CancellationPolicyPutParams = Body<'put', '/v1/cancellation-policies/{code}'>;
export type ChannelConnectionCreateParams = Body<'post', '/v1/channel-connections'>;
export type ChannelConnectionUpdateParams = Body<'patch', '/v1/channel-connections/{id}'>;
export type ChannelConflictListParams = Query<'/v1/channel/conflicts'>;
export type ChannelConflictResolveParams = Body<'patch', '/v1/channel/conflicts/{id}'>;
export type EventListParams = Query<'/v1/events'>;
export type WebhookEndpointCreateParams = Body<'post', '/v1/webhook-endpoints'>;
