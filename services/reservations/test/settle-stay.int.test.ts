// Guards what money and time do to a hold: confirmed once, never paid for nothing, never ended too late.
import * as contract from '@lodging/contract-reservations';
import { eventually } from '@lodging/kit-testing';
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { outcomeOf, readBack, takeGuestToken, takeHold, takeQuote, valueOf } from './guest.ts';
import { openHouse } from './house.ts';
import type { InventoryClient } from './house.ts';

let house: InventoryClient;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());
afterEach(() => house.neighbours.repair());

const confirm = (reservationId: string, guestVerificationToken: string) =>
  house.ask(contract.confirmHold, { reservationId, guestVerificationToken });
const pay = (reservationId: string, idempotencyKey: string = randomUUID()) =>
  house.ask(contract.createPaymentIntent, { reservationId, idempotencyKey });
const becomes = (id: string, state: string) =>
  eventually(`${id} is ${state}`, async () => (await house.ledger.stateOf(id)) === state);
const cancel = (id: string) =>
  house.ledger.sql("UPDATE reservations SET state = 'cancelled', version = version + 1 WHERE id = $1", [id]);
const returnedFor = (id: string) =>
  house.neighbours.payments.returned.filter(({ reservationId }) => reservationId === id);

describe('news of money', () => {
  it('confirms the hold by itself, once however often it comes', async () => {
    const { id } = await takeHold(house);
    const eventId = randomUUID();
    for (const again of [eventId, eventId, randomUUID()])
      house.neighbours.tellPaid(house.tenantId, id, again);
    await becomes(id, 'confirmed');
    const last = await takeHold(house);
    house.neighbours.tellPaid(house.tenantId, last.id);
    await becomes(last.id, 'confirmed');
    expect(await house.ledger.eventsOf(id)).toEqual(['created', 'confirmed']);
    expect((await readBack(house, id)).holdExpiresAt).toBeNull();
    expect(house.neighbours.inventory.claims.get(id)?.state).toBe('confirmed');
  });

  it('for a cancelled stay sends the money back', async () => {
    const { id } = await takeHold(house);
    await cancel(id);
    house.neighbours.tellPaid(house.tenantId, id);
    await eventually('the money goes back', () => returnedFor(id).length > 0);
    expect(returnedFor(id)).toEqual([{ reservationId: id, reason: 'cancelled' }]);
    expect(await house.ledger.stateOf(id)).toBe('cancelled');
  });

  it('waits for inventory to be well again', async () => {
    const { id } = await takeHold(house);
    let outages = 1;
    house.neighbours.before.confirm = () => {
      if (outages-- > 0) throw new Error('inventory is ill');
    };
    house.neighbours.tellPaid(house.tenantId, id);
    await becomes(id, 'confirmed');
  });
});

describe('confirm', () => {
  it('needs money, asks for it before it says so, and answers the same again', async () => {
    const { id } = await takeHold(house);
    const token = await takeGuestToken(house, id);
    expect(outcomeOf(await confirm(id, token))).toBe('payment_required');
    house.neighbours.receiveMoney(id);
    const confirmed = valueOf(await confirm(id, token));
    expect(confirmed).toMatchObject({ id, state: 'confirmed', holdExpiresAt: null });
    expect(valueOf(await confirm(id, token))).toEqual(confirmed);
  });

  it('and the news of money may race: one confirmation, one event', async () => {
    const { id } = await takeHold(house);
    const token = await takeGuestToken(house, id);
    house.neighbours.tellPaid(house.tenantId, id);
    const answers = await Promise.all(Array.from({ length: 10 }, () => confirm(id, token)));
    expect(new Set(answers.map(outcomeOf))).toEqual(new Set(['ok']));
    await eventually('the news has been read', async () => {
      const seen = await house.ledger.sql('SELECT 1 FROM inbox WHERE tenant_id = $1', [house.tenantId]);
      return seen.length > 0;
    });
    expect(await house.ledger.eventsOf(id)).toEqual(['created', 'confirmed']);
  });

  it('refuses in the order of existence, token, state, payment', async () => {
    const [mine, other] = [await takeHold(house), await takeHold(house)];
    const [token, wrong] = [await takeGuestToken(house, mine.id), await takeGuestToken(house, other.id)];
    const { signedQuoteToken } = await takeQuote(house);
    await cancel(mine.id);
    expect(outcomeOf(await confirm(randomUUID(), 'nonsense'))).toBe('hold_not_found');
    expect(outcomeOf(await confirm(mine.id, 'nonsense'))).toBe('invalid_guest_token');
    expect(outcomeOf(await confirm(mine.id, ''))).toBe('invalid_guest_token');
    expect(outcomeOf(await confirm(mine.id, signedQuoteToken))).toBe('invalid_guest_token');
    expect(outcomeOf(await confirm(mine.id, wrong))).toBe('wrong_reservation');
    expect(outcomeOf(await confirm(mine.id, token))).toBe('not_confirmable');
    expect(outcomeOf(await confirm(other.id, wrong))).toBe('payment_required');
  });
});

