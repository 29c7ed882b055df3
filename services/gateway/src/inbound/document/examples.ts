import { channelExamples } from './channel-examples.ts';
import { webhookExamples } from './webhook-examples.ts';
import { calendarExample, setupExamples } from './setup-examples.ts';

const id = {
  resource: '0197a1f0-6a10-7c3e-9b52-3f1d2c4b5a61',
  ratePlan: '0197a1f0-6a31-7d0a-8f4e-1b7c9d2e3f40',
  roomType: '0197a1f0-69f2-7e11-a3c4-5d6e7f809142',
  quote: '0197a204-11b0-7b2c-94d3-e5f60718293a',
  reservation: '0197a205-3c4d-7a5e-8f60-718293a4b5c6',
  refund: '0197a31f-0d1e-7f20-b132-435465768798',
  event: '0197a206-7788-7990-8aab-bccddeeff001',
};

const window = { from: '2027-06-10T15:00:00.000Z', to: '2027-06-12T10:00:00.000Z' };
const adjustment = { amountMinorUnits: '0', kind: 'none', multiplierBps: 10_000 };
const night = {
  baseAmountMinorUnits: '10000',
  dayOfWeekMultiplierBps: 10_000,
  seasonalMultiplierBps: 10_000,
};

const priceBreakdown = {
  currency: 'EUR',
  subtotalMinorUnits: '20000',
  totalMinorUnits: '20000',
  leadTimeAdjustment: adjustment,
  lengthOfStayAdjustment: adjustment,
  nights: ['2027-06-10', '2027-06-11'].map((date) => ({ date, ...night, amountMinorUnits: '10000' })),
};

const quote = {
  quoteId: id.quote,
  resourceId: id.resource,
  ratePlanId: id.ratePlan,
  ...window,
  partySize: 2,
  quantity: 1,
  expiresAt: '2027-05-03T09:15:00.000Z',
  signedQuoteToken: 'eyJhbGciOiJFZERTQSJ9.eyJxdW90ZSI6Ii4uLiJ9.c2lnbmF0dXJl',
  displayTotal: { amountMinorUnits: '20000', currency: 'EUR' },
  fx: {
    effectiveAt: '2027-05-03T09:00:00.000Z',
    fromCurrency: 'EUR',
    rateBps: '10000',
    source: 'identity',
    toCurrency: 'EUR',
  },
  priceBreakdown,
};

const held = {
  id: id.reservation,
  resourceId: id.resource,
  ratePlanId: id.ratePlan,
  state: 'held',
  startsAt: window.from,
  endsAt: window.to,
  totalMinorUnits: '20000',
  currency: 'EUR',
  holdExpiresAt: '2027-05-03T09:16:00.000Z',
  createdAt: '2027-05-03T09:01:00.000Z',
};

const heldFacts = {
  ...held,
  roomTypeId: id.roomType,
  quantity: 1,
  source: 'direct',
  occupancyAdults: 2,
  occupancyChildren: 0,
  updatedAt: '2027-05-03T09:01:00.000Z',
};
const confirmedFacts = {
  ...heldFacts,
  state: 'confirmed',
  holdExpiresAt: null,
  updatedAt: '2027-05-03T09:05:00.000Z',
};
const booking = { ...confirmedFacts, guestEmail: 'ada@example.com' };

const payment = {
  reservationId: id.reservation,
  providerPaymentIntentId: 'pi_3Pq7Zx2eZvKYlo2C',
  amountMinorUnits: '20000',
  currency: 'EUR',
  state: 'requires_payment',
};
const handle = { ...payment, clientSecret: 'pi_3Pq7Zx2eZvKYlo2C_secret_of_the_guest' };
const refund = {
  id: id.refund,
  reservationId: id.reservation,
  amountMinorUnits: '5000',
  currency: 'EUR',
  state: 'succeeded',
  providerRefundId: 're_3Pq7Zx2eZvKYlo2C',
};

const event = (type: string, sequence: number, object: unknown) => ({
  id: id.event,
  type,
  timestamp: '2027-05-03T09:05:00.000Z',
  apiVersion: 'v1',
  livemode: true,
  sequence,
  data: { object },
});

