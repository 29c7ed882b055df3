import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { book, bookedOffline, move, weeklyStays, type BookingRequest } from '../harness/bookings.ts';
import type { Problem } from '../harness/client.ts';
import type { DemoTenant } from '../harness/demo.ts';
import { eventually } from '../harness/eventually.ts';
import { expectProblem } from '../harness/expect-problem.ts';
import { makeGeneric, makeLodging, makeTenant, type OwnTenant } from '../harness/own-tenant.ts';
import { confirm, hold, payByCard, provider, quote, untilState, verifyGuest } from '../harness/stay.ts';
import type { Booking } from '../harness/records.ts';

const demo = inject('demo');
let tenant: OwnTenant;
let next: () => BookingRequest;
let room: { id: string; ratePlanId: string };

beforeAll(async () => {
  tenant = await makeTenant(demo);
  room = await makeLodging(tenant.secret);
  next = weeklyStays(room);
});

describe('POST /v1/bookings', () => {
  it('confirms a stay that is paid offline at once, and the next read shows it as sold', async () => {
    const requestedStay = next();
    const answer = await book(tenant.secret, {
      ...requestedStay,
      paidOffline: true,
      occupancyChildren: 1,
      guestName: 'Ada',
      guestPhone: '+49 30 1',
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    expect(answer.body.payment).toBeNull();
    expect(answer.body.booking).toMatchObject({
      state: 'confirmed',
      source: 'manual',
      quantity: 1,
      guestEmail: 'ada@example.com',
      occupancyAdults: 1,
      occupancyChildren: 1,
      holdExpiresAt: null,
      totalMinorUnits: '20000',
      currency: 'EUR',
    });
    const query = new URLSearchParams({
      resource_id: requestedStay.resourceId,
      from: requestedStay.from,
      to: requestedStay.to,
      party_size: '1',
    });
    expect((await tenant.secret.get(`/v1/availability?${query}`)).body).toMatchObject({
      available: false,
      reasons: ['reserved'],
    });
    expect((await tenant.secret.get(`/v1/bookings/${answer.body.booking.id}`)).body).toEqual(
      answer.body.booking,
    );
  });

  it('holds a stay that is to be paid, and confirms it when the card is charged', async () => {
    const answer = await book(tenant.secret, next());
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    const { booking, payment } = answer.body;
    expect(booking).toMatchObject({ state: 'held', source: 'manual', holdExpiresAt: expect.any(String) });
    if (payment === null) throw new Error('a booking that is to be paid has no payment');
    expect(payment).toMatchObject({
      reservationId: booking.id,
      amountMinorUnits: '20000',
      state: 'requires_payment',
    });
    await payByCard(demo, { accountId: tenant.accountId } as DemoTenant, payment);
    await untilState(tenant.secret, booking.id, 'confirmed');
  });

  it('creates one booking from a hundred parallel requests with one key, and replays it', async () => {
    const requestedStay = { ...next(), paidOffline: true };
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => book(tenant.secret, requestedStay, key)),
    );
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1);
    const made = new Set(
      answers.filter((answer) => answer.status < 300).map((answer) => answer.body.booking.id),
    );
    expect(made.size).toBe(1);
    for (const answer of answers.filter((one) => one.status >= 300))
      expect(answer.body.code).toBe('resource_locked');
    const replay = await book(tenant.secret, requestedStay, key);
    expect(replay.status).toBe(200);
    expect(replay.headers.get('idempotent-replayed')).toBe('true');
    expect(made.has(replay.body.booking.id)).toBe(true);
  });

  it('shares its key space with holds', async () => {
    const key = randomUUID();
    const requestedStay = next();
    const { signedQuoteToken } = await quote(tenant.secret, {
      ...requestedStay,
      ratePlanId: room.ratePlanId,
    });
    expect(
      (await tenant.secret.post('/v1/holds', { signedQuoteToken }, { idempotencyKey: key })).status,
    ).toBe(201);
    expectProblem(
      await book(tenant.secret, { ...next(), paidOffline: true }, key),
      409,
      'idempotency_key_conflict',
    );
  });

  it('lets exactly one of fifty concurrent bookings succeed', async () => {
    const requestedStay = { ...next(), paidOffline: true };
    const answers = await Promise.all(Array.from({ length: 50 }, () => book(tenant.secret, requestedStay)));
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1);
    for (const answer of answers.filter((one) => one.status !== 201)) {
      expect(answer.status).toBe(409);
      expect(['unavailable', 'booking_conflict', 'resource_locked']).toContain(answer.body.code);
    }
  });

  it('accepts a past stay, several units, and a generic resource without a plan', async () => {
    const past = await bookedOffline(tenant.secret, {
      ...next(),
      from: '2026-01-10T15:00:00Z',
      to: '2026-01-12T10:00:00Z',
    });
    expect(past.state).toBe('confirmed');
    const many = await makeLodging(tenant.secret, { units: 3 });
    const requestedStay = {
      ...next(),
      resourceId: many.id,
      ratePlanId: many.ratePlanId,
      quantity: 2,
      partySize: 4,
    };
    expect(await bookedOffline(tenant.secret, requestedStay)).toMatchObject({
      quantity: 2,
      totalMinorUnits: '40000',
    });
    expect((await book(tenant.secret, { ...requestedStay, paidOffline: true })).body).toMatchObject({
      code: 'unavailable',
      reasons: ['reserved'],
    });
    const bike = await makeGeneric(tenant.secret);
    const { ratePlanId: _none, ...withoutPlan } = next();
    const rented = await bookedOffline(tenant.secret, { ...withoutPlan, resourceId: bike.id, partySize: 1 });
    expect(rented).toMatchObject({ ratePlanId: null, roomTypeId: null });
  });

  it('refuses with the code the contract names, and leaves the key usable', async () => {
    const key = randomUUID();
    const refused: [Record<string, unknown>, number, string][] = [
      [{ resourceId: randomUUID() }, 404, 'resource_not_found'],
      [{ ratePlanId: randomUUID() }, 404, 'rate_plan_not_found'],
      [{ ratePlanId: undefined }, 400, 'rate_plan_required'],
      [{ to: '2027-01-01T00:00:00Z' }, 400, 'invalid_window'],
      [{ partySize: 9 }, 409, 'unavailable'],
      [{ currency: 'XTS' }, 422, 'fx_rate_unavailable'],
    ];
    const requestedStay = next();
    for (const [change, status, code] of refused)
      expectProblem(await book(tenant.secret, { ...requestedStay, ...change }, key), status, code);
    expectProblem(await tenant.secret.post('/v1/bookings', requestedStay), 400, 'idempotency_key_required');
    expect((await book(tenant.secret, { ...requestedStay, paidOffline: true }, key)).status).toBe(201);
  });

  it('claims no units for a tenant without a payment account, unless the booking is paid offline', async () => {
    const poor = await makeTenant(demo, { accountId: null });
    const own = await makeLodging(poor.secret);
    const requestedStay = weeklyStays(own)();
    const key = randomUUID();
    expectProblem(await book(poor.secret, requestedStay, key), 409, 'provider_not_configured');
    expect((await book(poor.secret, { ...requestedStay, paidOffline: true }, key)).status).toBe(201);
  });

  it('needs no payment for a free stay', async () => {
    const gift = await makeLodging(tenant.secret, { baseAmountMinorUnits: '0' });
    const stays = weeklyStays(gift);
    const booked = await book(tenant.secret, stays());
    expect(booked.status, JSON.stringify(booked.body)).toBe(201);
    expect(booked.body).toMatchObject({
      payment: null,
      booking: { state: 'confirmed', totalMinorUnits: '0' },
    });
    const reservation = await hold(tenant.secret, { ...stays(), ratePlanId: gift.ratePlanId });
    expectProblem(
      await tenant.secret.create(`/v1/holds/${reservation.id}/payment-intent`),
      409,
      'already_paid',
    );
    const token = await verifyGuest(demo, tenant.secret, reservation.id);
    expect((await confirm(tenant.secret, reservation.id, token)).body.state).toBe('confirmed');
  });

  it('frees the units and the key when the payment cannot be set up', async () => {
    const broken = await makeTenant(demo);
    const own = await makeLodging(broken.secret);
    const requestedStay = weeklyStays(own)();
    const key = randomUUID();
    const fault = {
      effect: 'status',
      status: 500,
      count: 0,
      path: '/v1/payment_intents',
      account: broken.accountId,
    };
    const faults = `${demo.stripe.url}/_emulator/faults`;
    const headers = { 'content-type': 'application/json' };
    expect((await fetch(faults, { method: 'POST', headers, body: JSON.stringify(fault) })).status).toBe(201);
    try {
      expectProblem(await book(broken.secret, requestedStay, key), 502, 'payment_setup_failed');
    } finally {
      await fetch(faults, { method: 'DELETE' });
    }
    const again = await book(broken.secret, requestedStay, key);
    expect(again.status, JSON.stringify(again.body)).toBe(201);
  });
});