describe('a hold nobody paid for', () => {
  it('is expired to readers at once, then in the database, its payment ended and its units free', async () => {
    const { id, resourceId } = await takeHold(house);
    await house.ledger.letTimePass(id, 15);
    expect((await readBack(house, id)).state).toBe('expired');
    expect(outcomeOf(await pay(id))).toBe('reservation_not_holdable');
    await becomes(id, 'expired');
    await eventually('the claim is released', () => !house.neighbours.inventory.claims.has(id));
    expect(house.neighbours.payments.ended.has(id)).toBe(true);
    expect(await house.ledger.eventsOf(id)).toEqual(['created', 'expired']);
    expect((await takeHold(house, { resourceId })).state).toBe('held');
  });

  it('waits five minutes for payments that cannot be reached, then ends all the same', async () => {
    const { id } = await takeHold(house);
    house.neighbours.before.end = () => {
      throw new Error('payments is ill');
    };
    const asked = house.log.lines.length;
    await house.ledger.letTimePass(id, 16);
    await eventually('the timer has tried', () =>
      house.log.lines.slice(asked).some((line) => line['reservationId'] === id),
    );
    expect(await house.ledger.stateOf(id)).toBe('held');
    await house.ledger.letTimePass(id, 5);
    await becomes(id, 'expired');
  });
});

describe('money at the very end', () => {
  it('found by the timer confirms the stay', async () => {
    const { id } = await takeHold(house);
    house.neighbours.receiveMoney(id);
    await house.ledger.letTimePass(id, 15);
    await becomes(id, 'confirmed');
    expect(await house.ledger.eventsOf(id)).toEqual(['created', 'confirmed']);
  });

  it('after the end brings the stay back while its units are free', async () => {
    const { id } = await takeHold(house);
    const token = await takeGuestToken(house, id);
    await house.ledger.letTimePass(id, 15);
    await becomes(id, 'expired');
    house.neighbours.receiveMoney(id);
    expect(valueOf(await confirm(id, token)).state).toBe('confirmed');
    expect(await house.ledger.eventsOf(id)).toEqual(['created', 'expired', 'confirmed']);
    expect(returnedFor(id)).toEqual([]);
  });

  it('after the end goes back in full when somebody else has the units', async () => {
    const { id, resourceId } = await takeHold(house);
    await house.ledger.letTimePass(id, 15);
    await becomes(id, 'expired');
    await eventually('the claim is released', () => !house.neighbours.inventory.claims.has(id));
    await takeHold(house, { resourceId });
    house.neighbours.tellPaid(house.tenantId, id);
    await eventually('the money goes back', () => returnedFor(id).length > 0);
    expect(returnedFor(id)[0]?.reason).toBe('late');
    expect(await house.ledger.stateOf(id)).toBe('expired');
  });
});

describe('payment-intent', () => {
  it('opens one intent, and hands the same one out again', async () => {
    const { id } = await takeHold(house);
    const key = randomUUID();
    const first = valueOf(await pay(id, key));
    expect(first).toMatchObject({
      outcome: 'created',
      handle: { reservationId: id, amountMinorUnits: '10000' },
    });
    expect(await pay(id, key)).toMatchObject({ replayed: true, value: { outcome: 'replayed' } });
    expect(valueOf(await pay(id))).toEqual({ ...first, outcome: 'already_open' });
  });

  it('repeated with its key is the same handle after the money came, too', async () => {
    const { id } = await takeHold(house);
    const key = randomUUID();
    const { handle } = valueOf(await pay(id, key));
    house.neighbours.tellPaid(house.tenantId, id);
    await becomes(id, 'confirmed');
    expect(await pay(id, key)).toMatchObject({ replayed: true, value: { outcome: 'replayed', handle } });
    expect(outcomeOf(await pay(id))).toBe('already_paid');
  });

  it('knows no stranger’s hold, no ended one, and no paid one', async () => {
    const [cancelled, confirmed] = [await takeHold(house), await takeHold(house)];
    await cancel(cancelled.id);
    house.neighbours.tellPaid(house.tenantId, confirmed.id);
    await becomes(confirmed.id, 'confirmed');
    expect(outcomeOf(await pay(randomUUID()))).toBe('hold_not_found');
    expect(outcomeOf(await pay(cancelled.id))).toBe('reservation_not_holdable');
    expect(outcomeOf(await pay(confirmed.id))).toBe('already_paid');
  });
});
