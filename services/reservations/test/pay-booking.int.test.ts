// Guards the two ways to a payment of a hold that are not an intent: a page of the provider, and money on its way back.
import * as contract from '@lodging/contract-reservations';
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { outcomeOf, takeHold, valueOf } from './guest.ts';
import { openHouse } from './house.ts';
import type { InventoryClient } from './house.ts';
import { bookHeld, bookPaid, move } from './operator.ts';

let house: InventoryClient;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());
afterEach(() => house.neighbours.repair());

const pages = { successUrl: 'https://shop.example/done', cancelUrl: 'https://shop.example/back' };
const checkOut = (reservationId: string) =>
  house.ask(contract.createCheckoutSession, { reservationId, ...pages });

describe('checkout-session', () => {
  it('is a page for the amount of the hold, until the end of the hold', async () => {
    const hold = await takeHold(house);
    expect(valueOf(await checkOut(hold.id))).toEqual({
      id: `cs_${hold.id}`,
      reservationId: hold.id,
      url: `https://pay.example/${hold.id}`,
      expiresAt: hold.holdExpiresAt,
      amountMinorUnits: '10000',
      currency: 'EUR',
    });
    const intent = { reservationId: hold.id, idempotencyKey: randomUUID() };
    expect(outcomeOf(await house.ask(contract.createPaymentIntent, intent))).toBe(
      'payment_already_initiated',
    );
  });

  it('is refused where an intent is open, where nothing is held, and where all is paid', async () => {
    expect(outcomeOf(await checkOut((await bookHeld(house)).id))).toBe('payment_already_initiated');
    expect(outcomeOf(await checkOut(randomUUID()))).toBe('hold_not_found');

    const [overdue, cancelled, paid] = [await takeHold(house), await takeHold(house), await takeHold(house)];
    await house.ledger.letTimePass(overdue.id, 15);
    expect(outcomeOf(await checkOut(overdue.id))).toBe('reservation_not_holdable');
    valueOf(await move(house, cancelled.id, 'cancelled'));
    expect(outcomeOf(await checkOut(cancelled.id))).toBe('reservation_not_holdable');
    house.neighbours.receiveMoney(paid.id);
    expect(outcomeOf(await checkOut(paid.id))).toBe('already_paid');
    expect(outcomeOf(await checkOut((await bookPaid(house)).id))).toBe('reservation_not_holdable');
  });
});

describe('a refund', () => {
  const secret = (permissions: string[]) => ({ kind: 'secret' as const, permissions });
  type Caller = { kind: 'secret' | 'publishable' | 'operator' | 'service'; permissions: string[] };
  const refund = (reservationId: string, caller: Caller, amountMinorUnits?: string, as?: string) => {
    const amount = amountMinorUnits === undefined ? {} : { amountMinorUnits };
    return house.ask(contract.refundBooking, { reservationId, ...amount }, as, caller);
  };

  it('is given by a key with the permission, and by an operator, for what payments says', async () => {
    const { id } = await bookHeld(house);
    const may = secret(['payment:refund:create']);
    expect(outcomeOf(await refund(id, may))).toBe('no_succeeded_payment');
    house.neighbours.receiveMoney(id);
    expect(valueOf(await refund(id, may, '250'))).toMatchObject({
      reservationId: id,
      amountMinorUnits: '250',
    });
    const operator = { kind: 'operator' as const, permissions: [] };
    expect(valueOf(await refund(id, operator))).toMatchObject({ amountMinorUnits: '10000' });
  });

  it('is given by nobody else, whatever permissions they claim', async () => {
    const { id } = await bookHeld(house);
    house.neighbours.receiveMoney(id);
    const all = ['payment:refund:create'];
    expect(outcomeOf(await refund(id, secret([])))).toBe('insufficient_permission');
    expect(outcomeOf(await refund(id, { kind: 'publishable', permissions: all }))).toBe(
      'insufficient_permission',
    );
    expect(outcomeOf(await refund(id, { kind: 'service', permissions: all }))).toBe(
      'insufficient_permission',
    );
  });

  it('of an unknown or a stranger’s booking is booking_not_found', async () => {
    const may = secret(['payment:refund:create']);
    const { id } = await bookHeld(house);
    expect(outcomeOf(await refund(randomUUID(), may))).toBe('booking_not_found');
    expect(outcomeOf(await refund(id, may, undefined, randomUUID()))).toBe('booking_not_found');
  });
});
