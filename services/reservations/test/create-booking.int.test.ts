// Guards the booking in one call on real servers: once per key, payable or nothing, and nothing half done.
import * as contract from '@lodging/contract-reservations';
import { eventually } from '@lodging/kit-testing';
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Refused } from './breakable.ts';
import { outcomeOf, readBack, takeQuote, valueOf } from './guest.ts';
import { openHouse } from './house.ts';
import type { InventoryClient } from './house.ts';
import { aBooking, book as bookIn, move } from './operator.ts';

let house: InventoryClient;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());
afterEach(() => house.neighbours.repair());

const book = (wish: Parameters<typeof bookIn>[1]) => bookIn(house, wish);
const rowsOf = (key: string) => house.ledger.rowsOfKey(key);
const claimsOf = () => house.neighbours.inventory.claims;
const ill = () => {
  throw new Error('payments is ill');
};
const refuse = (code: string) => () => {
  throw new Refused(code);
};

describe('a booking', () => {
  it('is held for fifteen minutes, with a way to pay', async () => {
    const wish = aBooking({ partySize: 5, occupancyChildren: 2, quantity: 1 });
    const { booking, payment } = valueOf(await book(wish));
    expect(booking).toMatchObject({
      resourceId: wish.resourceId,
      state: 'held',
      startsAt: wish.from,
      endsAt: wish.to,
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
    expect(await house.ledger.eventsOf(booking.id)).toEqual(['created']);
    expect(await readBack(house, booking.id)).toEqual(booking);
    expect(claimsOf().get(booking.id)?.state).toBe('held');
  });

  it('paid offline is confirmed at once, its two events showing it as it is after the call', async () => {
    house.neighbours.before.account = refuse('provider_not_configured');
    house.neighbours.before.open = ill;
    const { booking, payment } = valueOf(await book(aBooking({ paidOffline: true })));
    expect(booking).toMatchObject({ state: 'confirmed', holdExpiresAt: null, occupancyAdults: 2 });
    expect(payment).toBeNull();
    expect(claimsOf().get(booking.id)).toMatchObject({ state: 'held', lapsesAt: Infinity });
    const told = await house.ledger.sql<{ type: string; aggregate_version: string; envelope: string }>(
      'SELECT type, aggregate_version, envelope FROM outbox WHERE aggregate_id = $1 ORDER BY position',
      [booking.id],
    );
    expect(told.map(({ type }) => type.split('.').at(-1))).toEqual(['created', 'confirmed']);
    expect(told.map((event) => Number(event.aggregate_version))).toEqual([1, 2]);
    for (const { envelope } of told)
      expect(JSON.parse(envelope)).toMatchObject({ data: { reservation: { state: 'confirmed' } } });
  });

  it('keeps the guest, and tells nobody', async () => {
    const guest = { guestName: 'Grace Hopper', guestPhone: '+49 30 901820', guestEmail: 'grace@example.com' };
    const { booking } = valueOf(await book(aBooking(guest)));
    const [row] = await house.ledger.sql(
      'SELECT guest_name, guest_phone, guest_email FROM reservations WHERE id = $1',
      [booking.id],
    );
    expect(row).toEqual({
      guest_name: 'Grace Hopper',
      guest_phone: '+49 30 901820',
      guest_email: 'grace@example.com',
    });
    const told = await house.ledger.sql<{ envelope: string }>(
      'SELECT envelope FROM outbox WHERE aggregate_id = $1',
      [booking.id],
    );
    const written = JSON.stringify([told, house.log.lines]);
    for (const secret of Object.values(guest)) expect(written).not.toContain(secret);
  });

  it('asks inventory as a booking, for the display currency too', async () => {
    const wish = aBooking({ currency: 'USD', occupancyChildren: 1 });
    const { booking } = valueOf(await book(wish));
    expect(house.neighbours.inventory.priced.at(-1)).toMatchObject({
      purpose: 'booking',
      displayCurrency: 'USD',
      occupancyChildren: 1,
    });
    expect(booking.currency).toBe('EUR');
  });

  it('expires like any hold', async () => {
    const { booking } = valueOf(await book(aBooking()));
    await house.ledger.letTimePass(booking.id, 15);
    expect((await readBack(house, booking.id)).state).toBe('expired');
    await eventually('it is expired', async () => (await house.ledger.stateOf(booking.id)) === 'expired');
    await eventually('its units are free', () => !claimsOf().has(booking.id));
  });
});

describe('what is refused', () => {
  it('on units that are taken is unavailable with its reasons, before anybody asks about money', async () => {
    const { resourceId } = valueOf(await book(aBooking())).booking;
    house.neighbours.before.account = refuse('provider_not_configured');
    const key = randomUUID();
    expect(await book(aBooking({ resourceId, idempotencyKey: key }))).toMatchObject({
      refusal: { code: 'unavailable', extra: { reasons: ['reserved'] } },
    });
    expect(outcomeOf(await book(aBooking({ idempotencyKey: key })))).toBe('provider_not_configured');
    expect(await rowsOf(key)).toEqual([]);
    house.neighbours.repair();
    expect(outcomeOf(await book(aBooking({ idempotencyKey: key })))).toBe('ok');
  });

  it('on units that somebody takes in between is booking_conflict, and the key may be used again', async () => {
    const wish = aBooking();
    house.neighbours.before.claim = () => {
      const { resourceId, from, to } = wish;
      claimsOf().set(randomUUID(), { resourceId, from, to, state: 'confirmed', lapsesAt: Infinity });
    };
    expect(outcomeOf(await book(wish))).toBe('booking_conflict');
    expect(await rowsOf(wish.idempotencyKey)).toEqual([]);
  });

  it('lets exactly one of twenty bookings have the units', async () => {
    const resourceId = randomUUID();
    const answers = await Promise.all(Array.from({ length: 20 }, () => book(aBooking({ resourceId }))));
    const outcomes = answers.map(outcomeOf);
    expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(1);
    expect(new Set(outcomes.filter((outcome) => outcome !== 'ok'))).toSatisfy((codes: Set<string>) =>
      [...codes].every((code) => code === 'booking_conflict' || code === 'unavailable'),
    );
  });
});

describe('an idempotency key', () => {
  it('used by a hundred calls at once makes one booking, one claim and one event', async () => {
    const wish = aBooking();
    const answers = await Promise.all(Array.from({ length: 100 }, () => book(wish)));
    const booked = answers.map(valueOf);
    expect(new Set(booked.map(({ booking }) => booking.id)).size).toBe(1);
    expect(new Set(booked.map(({ payment }) => payment?.providerPaymentIntentId)).size).toBe(1);
    expect(answers.filter((answer) => answer.ok && !answer.replayed)).toHaveLength(1);
    expect([...claimsOf().values()].filter(({ resourceId }) => resourceId === wish.resourceId)).toHaveLength(
      1,
    );
    expect(await house.ledger.eventsOf(booked[0]?.booking.id ?? '')).toEqual(['created']);
  });

  it('repeated answers with the booking as it is now, and the way to pay that is open', async () => {
    const wish = aBooking();
    const first = valueOf(await book(wish));
    expect(await book(wish)).toEqual({ ok: true, replayed: true, value: first });
    house.neighbours.tellPaid(house.tenantId, first.booking.id);
    await eventually('it is confirmed', async () => {
      return (await house.ledger.stateOf(first.booking.id)) === 'confirmed';
    });
    expect(await book(wish)).toMatchObject({
      replayed: true,
      value: { booking: { id: first.booking.id, state: 'confirmed' }, payment: null },
    });
  });

  it('repeated for a booking paid offline answers without a payment', async () => {
    const wish = aBooking({ paidOffline: true });
    const first = valueOf(await book(wish));
    expect(await book(wish)).toEqual({ ok: true, replayed: true, value: first });
    valueOf(await move(house, first.booking.id, 'checked_in'));
    expect(await book(wish)).toMatchObject({ value: { booking: { state: 'checked_in' }, payment: null } });
  });

  it('is one for holds and bookings, and for one body', async () => {
    const wish = aBooking();
    valueOf(await book(wish));
    const { signedQuoteToken } = await takeQuote(house);
    const hold = { idempotencyKey: wish.idempotencyKey, signedQuoteToken };
    expect(outcomeOf(await house.ask(contract.placeHold, hold))).toBe('idempotency_key_conflict');
    expect(outcomeOf(await book({ ...wish, guestName: 'Ada' }))).toBe('idempotency_key_conflict');

    const key = randomUUID();
    valueOf(await house.ask(contract.placeHold, { idempotencyKey: key, signedQuoteToken }));
    expect(outcomeOf(await book(aBooking({ idempotencyKey: key })))).toBe('idempotency_key_conflict');
  });
});

describe('a payment that cannot be set up', () => {
  it.each(['payment_setup_failed', 'provider_not_configured'])(
    'undoes the booking as %s: cancelled and told, units free, key free',
    async (code) => {
      const wish = aBooking();
      house.neighbours.before.open = refuse(code);
      expect(outcomeOf(await book(wish))).toBe(code);
      expect(await rowsOf(wish.idempotencyKey)).toEqual([]);
      const [undone] = await house.ledger.sql<{ id: string; state: string }>(
        'SELECT id, state FROM reservations WHERE resource_id = $1',
        [wish.resourceId],
      );
      expect(undone?.state).toBe('cancelled');
      expect(await house.ledger.eventsOf(undone?.id ?? '')).toEqual(['created', 'cancelled']);
      expect(claimsOf().has(undone?.id ?? '')).toBe(false);
      expect(house.neighbours.payments.ended.has(undone?.id ?? '')).toBe(true);
      house.neighbours.repair();
      const again = valueOf(await book(wish));
      expect(again.booking).toMatchObject({ state: 'held' });
      expect(again.booking.id).not.toBe(undone?.id);
    },
  );

  it('by a hundred calls with one key leaves one answer for all, and no booking', async () => {
    const wish = aBooking();
    let tries = 0;
    house.neighbours.before.open = () => {
      tries += 1;
      if (tries === 1) throw new Refused('payment_setup_failed');
    };
    const outcomes = (await Promise.all(Array.from({ length: 30 }, () => book(wish)))).map(outcomeOf);
    // Whoever came after the key was free has made the one booking there is.
    expect(outcomes.filter((outcome) => outcome === 'payment_setup_failed')).toHaveLength(1);
    const rows = await house.ledger.sql<{ state: string }>(
      'SELECT state FROM reservations WHERE resource_id = $1 ORDER BY created_at',
      [wish.resourceId],
    );
    expect(rows.map(({ state }) => state)).toEqual(['cancelled', 'held']);
  });

  it('with an unknown outcome keeps the hold, and the same key finishes it', async () => {
    const wish = aBooking();
    house.neighbours.before.open = ill;
    await expect(book(wish)).rejects.toThrow('unavailable');
    const [row] = await rowsOf(wish.idempotencyKey);
    expect(row?.state).toBe('held');
    await expect(book(wish)).rejects.toThrow('unavailable');
    house.neighbours.repair();
    const answers = await Promise.all(Array.from({ length: 10 }, () => book(wish)));
    expect(new Set(answers.map((answer) => valueOf(answer).booking.id))).toEqual(new Set([row?.id]));
    for (const answer of answers) expect(valueOf(answer).payment?.reservationId).toBe(row?.id);
    expect(await house.ledger.eventsOf(row?.id ?? '')).toEqual(['created']);
  });

  it('while payments cannot be reached to end it is undone all the same', async () => {
    const wish = aBooking();
    house.neighbours.before.open = refuse('payment_setup_failed');
    house.neighbours.before.end = ill;
    expect(outcomeOf(await book(wish))).toBe('payment_setup_failed');
    expect(await rowsOf(wish.idempotencyKey)).toEqual([]);
  });

  it('has somebody else waiting for two seconds, then resource_locked', async () => {
    const wish = aBooking();
    let letGo = () => {};
    const gate = new Promise<void>((resolve) => (letGo = resolve));
    house.neighbours.before.open = () => gate;
    const first = book(wish);
    await eventually('it is held', async () => (await rowsOf(wish.idempotencyKey))[0]?.state === 'held');
    expect(await book(wish)).toMatchObject({ refusal: { code: 'resource_locked' } });
    letGo();
    expect(outcomeOf(await first)).toBe('ok');
  });
});

describe('an outage of inventory in the middle', () => {
  it.each([true, false])(
    'leaves nothing in the way of the next call (paid offline: %s)',
    async (paidOffline) => {
      const wish = aBooking({ paidOffline });
      house.neighbours.before.claim = () => {
        throw new Error('inventory is ill');
      };
      await expect(book(wish)).rejects.toThrow('unavailable');
      house.neighbours.repair();
      expect(valueOf(await book(wish)).booking.state).toBe(paidOffline ? 'confirmed' : 'held');
      expect(await rowsOf(wish.idempotencyKey)).toHaveLength(1);
    },
  );
});
