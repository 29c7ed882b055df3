// Guards what operators do to a booking: one winner of every race, units free at once, and no money kept for nothing.
import * as contract from '@lodging/contract-reservations';
import { eventually } from '@lodging/kit-testing';
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { outcomeOf, readBack, takeGuestToken, valueOf } from './guest.ts';
import { openHouse } from './house.ts';
import type { InventoryClient } from './house.ts';
import { bookHeld, bookPaid, move as moveIn } from './operator.ts';

let house: InventoryClient;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());
afterEach(() => house.neighbours.repair());

const move = (id: string, state: contract.ReservationState) => moveIn(house, id, state);
const claimOf = (id: string) => house.neighbours.inventory.claims.get(id);
const returnedFor = (id: string) =>
  house.neighbours.payments.returned.filter(({ reservationId }) => reservationId === id);
const becomes = (id: string, state: string) =>
  eventually(`${id} is ${state}`, async () => (await house.ledger.stateOf(id)) === state);
const ill = () => {
  throw new Error('a neighbour is ill');
};

describe('a stay', () => {
  it('is checked in and checked out, keeping its units, and the house hears that its guest has left', async () => {
    const { id } = await bookPaid(house);
    expect(valueOf(await move(id, 'checked_in'))).toMatchObject({ id, state: 'checked_in' });
    const left = valueOf(await move(id, 'checked_out'));
    expect(left.state).toBe('checked_out');
    expect(await readBack(house, id)).toEqual(left);
    expect(claimOf(id)).toBeDefined();
    expect(await house.ledger.eventsOf(id)).toEqual(['created', 'confirmed', 'checked-out']);
    const [row] = await house.ledger.sql('SELECT version FROM reservations WHERE id = $1', [id]);
    expect(row).toEqual({ version: 4 });
  });

  it('whose guest never came has its units free on the read that follows', async () => {
    const { id, resourceId } = await bookPaid(house);
    expect(valueOf(await move(id, 'no_show')).state).toBe('no_show');
    expect(claimOf(id)).toBeUndefined();
    expect((await bookPaid(house, { resourceId })).state).toBe('confirmed');
    expect(await house.ledger.eventsOf(id)).toEqual(['created', 'confirmed']);
  });

  it('whose guest never came has its units free in the end, whatever inventory suffers from', async () => {
    const { id } = await bookPaid(house);
    house.neighbours.before.release = ill;
    expect(valueOf(await move(id, 'no_show')).state).toBe('no_show');
    expect(claimOf(id)).toBeDefined();
    house.neighbours.repair();
    await house.ledger.letTimePass(id, 1);
    await eventually('the units are free', () => claimOf(id) === undefined);
  });

  it('that is cancelled after it was confirmed keeps its payment, however late the news of the money comes', async () => {
    const { id } = await bookHeld(house);
    house.neighbours.tellPaid(house.tenantId, id);
    await becomes(id, 'confirmed');
    expect(valueOf(await move(id, 'cancelled')).state).toBe('cancelled');
    house.neighbours.tellPaid(house.tenantId, id);
    const last = await bookHeld(house);
    house.neighbours.tellPaid(house.tenantId, last.id);
    await becomes(last.id, 'confirmed');
    expect(returnedFor(id)).toEqual([]);
    expect(claimOf(id)).toBeUndefined();
    expect(await house.ledger.eventsOf(id)).toEqual(['created', 'confirmed', 'cancelled']);
  });
});

describe('an illegal move', () => {
  it('says from where, to where, and what is allowed', async () => {
    const { id } = await bookPaid(house);
    expect(await move(id, 'checked_out')).toMatchObject({
      refusal: {
        code: 'illegal_transition',
        extra: { from: 'confirmed', to: 'checked_out', allowed: ['checked_in', 'no_show', 'cancelled'] },
      },
    });
    valueOf(await move(id, 'checked_in'));
    expect(outcomeOf(await move(id, 'checked_in'))).toBe('illegal_transition');
    expect(outcomeOf(await move(id, 'cancelled'))).toBe('illegal_transition');
  });

  it('is one to any state that nobody may ask for', async () => {
    const { id } = await bookHeld(house);
    for (const state of ['pending', 'held', 'confirmed', 'expired'] as const)
      expect(await move(id, state)).toMatchObject({
        refusal: { code: 'illegal_transition', extra: { from: 'held', to: state } },
      });
    expect((await readBack(house, id)).state).toBe('held');
  });

  it('is the cancellation of a hold past its end', async () => {
    const { id } = await bookHeld(house);
    house.neighbours.before.end = ill;
    await house.ledger.letTimePass(id, 15);
    expect(await move(id, 'cancelled')).toMatchObject({
      refusal: { code: 'illegal_transition', extra: { from: 'expired', to: 'cancelled', allowed: [] } },
    });
  });

  it('of an unknown or a stranger’s booking is booking_not_found', async () => {
    const { id } = await bookPaid(house);
    expect(outcomeOf(await move(randomUUID(), 'cancelled'))).toBe('booking_not_found');
    const asked = { reservationId: id, state: 'cancelled' } as const;
    expect(outcomeOf(await house.ask(contract.moveBooking, asked, randomUUID()))).toBe('booking_not_found');
  });
});