describe('PATCH and DELETE /v1/bookings/{id}', () => {
  const states = [
    'pending',
    'held',
    'confirmed',
    'cancelled',
    'checked_in',
    'checked_out',
    'no_show',
    'expired',
  ];
  const allowed: Record<string, string[]> = {
    held: ['cancelled'],
    confirmed: ['checked_in', 'no_show', 'cancelled'],
    checked_in: ['checked_out'],
    checked_out: [],
    cancelled: [],
    no_show: [],
  };

  async function bringTo(state: string): Promise<string> {
    const requestedStay = next();
    if (state === 'held') return (await book(tenant.secret, requestedStay)).body.booking.id;
    const { id } = await bookedOffline(tenant.secret, requestedStay);
    const path =
      {
        confirmed: [],
        checked_in: ['checked_in'],
        checked_out: ['checked_in', 'checked_out'],
        cancelled: ['cancelled'],
        no_show: ['no_show'],
      }[state] ?? [];
    for (const step of path) expect((await move(tenant.secret, id, step)).status).toBe(200);
    return id;
  }

  it.each(Object.keys(allowed))(
    'allows exactly the transitions of a %s booking in the matrix',
    async (from) => {
      for (const to of states) {
        const id = await bringTo(from);
        const answer = await move(tenant.secret, id, to);
        if (allowed[from]?.includes(to)) {
          expect(answer.status, `${from} → ${to}`).toBe(200);
          expect(answer.body).toMatchObject({ id, state: to });
          expect((await tenant.secret.get<Booking>(`/v1/bookings/${id}`)).body.state).toBe(to);
        } else {
          const problem = expectProblem(answer, 409, 'illegal_transition') as Problem & {
            from: string;
            to: string;
            allowed: string[];
          };
          expect(problem).toMatchObject({ from, to });
          expect(problem.allowed).toEqual(expect.any(Array));
        }
      }
      const unknown = await tenant.secret.send('PATCH', `/v1/bookings/${await bringTo(from)}`, {
        body: { state: 'teleported' },
      });
      expectProblem(unknown, 400, 'validation_failed');
    },
  );

  it('the next read shows the nights of a cancelled stay and of a no-show as free', async () => {
    for (const end of ['cancelled', 'no_show']) {
      const requestedStay = next();
      const { id } = await bookedOffline(tenant.secret, requestedStay);
      expect((await move(tenant.secret, id, end)).status).toBe(200);
      await bookedOffline(tenant.secret, requestedStay);
    }
  });

  it('cancels with DELETE, once', async () => {
    const { id } = await bookedOffline(tenant.secret, next());
    const gone = await tenant.secret.send<Booking>('DELETE', `/v1/bookings/${id}`);
    expect(gone.status).toBe(200);
    expect(gone.body.state).toBe('cancelled');
    expectProblem(await tenant.secret.send('DELETE', `/v1/bookings/${id}`), 409, 'illegal_transition');
    expectProblem(
      await tenant.secret.send('DELETE', `/v1/bookings/${randomUUID()}`),
      404,
      'booking_not_found',
    );
    expectProblem(await move(tenant.secret, 'x', 'cancelled'), 404, 'booking_not_found');
  });

  it('ends the open intent of a cancelled hold', async () => {
    const answer = await book(tenant.secret, next());
    const intentId = answer.body.payment?.providerPaymentIntentId ?? '';
    expect((await move(tenant.secret, answer.body.booking.id, 'cancelled')).status).toBe(200);
    await eventually('the intent is ended', async () => {
      const intent = await provider(demo).paymentIntents.retrieve(
        intentId,
        {},
        { stripeAccount: tenant.accountId },
      );
      return intent.status === 'canceled';
    });
    expectProblem(
      await tenant.secret.create(`/v1/holds/${answer.body.booking.id}/payment-intent`),
      409,
      'reservation_not_holdable',
    );
  });

  it('lets one of ten concurrent cancellations succeed', async () => {
    const { id } = await bookedOffline(tenant.secret, next());
    const answers = await Promise.all(Array.from({ length: 10 }, () => move(tenant.secret, id, 'cancelled')));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    for (const answer of answers.filter((one) => one.status !== 200))
      expectProblem(answer, 409, 'illegal_transition');
  });
});

