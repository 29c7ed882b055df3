import { billLine } from '@lodging/contract-inventory';
import type { BillLine } from '@lodging/contract-inventory';
import {
  booking,
  createBooking,
  createQuote,
  listBookings,
  placeHold,
  reservation,
  reservationCreated,
  reservationFacts,
  reservationNoShow,
} from '@lodging/contract-reservations';
import { exampleOf } from '@lodging/contract-wire';
import { sequentialIds } from '@lodging/kit-testing';
import { describe, expect, it } from 'vitest';
import { buildTermsWithPolicy } from '../../test/build-policy.ts';
import { buildPrice } from '../../test/build-price.ts';
import { buildReservation, noon } from '../../test/build-reservation.ts';
import { quoteCancellation } from '../domain/cancellation/quoted-cancellation.ts';
import type { Quote } from '../domain/quotes/quote.ts';
import type { Settlement } from '../domain/stay/settlement.ts';
import type { StateChange } from '../domain/stay/transitions.ts';
import { reservationStates } from '../domain/stay/states.ts';
import { listBookingsFromWire, bookingToWire } from './bookings.ts';
import { createBookingFromWire, placeHoldFromWire } from './creation.ts';
import { quoteToWire } from './quotes.ts';
import { eventsToWire, reservationFactsToWire, reservationToWire } from './stay.ts';

const key = '01900000-0000-7000-8000-0000000000aa';

describe('a create-booking request', () => {
  const body = {
    resourceId: '01900000-0000-7000-8000-0000000000bb',
    from: '2027-03-01T15:00:00+01:00',
    to: '2027-03-03T10:00:00Z',
    partySize: 3,
    occupancyChildren: 1,
    guestEmail: 'Ada@example.com',
    guestName: 'Ada',
    currency: 'USD',
  };
  const read = (changes: object = {}) =>
    createBookingFromWire(createBooking.request.parse({ idempotencyKey: key, ...body, ...changes }));

  it('is the same request whatever alternatives it asks for', () => {
    const withAlternatives = read({ alternatives: 3 });
    expect(withAlternatives.fingerprint).toBe(read().fingerprint);
    expect(withAlternatives.stay.alternatives).toBe(3);
  });

  it('is read into domain values', () => {
    expect(read()).toEqual({
      idempotencyKey: key,
      fingerprint: expect.any(String),
      stay: {
        resourceId: body.resourceId,
        window: {
          from: Temporal.Instant.from('2027-03-01T14:00:00Z'),
          to: Temporal.Instant.from('2027-03-03T10:00:00Z'),
        },
        partySize: 3,
        occupancyChildren: 1,
        quantity: 1,
        displayCurrency: 'USD',
      },
      details: {
        guestEmail: 'ada@example.com',
        guestName: 'Ada',
        guestPhone: null,
        guestLanguage: null,
        arrivalTime: null,
        guestMessage: null,
        externalReference: null,
        notes: null,
        metadata: {},
      },
      paidOffline: false,
    });
  });

  it('has a fingerprint of its body alone', () => {
    expect(read({ idempotencyKey: '01900000-0000-7000-8000-0000000000cc' }).fingerprint).toBe(
      read().fingerprint,
    );
    expect(read({ guestName: 'Grace' }).fingerprint).not.toBe(read().fingerprint);
  });

  it('has a fingerprint that never changes, because it is stored with the key', () => {
    expect(read().fingerprint).toBe('dNadteLACZ-nmDwYKZvcL6PlaIiwLva5xQSD9PV3boE');
    const hold = placeHold.request.parse({ idempotencyKey: key, signedQuoteToken: 'token', partySize: 2 });
    expect(placeHoldFromWire(hold).fingerprint).toBe('WlrnumcJBjYLLM3pXZKl8VbDl9x3g_MCHMrFAkUJ0fo');
  });
});

it('a list request has instants and dates as bounds', () => {
  const request = { limit: 20, after: null, from: '2027-03-01', to: '2027-03-02T00:00:00Z' };
  expect(listBookingsFromWire(listBookings.request.parse(request))).toEqual({
    filter: {
      window: {
        from: Temporal.PlainDate.from('2027-03-01'),
        to: Temporal.Instant.from('2027-03-02T00:00:00Z'),
      },
    },
    page: { limit: 20, after: null },
  });
});

