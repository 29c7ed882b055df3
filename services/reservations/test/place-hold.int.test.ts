import * as contract from '@lodging/contract-reservations';
import { eventually } from '@lodging/kit-testing';
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildBill } from './build-price.ts';
import { outcomeOf, placeHold, createQuote, readBooking, valueOf } from './guest-requests.ts';
import { startReservations } from './start-reservations.ts';
import type { TestReservations } from './start-reservations.ts';

let service: TestReservations;
beforeAll(async () => {
  service = await startReservations();
});
afterAll(() => service.close());
afterEach(() => service.neighbours.clearFaults());

const place = (
  signedQuoteToken: string,
  idempotencyKey: string = randomUUID(),
  partySize?: number,
  as?: string,
) =>
  service.request(
    contract.placeHold,
    { idempotencyKey, signedQuoteToken, ...(partySize === undefined ? {} : { partySize }) },
    as,
  );
const rowsOf = (key: string) => service.probe.rowsOfKey(key);

describe('a hold', () => {
  it('has the stay and the price of its quote, and lasts fifteen minutes', async () => {
    const quote = await createQuote(service, { partySize: 3 });
    const hold = valueOf(await place(quote.signedQuoteToken));
    expect(hold).toMatchObject({
      resourceId: quote.resourceId,
      reference: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{8}$/),
      state: 'held',
      startsAt: quote.from,
      endsAt: quote.to,
      totalMinorUnits: '10000',
      currency: 'EUR',
    });
    const [created, ends] = [hold.createdAt, hold.holdExpiresAt ?? ''].map((at) => Temporal.Instant.from(at));
    expect(created?.until(ends ?? '').total('seconds')).toBe(900);
    expect(await service.probe.eventsOf(hold.id)).toEqual(['created']);
    const booking = await readBooking(service, hold.id);
    expect(booking).toEqual({
      ...hold,
      guestId: null,
      guestEmail: null,
      guestName: null,
      guestPhone: null,
      guestLanguage: null,
      arrivalTime: null,
      guestMessage: null,
      externalReference: null,
      metadata: {},
      notes: null,
      moveReason: null,
      source: 'direct',
      occupancyAdults: 3,
      occupancyChildren: 0,
      roomTypeId: null,
      quantity: 1,
      updatedAt: booking.updatedAt,
      bill: buildBill('EUR', '10000'),
      cancellationPolicy: null,
      schedule: [{ purpose: 'stay', amountMinorUnits: '10000', dueAt: expect.any(String) }],
      balanceState: 'none',
      dueAtPropertyMinorUnits: '0',
      cancellation: null,
    });
  });

  it('of taken units is hold_conflict, and the key can be used again', async () => {
    const { resourceId } = await placeHold(service);
    const [taken, free] = [await createQuote(service, { resourceId }), await createQuote(service)];
    const key = randomUUID();
    expect(outcomeOf(await place(taken.signedQuoteToken, key))).toBe('hold_conflict');
    expect(await rowsOf(key)).toEqual([]);
    expect(outcomeOf(await place(free.signedQuoteToken, key))).toBe('ok');
  });

  it('is not visible to another tenant', async () => {
    const hold = await placeHold(service);
    const otherTenant = randomUUID();
    const answer = await service.request(contract.readBooking, { reservationId: hold.id }, otherTenant);
    expect(answer).toEqual(
      await service.request(contract.readBooking, { reservationId: randomUUID() }, otherTenant),
    );
    expect(outcomeOf(answer)).toBe('booking_not_found');
  });
});

