import * as contract from '@lodging/contract-reservations';
import { eventually } from '@lodging/kit-testing';
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { outcomeOf, readBooking, obtainGuestToken, valueOf } from './guest-requests.ts';
import { startReservations } from './start-reservations.ts';
import type { TestReservations } from './start-reservations.ts';
import { createHeldBooking, createPaidBooking, moveBooking } from './operator-requests.ts';

let service: TestReservations;
beforeAll(async () => {
  service = await startReservations();
});
afterAll(() => service.close());
afterEach(() => service.neighbours.clearFaults());

const move = (id: string, state: contract.ReservationState) => moveBooking(service, id, state);
const claimOf = (id: string) => service.neighbours.inventory.claims.get(id);
const returnedFor = (id: string) =>
  service.neighbours.payments.returned.filter(({ reservationId }) => reservationId === id);
const becomes = (id: string, state: string) =>
  eventually(`${id} is ${state}`, async () => (await service.probe.stateOf(id)) === state);
const outage = () => {
  throw new Error('a neighbour is down');
};

describe('a stay', () => {
  it('is checked in and checked out, keeping its units, with an event for each', async () => {
    const { id } = await createPaidBooking(service);
    expect(valueOf(await move(id, 'checked_in'))).toMatchObject({ id, state: 'checked_in' });
    const left = valueOf(await move(id, 'checked_out'));
    expect(left.state).toBe('checked_out');
    expect(await readBooking(service, id)).toEqual(left);
    expect(claimOf(id)).toBeDefined();
    expect(await service.probe.eventsOf(id)).toEqual(['created', 'confirmed', 'checked-in', 'checked-out']);
    const [row] = await service.probe.sql('SELECT version FROM reservations WHERE id = $1', [id]);
    expect(row).toEqual({ version: 4 });
  });

  it('that is a no-show has its units free on the next read', async () => {
    const { id, resourceId } = await createPaidBooking(service);
    expect(valueOf(await move(id, 'no_show')).state).toBe('no_show');
    expect(claimOf(id)).toBeUndefined();
    expect((await createPaidBooking(service, { resourceId })).state).toBe('confirmed');
    expect(await service.probe.eventsOf(id)).toEqual(['created', 'confirmed', 'no-show']);
  });

  it('that is a no-show has its units released by the timer after an outage of inventory', async () => {
    const { id } = await createPaidBooking(service);
    service.neighbours.faults.release = outage;
    expect(valueOf(await move(id, 'no_show')).state).toBe('no_show');
    expect(claimOf(id)).toBeDefined();
    service.neighbours.clearFaults();
    await service.probe.ageReservation(id, 1);
    await eventually('the units are free', () => claimOf(id) === undefined);
  });

  it('that is cancelled after it was confirmed keeps its payment, also where its event arrives later', async () => {
    const { id } = await createHeldBooking(service);
    service.neighbours.publishPaymentSucceeded(service.tenantId, id);
    await becomes(id, 'confirmed');
    expect(valueOf(await move(id, 'cancelled')).state).toBe('cancelled');
    service.neighbours.publishPaymentSucceeded(service.tenantId, id);
    const last = await createHeldBooking(service);
    service.neighbours.publishPaymentSucceeded(service.tenantId, last.id);
    await becomes(last.id, 'confirmed');
    expect(returnedFor(id)).toEqual([]);
    expect(claimOf(id)).toBeUndefined();
    expect(await service.probe.eventsOf(id)).toEqual(['created', 'confirmed', 'cancelled']);
  });
});