describe('cancelling a hold', () => {
  it('ends the payment, frees the units and tells so', async () => {
    const { id, resourceId } = await bookHeld(house);
    const cancelled = valueOf(await move(id, 'cancelled'));
    expect(cancelled.state).toBe('cancelled');
    expect(house.neighbours.payments.ended.has(id)).toBe(true);
    expect(await house.ledger.eventsOf(id)).toEqual(['created', 'cancelled']);
    expect((await bookHeld(house, { resourceId })).state).toBe('held');
    expect(returnedFor(id)).toEqual([]);
  });

  it('gives back in full what had landed by then', async () => {
    const { id } = await bookHeld(house);
    house.neighbours.receiveMoney(id);
    expect(valueOf(await move(id, 'cancelled')).state).toBe('cancelled');
    expect(returnedFor(id)).toEqual([{ reservationId: id, reason: 'cancelled' }]);
  });

  it('is not kept by payments that cannot be reached; the event lets them end it', async () => {
    const { id } = await bookHeld(house);
    house.neighbours.before.end = ill;
    const { holdExpiresAt } = valueOf(await move(id, 'cancelled'));
    // By this payments tells that money which has landed, or lands, is to go back.
    expect(holdExpiresAt).not.toBeNull();
    house.neighbours.repair();
    house.neighbours.tellPaid(house.tenantId, id);
    await eventually('the money goes back', () => returnedFor(id).length > 0);
  });

  it('by a hundred at once is done once', async () => {
    const { id } = await bookHeld(house);
    const outcomes = (await Promise.all(Array.from({ length: 100 }, () => move(id, 'cancelled')))).map(
      outcomeOf,
    );
    expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'illegal_transition')).toHaveLength(99);
    expect(await house.ledger.eventsOf(id)).toEqual(['created', 'cancelled']);
  });
});

describe('a race', () => {
  it('is lost by a cancellation of a hold that was paid for in the meantime, and the payment stays', async () => {
    const { id } = await bookHeld(house);
    const token = await takeGuestToken(house, id);
    house.neighbours.receiveMoney(id);
    house.neighbours.before.end = async () => {
      const asked = { reservationId: id, guestVerificationToken: token };
      expect(outcomeOf(await house.ask(contract.confirmHold, asked))).toBe('ok');
    };
    expect(await move(id, 'cancelled')).toMatchObject({
      refusal: { code: 'illegal_transition', extra: { from: 'confirmed', to: 'cancelled' } },
    });
    expect(returnedFor(id)).toEqual([]);
    expect(claimOf(id)?.state).toBe('confirmed');
  });

  it('of check-in, no-show and cancel has one winner', async () => {
    const { id } = await bookPaid(house);
    const wanted = ['checked_in', 'no_show', 'cancelled'] as const;
    const answers = await Promise.all([...wanted, ...wanted].map((state) => move(id, state)));
    expect(answers.map(outcomeOf).filter((outcome) => outcome === 'ok')).toHaveLength(1);
    expect(answers.map(outcomeOf).filter((outcome) => outcome === 'illegal_transition')).toHaveLength(5);
    const { state } = await readBack(house, id);
    expect(claimOf(id) === undefined).toBe(state !== 'checked_in');
  });

  it('of cancel and the money ends with a stay that is paid, or with the money on its way back', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { id } = await bookHeld(house);
      const token = await takeGuestToken(house, id);
      house.neighbours.receiveMoney(id);
      const [confirmed, cancelled] = await Promise.all([
        house.ask(contract.confirmHold, { reservationId: id, guestVerificationToken: token }),
        move(id, 'cancelled'),
      ]);
      const { state } = await readBack(house, id);
      expect([outcomeOf(confirmed) === 'ok', outcomeOf(cancelled) === 'ok']).toEqual([
        state === 'confirmed',
        state === 'cancelled',
      ]);
      expect(returnedFor(id).length > 0).toBe(state === 'cancelled');
      expect(claimOf(id) === undefined).toBe(state === 'cancelled');
    }
  });
});
