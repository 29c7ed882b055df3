import type { components } from '@lodging/client';

/** Answers of the API, as the client has them from the API document. */
type Records = components['schemas'];

export type Quote = Records['Quote'];
export type Reservation = Records['Reservation'];
export type PaymentHandle = Records['PaymentHandle'];
export type Booking = Records['Booking'];
export type Booked = Records['BookingWithPayment'];
export type Refund = Records['CreatedRefund'];
export type Connection = Records['ChannelConnection'];
export type Listing = Records['ChannelListing'];
export type Conflict = Records['ChannelConflict'];
export type IssuedFeed = Records['IssuedFeedToken'];
export type Reason = Records['AvailabilityReason'];
export type CalendarDay = Records['CalendarDay'];
export type WebhookEndpoint = Records['WebhookEndpoint'];
export type Registered = Records['IssuedWebhookEndpoint'];
export type Delivery = Records['WebhookDelivery'];
export type Alternative = Records['Alternative'];
export type Availability = Records['Availability'];
export type HistoryEntry = Records['HistoryEntry'];
export type GuestProfile = Records['Guest'];
export type GuestExport = Records['GuestExport'];
export type BookingPayments = Records['BookingPayments'];
export type PaymentEntry = Records['PaymentEntry'];
export type BookingWithTerms = Records['BookingWithTerms'];
export type Calendar = Records['Calendar'];
export type Restriction = Records['Restriction'];
export type SearchPage = Records['SearchPage'];
export type CancellationPreview = Records['CancellationPreview'];
export type MetricsSummary = Records['MetricsSummary'];
export type DailyMetrics = Records['DailyMetrics'];
export type Pickup = Records['Pickup'];

/** An answer that may be a refusal instead. */
export type OrRefusal<Answer> = Answer & { readonly code?: string };
