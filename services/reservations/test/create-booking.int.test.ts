import * as contract from '@lodging/contract-reservations';
import { eventually } from '@lodging/kit-testing';
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { noGuest } from '../src/domain/stay/guest-details.ts';
import { createGuestSealer } from '../src/outbound/guests/guest-sealer.ts';
import { RefusalError } from './neighbour-faults.ts';
import { outcomeOf, readBooking, createQuote, valueOf } from './guest-requests.ts';
import { GUEST_DATA_SECRET } from './open-test-database.ts';
import { startReservations } from './start-reservations.ts';
import type { TestReservations } from './start-reservations.ts';
import { bookingRequest, createBooking, moveBooking } from './operator-requests.ts';
import type { BookingRequest } from './operator-requests.ts';

let service: TestReservations;
beforeAll(async () => {
  service = await startReservations();
});
afterAll(() => service.close());
afterEach(() => service.neighbours.clearFaults());

const book = (request: BookingRequest) => createBooking(service, request);
const rowsOf = (key: string) => service.probe.rowsOfKey(key);
const claimsOf = () => service.neighbours.inventory.claims;
const outage = () => {
  throw new Error('payments is down');
};
const refuse = (code: string) => () => {
  throw new RefusalError(code);
};

describe('a booking', () => {
  it('is held for fifteen minutes, with a payment handle', async () => {
    const request = bookingRequest({ partySize: 5, occupancyChildren: 2, quantity: 1 });
    const { booking, payment } = valueOf(await book(request));
    expect(booking).toMatchObject({
      resourceId: request.resourceId,
      state: 'held',
      startsAt: request.from,
      endsAt: request.to,
      source: 'manual',
      guestEmail: 'guest@example.com',
      occupancyAdults: 3,
      occupancyChildren: 2,
      totalMinorUnits: '10000',
      currency: 'EUR',
    });
    expect(payment).toMatchObject({ reservationId: booking.id, amountMinorUnits: '10000' });
    expect(payment?.state).toBe('requires_payment');
    const [created, ends] = [booking.createdAt, booking.holdExpiresAt ?? ''].map((at) =>
      Temporal.Instant.from(at),
    );
    expect(created?.until(ends ?? '').total('seconds')).toBe(900);
    expect(await service.probe.eventsOf(booking.id)).toEqual(['created']);
    expect(await readBooking(service, booking.id)).toEqual(booking);
    expect(claimsOf().get(booking.id)?.state).toBe('held');
  });

  it('paid offline is confirmed at once, with two events of the confirmed record', async () => {
    service.neighbours.faults.account = refuse('provider_not_configured');
    service.neighbours.faults.open = outage;
    const { booking, payment } = valueOf(await book(bookingRequest({ paidOffline: true })));
    expect(booking).toMatchObject({ state: 'confirmed', holdExpiresAt: null, occupancyAdults: 2 });
    expect(payment).toBeNull();
    expect(claimsOf().get(booking.id)).toMatchObject({ state: 'held', expiresAt: Infinity });
    const events = await service.probe.sql<{ type: string; aggregate_version: string; envelope: string }>(
      'SELECT type, aggregate_version, envelope FROM outbox WHERE aggregate_id = $1 ORDER BY position',
      [booking.id],
    );
    expect(events.map(({ type }) => type.split('.').at(-1))).toEqual(['created', 'confirmed']);
    expect(events.map((event) => Number(event.aggregate_version))).toEqual([1, 2]);
    for (const { envelope } of events)
      expect(JSON.parse(envelope)).toMatchObject({ data: { reservation: { state: 'confirmed' } } });
  });

  it('stores the guest sealed, in no event and no log line', async () => {
    const guest = { guestName: 'Grace Hopper', guestPhone: '+49 30 901820', guestEmail: 'grace@example.com' };
    const { booking } = valueOf(await book(bookingRequest(guest)));
    const [row] = await service.probe.sql<{ guest_sealed: string }>(
      'SELECT * FROM reservations WHERE id = $1',
      [booking.id],
    );
    const key = { tenantId: service.tenantId, id: booking.id };
    const sealed = { guestSealed: row?.guest_sealed ?? null };
    expect(createGuestSealer(GUEST_DATA_SECRET).open({ ...key, ...sealed })).toEqual({
      ...noGuest,
      ...guest,
    });
    const events = await service.probe.sql<{ envelope: string }>(
      'SELECT envelope FROM outbox WHERE aggregate_id = $1',
      [booking.id],
    );
    const written = JSON.stringify([row, events, service.log.lines]);
    for (const secret of Object.values(guest)) expect(written).not.toContain(secret);
  });

  it('is priced as a booking, with the display currency', async () => {
    const request = bookingRequest({ currency: 'USD', occupancyChildren: 1 });
    const { booking } = valueOf(await book(request));
    expect(service.neighbours.inventory.priced.at(-1)).toMatchObject({
      purpose: 'booking',
      displayCurrency: 'USD',
      occupancyChildren: 1,
    });
    expect(booking.currency).toBe('EUR');
  });

  it('expires like any hold', async () => {
    const { booking } = valueOf(await book(bookingRequest()));
    await service.probe.ageReservation(booking.id, 15);
    expect((await readBooking(service, booking.id)).state).toBe('expired');
    await eventually('it is expired', async () => (await service.probe.stateOf(booking.id)) === 'expired');
    await eventually('its units are free', () => !claimsOf().has(booking.id));
  });
});