const stayExamples: Readonly<Record<string, unknown>> = {
  Ping: { ok: true, ts: '2027-05-03T09:00:00.000Z' },
  SigningKeys: {
    keys: [{ kty: 'OKP', crv: 'Ed25519', kid: '2027-05', use: 'sig', x: 'base64url of 32 bytes' }],
  },
  Availability: { resourceId: id.resource, ...window, partySize: 2, available: false, reasons: ['reserved'] },
  QuoteRequest: { resourceId: id.resource, ratePlanId: id.ratePlan, ...window, partySize: 2 },
  Quote: quote,
  PriceBreakdown: priceBreakdown,
  HoldRequest: { signedQuoteToken: quote.signedQuoteToken },
  Reservation: held,
  GuestCodeRequest: { email: 'ada@example.com' },
  GuestCodeSent: { accepted: true, expiresAt: '2027-05-03T09:12:00.000Z' },
  GuestCodeCheck: { email: 'ada@example.com', code: '042137' },
  GuestVerification: {
    guestVerificationToken: 'eyJhbGciOiJFZERTQSJ9.eyJob2xkIjoiLi4uIn0.c2lnbmF0dXJl',
    expiresAt: '2027-05-03T09:31:00.000Z',
  },
  PaymentIntentRequest: {},
  PaymentHandle: handle,
  CheckoutSessionRequest: {
    successUrl: 'https://shop.example/thanks',
    cancelUrl: 'https://shop.example/cart',
  },
  CheckoutSession: {
    id: 'cs_a1b2c3d4e5f6',
    reservationId: id.reservation,
    url: 'https://checkout.provider.example/c/pay/cs_a1b2c3d4e5f6',
    expiresAt: held.holdExpiresAt,
    amountMinorUnits: '20000',
    currency: 'EUR',
  },
  ConfirmRequest: { guestVerificationToken: 'eyJhbGciOiJFZERTQSJ9.eyJob2xkIjoiLi4uIn0.c2lnbmF0dXJl' },
};

const operatorExamples: Readonly<Record<string, unknown>> = {
  BookingRequest: {
    resourceId: id.resource,
    ratePlanId: id.ratePlan,
    ...window,
    partySize: 2,
    guestEmail: 'ada@example.com',
    guestName: 'Ada Lovelace',
    paidOffline: true,
  },
  Booking: booking,
  BookingWithPayment: { booking: { ...booking, source: 'manual' }, payment: null },
  BookingPage: { bookings: [booking], nextCursor: null },
  BookingMove: { state: 'checked_in' },
  RefundRequest: { amountMinorUnits: '5000' },
  Refund: refund,
  MetricsSummary: {
    from: '2027-06-01',
    to: '2027-07-01',
    totals: [
      {
        currency: 'EUR',
        revenueMinorUnits: '20000',
        refundedMinorUnits: '5000',
        netRevenueMinorUnits: '15000',
        roomNightsSold: 2,
        roomNightsAvailable: 30,
        occupancyBps: 667,
        adrMinorUnits: '10000',
        revparMinorUnits: '667',
      },
    ],
    bookings: { confirmed: 1, checkedIn: 0, checkedOut: 0, cancelled: 0, noShow: 0 },
  },
  OperatorLogin: { email: 'front.desk@example.com', password: 'a long password', mode: 'live' },
  OperatorSession: { token: 'os_3nR8…', expiresAt: '2027-05-03T21:00:00.000Z' },
  ReservationCreated: event('reservation.created', 1, heldFacts),
  PaymentSucceeded: event('payment.succeeded', 2, { ...payment, state: 'succeeded' }),
  PaymentFailed: event('payment.failed', 2, payment),
  ReservationConfirmed: event('reservation.confirmed', 3, confirmedFacts),
  ReservationCancelled: event('reservation.cancelled', 4, { ...confirmedFacts, state: 'cancelled' }),
  RefundCreated: event('refund.created', 5, refund),
};

/** Keyed by the name of the shape. */
export const examples: Readonly<Record<string, unknown>> = {
  ...stayExamples,
  ...operatorExamples,
  ...setupExamples(id),
  ...channelExamples(id),
  ...webhookExamples(event('reservation.created', 1, heldFacts)),
  Calendar: calendarExample(id.resource),
};