describe('an illegal transition', () => {
  it('is refused with both states and the allowed ones', async () => {
    const { id } = await createPaidBooking(service);
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

  it('is one to a state that cannot be requested', async () => {
    const { id } = await createHeldBooking(service);
    for (const state of ['pending', 'held', 'confirmed', 'expired'] as const)
      expect(await move(id, state)).toMatchObject({
        refusal: { code: 'illegal_transition', extra: { from: 'held', to: state } },
      });
    expect((await readBooking(service, id)).state).toBe('held');
  });

  it('is the cancellation of a hold past its end', async () => {
    const { id } = await createHeldBooking(service);
    service.neighbours.faults.end = outage;
    await service.probe.ageReservation(id, 15);
    expect(await move(id, 'cancelled')).toMatchObject({
      refusal: { code: 'illegal_transition', extra: { from: 'expired', to: 'cancelled', allowed: [] } },
    });
  });

  it('of an unknown booking, or another tenant’s, is booking_not_found', async () => {
    const { id } = await createPaidBooking(service);
    expect(outcomeOf(await move(randomUUID(), 'cancelled'))).toBe('booking_not_found');
    const request = { reservationId: id };
    for (const operation of [contract.cancelBooking, contract.recordNoShow, contract.changeBooking]) {
      const answer = await service.request(operation, request, randomUUID());
      expect(outcomeOf(answer)).toBe('booking_not_found');
    }
  });
});

describe('cancelling a hold', () => {
  it('ends the payment, releases the units and publishes its event', async () => {
    const { id, resourceId } = await createHeldBooking(service);
    const cancelled = valueOf(await move(id, 'cancelled'));
    expect(cancelled.state).toBe('cancelled');
    expect(service.neighbours.payments.ended.has(id)).toBe(true);
    expect(await service.probe.eventsOf(id)).toEqual(['created', 'cancelled']);
    expect((await createHeldBooking(service, { resourceId })).state).toBe('held');
    expect(returnedFor(id)).toEqual([]);
  });

  it('returns in full a payment that succeeded before', async () => {
    const { id } = await createHeldBooking(service);
    service.neighbours.recordPayment(id);
    expect(valueOf(await move(id, 'cancelled')).state).toBe('cancelled');
    expect(returnedFor(id)).toEqual([{ reservationId: id, reason: 'cancelled' }]);
  });

  it('does not wait for payments to be reachable; its event has the payment returned', async () => {
    const { id } = await createHeldBooking(service);
    service.neighbours.faults.end = outage;
    const { holdExpiresAt } = valueOf(await move(id, 'cancelled'));
    // By its end payments recognizes a hold, whose payment is returned.
    expect(holdExpiresAt).not.toBeNull();
    service.neighbours.clearFaults();
    service.neighbours.publishPaymentSucceeded(service.tenantId, id);
    await eventually('the payment is returned', () => returnedFor(id).length > 0);
  });

  it('in a hundred concurrent requests is done once', async () => {
    const { id } = await createHeldBooking(service);
    const outcomes = (await Promise.all(Array.from({ length: 100 }, () => move(id, 'cancelled')))).map(
      outcomeOf,
    );
    expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'illegal_transition')).toHaveLength(99);
    expect(await service.probe.eventsOf(id)).toEqual(['created', 'cancelled']);
  });
});

describe('concurrent requests', () => {
  it('refuse the cancellation of a hold that was paid meanwhile, and keep the payment', async () => {
    const { id } = await createHeldBooking(service);
    const token = await obtainGuestToken(service, id);
    service.neighbours.recordPayment(id);
    service.neighbours.faults.end = async () => {
      const request = { reservationId: id, guestVerificationToken: token };
      expect(outcomeOf(await service.request(contract.confirmHold, request))).toBe('ok');
    };
    expect(await move(id, 'cancelled')).toMatchObject({
      refusal: { code: 'illegal_transition', extra: { from: 'confirmed', to: 'cancelled' } },
    });
    expect(returnedFor(id)).toEqual([]);
    expect(claimOf(id)?.state).toBe('confirmed');
  });

  it('of check-in, no-show and cancellation have one winner', async () => {
    const { id } = await createPaidBooking(service);
    const wanted = ['checked_in', 'no_show', 'cancelled'] as const;
    const answers = await Promise.all([...wanted, ...wanted].map((state) => move(id, state)));
    expect(answers.map(outcomeOf).filter((outcome) => outcome === 'ok')).toHaveLength(1);
    expect(answers.map(outcomeOf).filter((outcome) => outcome === 'illegal_transition')).toHaveLength(5);
    const { state } = await readBooking(service, id);
    expect(claimOf(id) === undefined).toBe(state !== 'checked_in');
  });

  it('of cancellation and confirmation end with a paid stay, or with the payment returned', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { id } = await createHeldBooking(service);
      const token = await obtainGuestToken(service, id);
      service.neighbours.recordPayment(id);
      const [confirmed, cancelled] = await Promise.all([
        service.request(contract.confirmHold, { reservationId: id, guestVerificationToken: token }),
        move(id, 'cancelled'),
      ]);
      const { state } = await readBooking(service, id);
      // A cancellation that begins after the confirmation has ended is one of a confirmed stay, and both succeed.
      const both = outcomeOf(confirmed) === 'ok' && outcomeOf(cancelled) === 'ok';
      expect([outcomeOf(confirmed) === 'ok', outcomeOf(cancelled) === 'ok']).toEqual([
        state === 'confirmed' || both,
        state === 'cancelled',
      ]);
      expect(await service.probe.eventsOf(id)).toEqual(
        both ? ['created', 'confirmed', 'cancelled'] : ['created', state],
      );
      // The money of a confirmed stay is not returned with its cancellation: a refund is a request of its own.
      expect(returnedFor(id).length > 0).toBe(state === 'cancelled' && !both);
      expect(claimOf(id) === undefined).toBe(state === 'cancelled');
    }
  });
});
