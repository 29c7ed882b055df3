// Guards the hold on real servers: one per quote, one per key, and nothing half done.
import * as contract from '@lodging/contract-reservations';
import { eventually } from '@lodging/kit-testing';
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { outcomeOf, takeHold, takeQuote, valueOf } from './guest.ts';
import { openHouse } from './house.ts';
import type { InventoryClient } from './house.ts';

let house: InventoryClient;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());
afterEach(() => house.neighbours.repair());

const place = (
  signedQuoteToken: string,
  idempotencyKey: string = randomUUID(),
  partySize?: number,
  as?: string,
) =>
  house.ask(
    contract.placeHold,
    { idempotencyKey, signedQuoteToken, ...(partySize === undefined ? {} : { partySize }) },
    as,
  );
const rowsOf = (key: string) => house.ledger.rowsOfKey(key);

describe('a hold', () => {
  it('has the stay and the price of its quote, and lasts fifteen minutes', async () => {
    const quote = await takeQuote(house, { partySize: 3 });
    const hold = valueOf(await place(quote.signedQuoteToken));
    expect(hold).toMatchObject({
      resourceId: quote.resourceId,
      state: 'held',
      startsAt: quote.from,
      endsAt: quote.to,
      totalMinorUnits: '10000',
      currency: 'EUR',
    });
    const [created, ends] = [hold.createdAt, hold.holdExpiresAt ?? ''].map((at) => Temporal.Instant.from(at));
    expect(created?.until(ends ?? '').total('seconds')).toBe(900);
    expect(await house.ledger.eventsOf(hold.id)).toEqual(['created']);
    const booking = valueOf(await house.ask(contract.readBooking, { reservationId: hold.id }));
    expect(booking).toEqual({
      ...hold,
      guestEmail: null,
      source: 'direct',
      occupancyAdults: 3,
      occupancyChildren: 0,
      roomTypeId: null,
      quantity: 1,
      updatedAt: booking.updatedAt,
    });
  });

  it('on units that are taken is hold_conflict, and the key may be used again', async () => {
    const { resourceId } = await takeHold(house);
    const [taken, free] = [await takeQuote(house, { resourceId }), await takeQuote(house)];
    const key = randomUUID();
    expect(outcomeOf(await place(taken.signedQuoteToken, key))).toBe('hold_conflict');
    expect(await rowsOf(key)).toEqual([]);
    expect(outcomeOf(await place(free.signedQuoteToken, key))).toBe('ok');
  });

  it('is another tenant’s secret', async () => {
    const hold = await takeHold(house);
    const stranger = randomUUID();
    const answer = await house.ask(contract.readBooking, { reservationId: hold.id }, stranger);
    expect(answer).toEqual(await house.ask(contract.readBooking, { reservationId: randomUUID() }, stranger));
    expect(outcomeOf(answer)).toBe('booking_not_found');
  });
});

describe('a quote token', () => {
  it('of another tenant, for another party, or not a token is invalid_quote_token', async () => {
    const { signedQuoteToken } = await takeQuote(house);
    expect(outcomeOf(await place(signedQuoteToken, randomUUID(), undefined, randomUUID()))).toBe(
      'invalid_quote_token',
    );
    expect(outcomeOf(await place(signedQuoteToken, randomUUID(), 3))).toBe('invalid_quote_token');
    expect(outcomeOf(await place('x'.repeat(9_000)))).toBe('invalid_quote_token');
    expect(outcomeOf(await place(signedQuoteToken, randomUUID(), 2))).toBe('ok');
  });

  it('makes one hold, however its last character is written', async () => {
    const { signedQuoteToken } = await takeQuote(house);
    const last = 'AQgw'.indexOf(signedQuoteToken.at(-1) ?? '');
    const twin = signedQuoteToken.slice(0, -1) + ('BRhx'[last] ?? '');
    expect(twin).not.toBe(signedQuoteToken);
    const { id } = valueOf(await place(signedQuoteToken));
    // The units are free again, so that nothing but the quote stands in the way.
    house.neighbours.inventory.claims.delete(id);
    expect(outcomeOf(await place(twin))).toBe('hold_conflict');
    expect(outcomeOf(await place(signedQuoteToken))).toBe('hold_conflict');
  });
});