describe('GET /v1/bookings', () => {
  it('pages and filters by resource, state, window and guest, without duplicates, in the order of creation', async () => {
    const own = await makeTenant(demo);
    const [first, second] = [await makeLodging(own.secret), await makeLodging(own.secret)];
    const [early, late] = [weeklyStays(first), weeklyStays(second)];
    const made: Booking[] = [];
    for (let count = 0; count < 3; count += 1) {
      made.push(await bookedOffline(own.secret, early()));
      made.push(await bookedOffline(own.secret, { ...late(), guestEmail: 'Grace@Example.com' }));
    }
    const held = await hold(own.secret, { ...early(), ratePlanId: first.ratePlanId });
    await move(own.secret, made[0]?.id ?? '', 'cancelled');
    const ids = async (query: string) => {
      const seen: string[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const page: { status: number; body: { bookings: Booking[]; nextCursor: string | null } } =
          await own.secret.get(
            `/v1/bookings?limit=2&${query}${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`,
          );
        expect(page.status, JSON.stringify(page.body)).toBe(200);
        seen.push(...page.body.bookings.map((booking) => booking.id));
        cursor = page.body.nextCursor;
      }
      return seen;
    };
    const all = [...made.map((booking) => booking.id), held.id];
    expect(await ids('')).toEqual(all);
    expect(await ids(`resourceId=${second.id}`)).toEqual([1, 3, 5].map((index) => all[index]));
    expect(await ids('state=cancelled')).toEqual([all[0]]);
    expect(await ids('state=held')).toEqual([held.id]);
    expect(await ids('guestEmail=GRACE@example.com')).toEqual([1, 3, 5].map((index) => all[index]));
    expect(await ids('from=2027-05-17&to=2027-05-18')).toEqual([all[2], all[3]]);
    expect(await ids('from=2027-05-12T09:00:00Z&to=2027-05-13T00:00:00Z')).toEqual([all[0], all[1]]);
    for (const bad of [
      'state=asleep',
      'limit=0',
      'resourceId=x',
      'from=yesterday',
      'guestEmail=no-address',
    ]) {
      expectProblem(await own.secret.get(`/v1/bookings?${bad}`), 400, 'validation_failed');
    }
  });
});