describe('a quote token', () => {
  it('of another tenant, for another party, or not a token is invalid_quote_token', async () => {
    const { signedQuoteToken } = await createQuote(service);
    expect(outcomeOf(await place(signedQuoteToken, randomUUID(), undefined, randomUUID()))).toBe(
      'invalid_quote_token',
    );
    expect(outcomeOf(await place(signedQuoteToken, randomUUID(), 3))).toBe('invalid_quote_token');
    expect(outcomeOf(await place('x'.repeat(9_000)))).toBe('invalid_quote_token');
    expect(outcomeOf(await place(signedQuoteToken, randomUUID(), 2))).toBe('ok');
  });

  it('makes one hold, in each of its base64url spellings', async () => {
    const { signedQuoteToken } = await createQuote(service);
    const last = 'AQgw'.indexOf(signedQuoteToken.at(-1) ?? '');
    const twin = signedQuoteToken.slice(0, -1) + ('BRhx'[last] ?? '');
    expect(twin).not.toBe(signedQuoteToken);
    const { id } = valueOf(await place(signedQuoteToken));
    // The units are free again, so the conflict is that of the quote.
    service.neighbours.inventory.claims.delete(id);
    expect(outcomeOf(await place(twin))).toBe('hold_conflict');
    expect(outcomeOf(await place(signedQuoteToken))).toBe('hold_conflict');
  });
});

describe('an idempotency key', () => {
  it('in a hundred concurrent requests makes one reservation, one claim and one event', async () => {
    const { signedQuoteToken, resourceId } = await createQuote(service);
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 100 }, () => place(signedQuoteToken, key)));
    const holds = answers.map(valueOf);
    expect(new Set(holds.map(({ id }) => id)).size).toBe(1);
    expect(answers.filter((answer) => answer.ok && !answer.replayed)).toHaveLength(1);
    expect(
      [...service.neighbours.inventory.claims.values()].filter((claim) => claim.resourceId === resourceId),
    ).toHaveLength(1);
    expect(await service.probe.eventsOf(holds[0]?.id ?? '')).toEqual(['created']);
  });

  it('repeated with another body is idempotency_key_conflict', async () => {
    const [one, other] = [await createQuote(service), await createQuote(service)];
    const key = randomUUID();
    valueOf(await place(one.signedQuoteToken, key));
    expect(outcomeOf(await place(other.signedQuoteToken, key))).toBe('idempotency_key_conflict');
    expect(outcomeOf(await place(one.signedQuoteToken, key, 2))).toBe('idempotency_key_conflict');
    // Also a body that would be refused by itself.
    expect(outcomeOf(await place(one.signedQuoteToken, key, 3))).toBe('idempotency_key_conflict');
    expect(outcomeOf(await place('no token', key))).toBe('idempotency_key_conflict');
  });

  it('repeated answers with the current record', async () => {
    const { signedQuoteToken } = await createQuote(service);
    const key = randomUUID();
    const hold = valueOf(await place(signedQuoteToken, key));
    await service.probe.ageReservation(hold.id, 20);
    expect(await place(signedQuoteToken, key)).toMatchObject({
      replayed: true,
      value: { id: hold.id, state: 'expired' },
    });
  });

  it('is free again after thirty days, also of a hold whose quote stays used', async () => {
    const [first, second] = [await createQuote(service), await createQuote(service)];
    const key = randomUUID();
    const hold = valueOf(await place(first.signedQuoteToken, key));
    await service.probe.ageReservation(hold.id, 30 * 24 * 60 - 1);
    expect(outcomeOf(await place(second.signedQuoteToken, key))).toBe('idempotency_key_conflict');
    await service.probe.ageReservation(hold.id, 1);
    const answers = await Promise.all([1, 2, 3].map(() => place(second.signedQuoteToken, key)));
    const ids = new Set(answers.map((answer) => valueOf(answer).id));
    expect(await rowsOf(key)).toEqual([{ id: [...ids].join(' '), state: 'held' }]);
    expect(ids).not.toContain(hold.id);
    service.neighbours.inventory.claims.delete(hold.id);
    expect(outcomeOf(await place(first.signedQuoteToken))).toBe('hold_conflict');
  });

  it('of another tenant is another key', async () => {
    const [otherTenant, key] = [randomUUID(), randomUUID()];
    const theirs = await createQuote(service, {}, otherTenant);
    valueOf(await place((await createQuote(service)).signedQuoteToken, key));
    expect(outcomeOf(await place(theirs.signedQuoteToken, key, undefined, otherTenant))).toBe('ok');
  });

  it('answers resource_locked while the first request runs for more than two seconds', async () => {
    const { signedQuoteToken } = await createQuote(service);
    const key = randomUUID();
    let release = () => {};
    const gate = new Promise<void>((resolve) => (release = resolve));
    service.neighbours.faults.claim = () => gate;
    const first = place(signedQuoteToken, key);
    await eventually('the first request is running', async () => (await rowsOf(key)).length === 1);
    expect(await place(signedQuoteToken, key)).toMatchObject({
      ok: false,
      refusal: { code: 'resource_locked', extra: { retryAfterSeconds: 1 } },
    });
    release();
    expect(outcomeOf(await first)).toBe('ok');
  });
});