describe('a refusal', () => {
  it('of taken units is unavailable with its reasons, before the payment account is checked', async () => {
    const { resourceId } = valueOf(await book(bookingRequest())).booking;
    service.neighbours.faults.account = refuse('provider_not_configured');
    const key = randomUUID();
    expect(await book(bookingRequest({ resourceId, idempotencyKey: key }))).toMatchObject({
      refusal: { code: 'unavailable', extra: { reasons: ['reserved'] } },
    });
    expect(outcomeOf(await book(bookingRequest({ idempotencyKey: key })))).toBe('provider_not_configured');
    expect(await rowsOf(key)).toEqual([]);
    service.neighbours.clearFaults();
    expect(outcomeOf(await book(bookingRequest({ idempotencyKey: key })))).toBe('ok');
  });

  it('of units that were taken since the price is booking_conflict, and the key can be used again', async () => {
    const request = bookingRequest();
    service.neighbours.faults.claim = () => {
      const { resourceId, from, to } = request;
      claimsOf().set(randomUUID(), { resourceId, from, to, state: 'confirmed', expiresAt: Infinity });
    };
    expect(outcomeOf(await book(request))).toBe('booking_conflict');
    expect(await rowsOf(request.idempotencyKey)).toEqual([]);
  });

  it('answers all but one of twenty concurrent bookings of the same units', async () => {
    const resourceId = randomUUID();
    const answers = await Promise.all(Array.from({ length: 20 }, () => book(bookingRequest({ resourceId }))));
    const outcomes = answers.map(outcomeOf);
    expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(1);
    expect(new Set(outcomes.filter((outcome) => outcome !== 'ok'))).toSatisfy((codes: Set<string>) =>
      [...codes].every((code) => code === 'booking_conflict' || code === 'unavailable'),
    );
  });
});

describe('an idempotency key', () => {
  it('in a hundred concurrent requests makes one booking, one claim and one event', async () => {
    const request = bookingRequest();
    const answers = await Promise.all(Array.from({ length: 100 }, () => book(request)));
    const booked = answers.map(valueOf);
    expect(new Set(booked.map(({ booking }) => booking.id)).size).toBe(1);
    expect(new Set(booked.map(({ payment }) => payment?.providerPaymentIntentId)).size).toBe(1);
    expect(answers.filter((answer) => answer.ok && !answer.replayed)).toHaveLength(1);
    expect(
      [...claimsOf().values()].filter(({ resourceId }) => resourceId === request.resourceId),
    ).toHaveLength(1);
    expect(await service.probe.eventsOf(booked[0]?.booking.id ?? '')).toEqual(['created']);
  });

  it('repeated answers with the current booking and the open payment handle', async () => {
    const request = bookingRequest();
    const first = valueOf(await book(request));
    expect(await book(request)).toEqual({ ok: true, replayed: true, value: first });
    service.neighbours.publishPaymentSucceeded(service.tenantId, first.booking.id);
    await eventually('it is confirmed', async () => {
      return (await service.probe.stateOf(first.booking.id)) === 'confirmed';
    });
    expect(await book(request)).toMatchObject({
      replayed: true,
      value: { booking: { id: first.booking.id, state: 'confirmed' }, payment: null },
    });
  });

  it('repeated for a booking paid offline answers without a payment', async () => {
    const request = bookingRequest({ paidOffline: true });
    const first = valueOf(await book(request));
    expect(await book(request)).toEqual({ ok: true, replayed: true, value: first });
    valueOf(await moveBooking(service, first.booking.id, 'checked_in'));
    expect(await book(request)).toMatchObject({ value: { booking: { state: 'checked_in' }, payment: null } });
  });

  it('repeated while inventory cannot be reached, or refuses the stay by now, answers as before', async () => {
    const request = bookingRequest({ paidOffline: true });
    const first = valueOf(await book(request));
    service.neighbours.faults.price = () => {
      throw new Error('inventory is down');
    };
    expect(await book(request)).toEqual({ ok: true, replayed: true, value: first });
    await expect(book(bookingRequest())).rejects.toThrow();
    service.neighbours.clearFaults();
    // Its own claim has the units.
    expect(await book(request)).toEqual({ ok: true, replayed: true, value: first });
  });

  it('is shared by holds and bookings, and bound to one body', async () => {
    const request = bookingRequest();
    valueOf(await book(request));
    const { signedQuoteToken } = await createQuote(service);
    const hold = { idempotencyKey: request.idempotencyKey, signedQuoteToken };
    expect(outcomeOf(await service.request(contract.placeHold, hold))).toBe('idempotency_key_conflict');
    expect(outcomeOf(await book({ ...request, guestName: 'Ada' }))).toBe('idempotency_key_conflict');

    const key = randomUUID();
    valueOf(await service.request(contract.placeHold, { idempotencyKey: key, signedQuoteToken }));
    expect(outcomeOf(await book(bookingRequest({ idempotencyKey: key })))).toBe('idempotency_key_conflict');
  });
});