describe.each(reservationStates)('a %s reservation', (state) => {
  const record = buildReservation(state);
  const [summary, facts, withGuest] = [
    reservationToWire(record),
    reservationFactsToWire(record),
    bookingToWire(record),
  ];

  it('is written as the contract declares it, without other fields', () => {
    expect(reservation.strict().parse(summary)).toEqual(summary);
    expect(reservationFacts.strict().parse(facts)).toEqual(facts);
    expect(booking.strict().parse(withGuest)).toEqual(withGuest);
  });

  it('shows its guest in the booking only, neither in an event nor to a publishable key', () => {
    expect(JSON.stringify([summary, facts])).not.toContain('guest@');
    expect(withGuest.guestEmail).toBe('guest@example.com');
  });
});

it('the events of one change have ascending versions up to that of the reservation', () => {
  const next = buildReservation('confirmed');
  const events = eventsToWire(
    {
      next,
      events: [
        { verb: 'created', reservation: next },
        { verb: 'confirmed', reservation: next },
      ],
      refund: null,
    },
    sequentialIds(),
  );
  expect(events.map(({ aggregateVersion }) => aggregateVersion)).toEqual([next.version - 1, next.version]);
  expect(events[0]).toMatchObject({
    type: reservationCreated.type,
    aggregateId: next.id,
    data: { reservation: reservationFactsToWire(next) },
  });
});

it('the event of a no-show says what its terms keep', () => {
  const next = buildReservation('no_show');
  const settlement: Settlement = {
    id: key,
    kind: 'no_show',
    at: noon,
    policyCode: null,
    step: 'no_show',
    keepMinorUnits: 10_000n,
    offlineMinorUnits: 0n,
  };
  const events: StateChange['events'] = [{ verb: 'no-show', reservation: next }];
  const [event] = eventsToWire({ next, events, refund: null, settlement }, sequentialIds());
  const terms = { id: key, reason: 'no_show', keepMinorUnits: '10000', offlineMinorUnits: '0' };
  expect(event).toMatchObject({ type: reservationNoShow.type, data: { settlement: terms } });
  expect(reservationNoShow.data.strict().parse(event?.data)).toEqual(event?.data);
});

it('a quote is written as the contract declares it, without notes for a publishable key', () => {
  const { stay, total, tenantId } = buildReservation('held');
  const expiresAt = noon.add({ minutes: 15 });
  const terms = buildTermsWithPolicy();
  const quote: Quote = { id: key, tenantId, stay, partySize: 2, children: 0, total, terms: null, expiresAt };
  const line = { ...(exampleOf(billLine) as BillLine), note: 'assumed_age:1' };
  const signed = {
    quote,
    token: 'a token',
    display: {
      displayTotal: { amountMinorUnits: '18000', currency: 'USD' },
      fx: { effectiveAt: 'then', fromCurrency: 'EUR', rateBps: '66.7', source: 'bank', toCurrency: 'USD' },
      priceBreakdown: buildPrice('EUR', '12300', { lines: [line] }),
    },
    cancellation: quoteCancellation(terms, noon),
    schedule: terms.schedule,
  };
  const written = quoteToWire(signed, { kind: 'secret' });
  expect(createQuote.response.strict().parse(written)).toEqual(written);
  expect(written).toMatchObject({ expiresAt: '2026-11-20T12:15:00.000Z', signedQuoteToken: 'a token' });
  expect(written.priceBreakdown.lines).toEqual([line]);
  expect(written.cancellation).toMatchObject({
    anchor: '2027-03-28T13:00:00.000Z',
    graceUntil: null,
    timeline: [
      { until: '2027-03-21T14:00:00.000Z', penaltyMinorUnits: '0', refundMinorUnits: '12300' },
      { until: null, penaltyMinorUnits: '6150', refundMinorUnits: '6150' },
    ],
    noShowPenaltyMinorUnits: '12300',
  });
  const { note: _note, ...shown } = line;
  expect(quoteToWire(signed, { kind: 'publishable' }).priceBreakdown).toEqual({
    ...signed.display.priceBreakdown,
    lines: [shown],
  });
});
