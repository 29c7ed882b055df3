import * as channels from '@lodging/contract-channels';
import * as inventory from '@lodging/contract-inventory';
import * as notifications from '@lodging/contract-notifications';
import * as payments from '@lodging/contract-payments';
import * as sent from '@lodging/contract-public';
import * as reservations from '@lodging/contract-reservations';
import { z } from 'zod';

/** The wire says where a page ended; a client gets that sealed, as `nextCursor`. */
function page<Name extends string, Item extends z.ZodType>(list: Name, item: Item) {
  return z.object({ [list]: z.array(item), nextCursor: z.string().nullable() });
}

export const ping = z.object({ ok: z.boolean(), ts: z.string() });
export const resourcePage = page('resources', inventory.resource);
export const roomTypePage = page('roomTypes', inventory.roomType);
export const connectionPage = page('connections', channels.connection);
export const conflictPage = page('conflicts', channels.conflict);
export const deliveryPage = page('deliveries', notifications.webhookDelivery);
export const eventPage = page('events', sent.anyWebhookEvent);
/** No JSON: text as RFC 5545 has it. */
export const calendarFeed = z.string();
export const bookingPage = page('bookings', reservations.booking);

/** What clients send, as they may write it: what has a default may be left out. */
export const sentShapes: Readonly<Record<string, z.ZodType>> = {
  QuoteRequest: sent.quoteBody,
  HoldRequest: sent.holdBody,
  GuestCodeRequest: sent.guestCodeBody,
  GuestCodeCheck: sent.guestCodeCheckBody,
  PaymentIntentRequest: sent.paymentIntentBody,
  CheckoutSessionRequest: sent.checkoutSessionBody,
  ConfirmRequest: sent.confirmBody,
  BookingRequest: sent.bookingBody,
  BookingMove: sent.bookingMoveBody,
  RefundRequest: sent.refundBody,
  NewResource: sent.resourceBody,
  ResourceChanges: sent.resourceChangesBody,
  NewRoomType: sent.roomTypeBody,
  RatePlanEntry: inventory.ratePlanEntry,
  RatesUpdate: sent.ratesBody,
  PricingUpdate: sent.pricingBody,
  RestrictionEntry: inventory.restrictionEntry,
  RestrictionsUpdate: sent.restrictionsBody,
  BulkRatesRequest: sent.bulkRatesBody,
  NewFeedToken: sent.feedTokenBody,
  NewChannelConnection: sent.connectionBody,
  ChannelConnectionChanges: sent.connectionChangesBody,
  NewChannelListing: sent.listingBody,
  ChannelConflictResolution: sent.conflictResolutionBody,
  NewWebhookEndpoint: sent.webhookEndpointBody,
  OperatorLogin: sent.operatorSessionBody,
};

/** What clients are answered, or sent by webhooks. */
export const answeredShapes: Readonly<Record<string, z.ZodType>> = {
  Ping: ping,
  SigningKeys: reservations.listSigningKeys.response,
  Availability: inventory.findAvailability.response,
  Quote: reservations.createQuote.response,
  PriceBreakdown: inventory.priceBreakdown,
  DisplayTotal: inventory.displayTotal,
  ExchangeRate: inventory.fxQuote,
  Reservation: reservations.reservation,
  GuestCodeSent: reservations.sendGuestCode.response,
  GuestVerification: reservations.verifyGuestCode.response,
  PaymentHandle: payments.paymentHandle,
  CheckoutSession: reservations.createCheckoutSession.response,
  Booking: reservations.booking,
  BookingPage: bookingPage,
  BookingWithPayment: reservations.createBooking.response,
  Refund: payments.refund,
  Resource: inventory.resource,
  ResourcePage: resourcePage,
  RoomType: inventory.roomType,
  RoomTypePage: roomTypePage,
  RatePlan: inventory.ratePlan,
  RatePlans: inventory.putRates.response,
  Rates: inventory.readRates.response,
  NightlyRate: inventory.nightlyRate,
  Pricing: inventory.readPricing.response,
  Restriction: inventory.restriction,
  Restrictions: inventory.readRestrictions.response,
  BulkRatesResult: inventory.setBulkRates.response,
  Calendar: inventory.calendar,
  CalendarDay: inventory.calendarDay,
  MetricsSummary: reservations.summarizePeriod.response,
  FeedToken: channels.feedToken,
  IssuedFeedToken: channels.issuedFeedToken,
  FeedTokens: channels.listFeedTokens.response,
  CalendarFeed: calendarFeed,
  ChannelConnection: channels.connection,
  ChannelConnectionPage: connectionPage,
  ChannelListing: channels.listing,
  ChannelListings: channels.listListings.response,
  ChannelConflict: channels.conflict,
  ChannelConflictPage: conflictPage,
  OperatorSession: sent.operatorSession,
  WebhookEndpoint: notifications.webhookEndpoint,
  IssuedWebhookEndpoint: notifications.webhookEndpointWithSecret,
  WebhookEndpoints: notifications.listWebhookEndpoints.response,
  WebhookPing: notifications.pingWebhookEndpoint.response,
  WebhookDelivery: notifications.webhookDelivery,
  WebhookDeliveryPage: deliveryPage,
  WebhookEvent: sent.anyWebhookEvent,
  WebhookEventPage: eventPage,
  ReservationFacts: reservations.reservationFacts,
  PaymentFacts: payments.paymentFacts,
  ReservationCreated: sent.webhookEvents['reservation.created'],
  ReservationConfirmed: sent.webhookEvents['reservation.confirmed'],
  ReservationCancelled: sent.webhookEvents['reservation.cancelled'],
  PaymentSucceeded: sent.webhookEvents['payment.succeeded'],
  PaymentFailed: sent.webhookEvents['payment.failed'],
  RefundCreated: sent.webhookEvents['refund.created'],
};

/** The same in both directions: nothing in them has a default. */
export const sharedShapes: Readonly<Record<string, z.ZodType>> = {
  ResourceKind: inventory.resourceKind,
  AvailabilityReason: inventory.availabilityReason,
  ReservationState: reservations.reservationState,
  ChannelConnectionStatus: channels.connectionStatus,
  ChannelConflictStatus: channels.conflictStatus,
  WebhookEventType: notifications.webhookEventType,
  PaymentState: payments.paymentState,
  PricingEntry: inventory.pricingEntry,
};

const names = new Map<z.ZodType, string>(
  [sentShapes, answeredShapes, sharedShapes].flatMap((shapes) =>
    Object.entries(shapes).map(([name, shape]) => [shape, name] as const),
  ),
);

/** A shape without a name is a gap in the tables above. */
export function nameOf(shape: z.ZodType): string {
  const name = names.get(shape);
  if (name === undefined) throw new Error('a shape that the API shows has no name in its document');
  return name;
}