describe('an idempotency key', () => {
  it('used by a hundred calls at once makes one reservation, one claim and one event', async () => {
    const { signedQuoteToken, resourceId } = await takeQuote(house);
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 100 }, () => place(signedQuoteToken, key)));
    const holds = answers.map(valueOf);
    expect(new Set(holds.map(({ id }) => id)).size).toBe(1);
    expect(answers.filter((answer) => answer.ok && !answer.replayed)).toHaveLength(1);
    expect(
      [...house.neighbours.inventory.claims.values()].filter((claim) => claim.resourceId === resourceId),
    ).toHaveLength(1);
    expect(await house.ledger.eventsOf(holds[0]?.id ?? '')).toEqual(['created']);
  });

  it('repeated with another body is idempotency_key_conflict', async () => {
    const [one, other] = [await takeQuote(house), await takeQuote(house)];
    const key = randomUUID();
    valueOf(await place(one.signedQuoteToken, key));
    expect(outcomeOf(await place(other.signedQuoteToken, key))).toBe('idempotency_key_conflict');
    expect(outcomeOf(await place(one.signedQuoteToken, key, 2))).toBe('idempotency_key_conflict');
    // A body that would be refused by itself is another body all the same.
    expect(outcomeOf(await place(one.signedQuoteToken, key, 3))).toBe('idempotency_key_conflict');
    expect(outcomeOf(await place('no token', key))).toBe('idempotency_key_conflict');
  });

  it('answers with the record as it is now', async () => {
    const { signedQuoteToken } = await takeQuote(house);
    const key = randomUUID();
    const hold = valueOf(await place(signedQuoteToken, key));
    await house.ledger.letTimePass(hold.id, 20);
    expect(await place(signedQuoteToken, key)).toMatchObject({
      replayed: true,
      value: { id: hold.id, state: 'expired' },
    });
  });

  it('of another tenant is another key', async () => {
    const [stranger, key] = [randomUUID(), randomUUID()];
    const theirs = await takeQuote(house, {}, stranger);
    valueOf(await place((await takeQuote(house)).signedQuoteToken, key));
    expect(outcomeOf(await place(theirs.signedQuoteToken, key, undefined, stranger))).toBe('ok');
  });

  it('answers resource_locked while the first call is at work for longer than two seconds', async () => {
    const { signedQuoteToken } = await takeQuote(house);
    const key = randomUUID();
    let letGo = () => {};
    const gate = new Promise<void>((resolve) => (letGo = resolve));
    house.neighbours.before.claim = () => gate;
    const first = place(signedQuoteToken, key);
    await eventually('the first call is at work', async () => (await rowsOf(key)).length === 1);
    expect(await place(signedQuoteToken, key)).toMatchObject({
      ok: false,
      refusal: { code: 'resource_locked', extra: { retryAfterSeconds: 1 } },
    });
    letGo();
    expect(outcomeOf(await first)).toBe('ok');
  });
});

describe('an outage in the middle', () => {
  it('leaves nothing in the way: the same key is finished by the next call', async () => {
    const { signedQuoteToken } = await takeQuote(house);
    const key = randomUUID();
    house.neighbours.before.claim = () => {
      throw new Error('inventory is ill');
    };
    await expect(place(signedQuoteToken, key)).rejects.toThrow('unavailable');
    house.neighbours.repair();
    expect(outcomeOf(await place(signedQuoteToken, key))).toBe('ok');
    expect(await rowsOf(key)).toMatchObject([{ state: 'held' }]);
  });

  it('is undone by the sweeper when nobody comes back', async () => {
    const { signedQuoteToken, resourceId } = await takeQuote(house);
    const key = randomUUID();
    house.neighbours.before.claim = () => {
      throw new Error('inventory is ill');
    };
    await expect(place(signedQuoteToken, key)).rejects.toThrow('unavailable');
    const [row] = await rowsOf(key);
    await house.ledger.letTimePass(row?.id ?? '', 1);
    await eventually('the row is gone', async () => (await rowsOf(key)).length === 0);
    expect(house.neighbours.inventory.tombstones.get(row?.id ?? '')).toBe('abandoned');
    house.neighbours.repair();
    expect(outcomeOf(await place((await takeQuote(house, { resourceId })).signedQuoteToken, key))).toBe('ok');
  });

  it('does not let a worker that was thought dead write after the sweeper', async () => {
    const { signedQuoteToken } = await takeQuote(house);
    const key = randomUUID();
    house.neighbours.before.claim = async () => {
      const [row] = await rowsOf(key);
      await house.ledger.letTimePass(row?.id ?? '', 1);
      await eventually('the sweeper has been there', async () => (await rowsOf(key)).length === 0, {
        withinMs: 8_000,
      });
    };
    // The caller may have lost its patience by then; whatever it heard, there must be no hold and no claim.
    await place(signedQuoteToken, key).catch(() => undefined);
    await eventually('the row is gone', async () => (await rowsOf(key)).length === 0);
    expect(await house.ledger.sql("SELECT 1 FROM reservations WHERE state = 'pending'")).toEqual([]);
  });
});

it('forgets a key after thirty days', async () => {
  const { signedQuoteToken } = await takeQuote(house);
  const key = randomUUID();
  const { id } = valueOf(await place(signedQuoteToken, key));
  await house.ledger.sql("UPDATE reservations SET created_at = now() - interval '31 days' WHERE id = $1", [
    id,
  ]);
  const second = await house.build();
  await eventually('the key is gone', async () => (await rowsOf(key)).length === 0);
  await second.stop();
  expect(outcomeOf(await place(signedQuoteToken, key))).toBe('hold_conflict');
});