describe('a payment that cannot be set up', () => {
  it.each(['payment_setup_failed', 'provider_not_configured'])(
    'cancels the booking as %s, with its event, and frees its units and its key',
    async (code) => {
      const request = bookingRequest();
      service.neighbours.faults.open = refuse(code);
      expect(outcomeOf(await book(request))).toBe(code);
      expect(await rowsOf(request.idempotencyKey)).toEqual([]);
      const [undone] = await service.probe.sql<{ id: string; state: string }>(
        'SELECT id, state FROM reservations WHERE resource_id = $1',
        [request.resourceId],
      );
      expect(undone?.state).toBe('cancelled');
      expect(await service.probe.eventsOf(undone?.id ?? '')).toEqual(['created', 'cancelled']);
      expect(claimsOf().has(undone?.id ?? '')).toBe(false);
      expect(service.neighbours.payments.ended.has(undone?.id ?? '')).toBe(true);
      service.neighbours.clearFaults();
      const again = valueOf(await book(request));
      expect(again.booking).toMatchObject({ state: 'held' });
      expect(again.booking.id).not.toBe(undone?.id);
    },
  );

  it('for the first of thirty concurrent requests leaves one booking by the others', async () => {
    const request = bookingRequest();
    let attempts = 0;
    service.neighbours.faults.open = () => {
      attempts += 1;
      if (attempts === 1) throw new RefusalError('payment_setup_failed');
    };
    const outcomes = (await Promise.all(Array.from({ length: 30 }, () => book(request)))).map(outcomeOf);
    // A request after the key was freed created the only booking.
    expect(outcomes.filter((outcome) => outcome === 'payment_setup_failed')).toHaveLength(1);
    const rows = await service.probe.sql<{ state: string }>(
      'SELECT state FROM reservations WHERE resource_id = $1 ORDER BY created_at',
      [request.resourceId],
    );
    expect(rows.map(({ state }) => state)).toEqual(['cancelled', 'held']);
  });

  it('with an unknown outcome keeps the hold, and the same key completes it', async () => {
    const request = bookingRequest();
    service.neighbours.faults.open = outage;
    await expect(book(request)).rejects.toThrow('unavailable');
    const [row] = await rowsOf(request.idempotencyKey);
    expect(row?.state).toBe('held');
    await expect(book(request)).rejects.toThrow('unavailable');
    service.neighbours.clearFaults();
    const answers = await Promise.all(Array.from({ length: 10 }, () => book(request)));
    expect(new Set(answers.map((answer) => valueOf(answer).booking.id))).toEqual(new Set([row?.id]));
    for (const answer of answers) expect(valueOf(answer).payment?.reservationId).toBe(row?.id);
    expect(await service.probe.eventsOf(row?.id ?? '')).toEqual(['created']);
  });

  it('cancels the booking also while payments cannot be reached', async () => {
    const request = bookingRequest();
    service.neighbours.faults.open = refuse('payment_setup_failed');
    service.neighbours.faults.end = outage;
    expect(outcomeOf(await book(request))).toBe('payment_setup_failed');
    expect(await rowsOf(request.idempotencyKey)).toEqual([]);
    const cancelled = await service.probe.sql(
      'SELECT state, awaits_payment_handle AS awaits FROM reservations WHERE resource_id = $1',
      [request.resourceId],
    );
    expect(cancelled).toEqual([{ state: 'cancelled', awaits: false }]);
  });

  it('makes a concurrent request wait two seconds, then answers resource_locked', async () => {
    const request = bookingRequest();
    let release = () => {};
    const gate = new Promise<void>((resolve) => (release = resolve));
    service.neighbours.faults.open = () => gate;
    const first = book(request);
    await eventually('it is held', async () => (await rowsOf(request.idempotencyKey))[0]?.state === 'held');
    expect(await book(request)).toMatchObject({ refusal: { code: 'resource_locked' } });
    release();
    expect(outcomeOf(await first)).toBe('ok');
  });
});

describe('an outage of inventory during the claim', () => {
  it.each([true, false])('is repaired by the next request (paid offline: %s)', async (paidOffline) => {
    const request = bookingRequest({ paidOffline });
    service.neighbours.faults.claim = () => {
      throw new Error('inventory is down');
    };
    await expect(book(request)).rejects.toThrow('unavailable');
    service.neighbours.clearFaults();
    expect(valueOf(await book(request)).booking.state).toBe(paidOffline ? 'confirmed' : 'held');
    expect(await rowsOf(request.idempotencyKey)).toHaveLength(1);
  });
});