describe('an outage between the insert and the claim', () => {
  it('is repaired by the next request with the key', async () => {
    const { signedQuoteToken } = await createQuote(service);
    const key = randomUUID();
    service.neighbours.faults.claim = () => {
      throw new Error('inventory is down');
    };
    await expect(place(signedQuoteToken, key)).rejects.toThrow('unavailable');
    service.neighbours.clearFaults();
    expect(outcomeOf(await place(signedQuoteToken, key))).toBe('ok');
    expect(await rowsOf(key)).toMatchObject([{ state: 'held' }]);
  });

  it('is undone by the sweeper when no request follows', async () => {
    const { signedQuoteToken, resourceId } = await createQuote(service);
    const key = randomUUID();
    service.neighbours.faults.claim = () => {
      throw new Error('inventory is down');
    };
    await expect(place(signedQuoteToken, key)).rejects.toThrow('unavailable');
    const [row] = await rowsOf(key);
    await service.probe.ageReservation(row?.id ?? '', 1);
    await eventually('the row is gone', async () => (await rowsOf(key)).length === 0);
    expect(service.neighbours.inventory.tombstones.get(row?.id ?? '')).toBe('abandoned');
    service.neighbours.clearFaults();
    expect(outcomeOf(await place((await createQuote(service, { resourceId })).signedQuoteToken, key))).toBe(
      'ok',
    );
  });

  it('whose claim was released while the answer was lost is repaired by the next request, too', async () => {
    const { signedQuoteToken } = await createQuote(service);
    const key = randomUUID();
    service.neighbours.faults.claim = () => {
      throw new Error('inventory is down');
    };
    await expect(place(signedQuoteToken, key)).rejects.toThrow('unavailable');
    service.neighbours.clearFaults();
    const [row] = await rowsOf(key);
    service.neighbours.inventory.tombstones.set(row?.id ?? '', 'abandoned');
    const hold = valueOf(await place(signedQuoteToken, key));
    expect(hold).toMatchObject({ state: 'held' });
    expect(hold.id).not.toBe(row?.id);
    expect(await rowsOf(key)).toMatchObject([{ id: hold.id, state: 'held' }]);
  });

  it('lets an expired worker write nothing after the sweeper', async () => {
    const { signedQuoteToken } = await createQuote(service);
    const key = randomUUID();
    service.neighbours.faults.claim = async () => {
      const [row] = await rowsOf(key);
      await service.probe.ageReservation(row?.id ?? '', 1);
      await eventually('the sweeper has run', async () => (await rowsOf(key)).length === 0, {
        withinMs: 8_000,
      });
    };
    // The request may time out first; in either case there must be no hold and no claim.
    await place(signedQuoteToken, key).catch(() => undefined);
    await eventually('the row is gone', async () => (await rowsOf(key)).length === 0);
    expect(await service.probe.sql("SELECT 1 FROM reservations WHERE state = 'pending'")).toEqual([]);
  });
});
