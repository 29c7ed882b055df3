import * as contract from '@lodging/contract-reservations';
import { eventually } from '@lodging/kit-testing';
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { obtainGuestToken, outcomeOf, placeHold, readBooking, valueOf } from './guest-requests.ts';
import { createHeldBooking, moveBooking } from './operator-requests.ts';
import { startReservations } from './start-reservations.ts';
import type { TestReservations } from './start-reservations.ts';

let service: TestReservations;
beforeAll(async () => {
  service = await startReservations();
});
afterAll(() => service.close());
afterEach(() => service.neighbours.clearFaults());

const outage = () => {
  throw new Error('a neighbour is down');
};
/** A request is sent a second time by itself, so one lost request is two failures. */
const lostRequest = () => {
  let failures = 0;
  return () => {
    if (failures++ < 2) outage();
  };
};
/** Work on the reservation has failed, with all tries of its request. */
const hasFailed = (id: string) =>
  eventually('the failure is logged', () => service.log.lines.some((line) => line['reservationId'] === id));
const becomes = (id: string, state: string) =>
  eventually(`${id} is ${state}`, async () => (await service.probe.stateOf(id)) === state);
const claimOf = (id: string) => service.neighbours.inventory.claims.get(id);
const returnedFor = (id: string) =>
  service.neighbours.payments.returned.filter(({ reservationId }) => reservationId === id);
const isReturned = (id: string) => eventually('the payment is returned', () => returnedFor(id).length > 0);
const paid = (id: string, eventId?: string) =>
  service.neighbours.publishPaymentSucceeded(service.tenantId, id, eventId);
const obligationsOf = (id: string) =>
  service.probe.sql<{ cause: string; settled: boolean }>(
    'SELECT cause, settled_at IS NOT NULL AS settled FROM refund_obligations WHERE reservation_id = $1',
    [id],
  );
const isSettled = (id: string) =>
  eventually('nothing is owed', async () => {
    await service.probe.sql(
      'UPDATE refund_obligations SET next_attempt_at = now() WHERE reservation_id = $1 AND settled_at IS NULL',
      [id],
    );
    const owed = await obligationsOf(id);
    return owed.length > 0 && owed.every(({ settled }) => settled);
  });

/** A hold whose end has passed, and another one that has its units. */
async function expiredWithUnitsTaken() {
  const late = await placeHold(service);
  await service.probe.ageReservation(late.id, 15);
  await becomes(late.id, 'expired');
  await eventually('the claim is released', () => claimOf(late.id) === undefined);
  const other = await placeHold(service, { resourceId: late.resourceId });
  return { late, other };
}

/** Delivers events until one that was published last has had its effect. */
async function delivered(): Promise<void> {
  const last = await placeHold(service);
  paid(last.id);
  await becomes(last.id, 'confirmed');
}

describe('a payment that goes back', () => {
  it('does not confirm the stay when its event is delivered again and the units are free again', async () => {
    const { late, other } = await expiredWithUnitsTaken();
    const eventId = randomUUID();
    paid(late.id, eventId);
    await isReturned(late.id);
    valueOf(await moveBooking(service, other.id, 'cancelled'));
    expect(claimOf(other.id)).toBeUndefined();

    for (const again of [eventId, randomUUID(), randomUUID()]) paid(late.id, again);
    await delivered();
    await isSettled(late.id);
    expect(await service.probe.stateOf(late.id)).toBe('expired');
    expect(claimOf(late.id)).toBeUndefined();
    expect(returnedFor(late.id)).toEqual([{ reservationId: late.id, reason: 'late' }]);
    expect(await service.probe.eventsOf(late.id)).toEqual(['created', 'expired']);
  });

  it('does not confirm the stay on the request of its guest either, while the provider still has the refund', async () => {
    const late = await placeHold(service);
    const token = await obtainGuestToken(service, late.id);
    await service.probe.ageReservation(late.id, 15);
    await becomes(late.id, 'expired');
    await eventually('the claim is released', () => claimOf(late.id) === undefined);
    const other = await placeHold(service, { resourceId: late.resourceId });
    paid(late.id);
    await isReturned(late.id);
    valueOf(await moveBooking(service, other.id, 'cancelled'));
    const request = { reservationId: late.id, guestVerificationToken: token };
    expect(outcomeOf(await service.request(contract.confirmHold, request))).toBe('not_confirmable');
    expect((await readBooking(service, late.id)).state).toBe('expired');
  });

  it('is sent until payments has recorded it, though its event is handled only once', async () => {
    const { late } = await expiredWithUnitsTaken();
    service.neighbours.faults.return = outage;
    const eventId = randomUUID();
    paid(late.id, eventId);
    await eventually('the refund is decided', async () => (await obligationsOf(late.id)).length === 1);
    await eventually('the event is handled', async () => {
      const marks = await service.probe.sql('SELECT 1 FROM inbox WHERE event_id = $1', [eventId]);
      return marks.length === 1;
    });
    await hasFailed(late.id);
    expect(await obligationsOf(late.id)).toEqual([{ cause: 'late', settled: false }]);
    service.neighbours.clearFaults();
    await isSettled(late.id);
    expect(returnedFor(late.id)).toEqual([{ reservationId: late.id, reason: 'late' }]);
  });

  it('is decided with the expiry of a hold that was paid while its units were lost', async () => {
    const { id, resourceId } = await placeHold(service);
    service.neighbours.recordPayment(id);
    service.neighbours.faults.return = outage;
    service.neighbours.inventory.claims.delete(id);
    await placeHold(service, { resourceId });
    await service.probe.ageReservation(id, 15);
    await becomes(id, 'expired');
    await hasFailed(id);
    expect(await obligationsOf(id)).toEqual([{ cause: 'late', settled: false }]);
    service.neighbours.clearFaults();
    await isSettled(id);
    expect(returnedFor(id)).toEqual([{ reservationId: id, reason: 'late' }]);
    expect(await service.probe.eventsOf(id)).toEqual(['created', 'expired']);
  });

  it('goes back once where the answer of payments is lost', async () => {
    const { late } = await expiredWithUnitsTaken();
    service.neighbours.faults.returned = lostRequest();
    paid(late.id);
    await isSettled(late.id);
    expect(returnedFor(late.id)).toHaveLength(1);
  });

  it('leaves no units claimed where a confirmation had claimed them', async () => {
    const late = await placeHold(service);
    await service.probe.ageReservation(late.id, 15);
    await becomes(late.id, 'expired');
    // The claim is made permanent while another request decides that the payment goes back.
    const decide =
      'UPDATE reservations SET refund_decided = true WHERE id = $1 AND NOT refund_decided RETURNING id';
    service.neighbours.faults.confirm = async () => void (await service.probe.sql(decide, [late.id]));
    paid(late.id);
    await isSettled(late.id);
    expect(await service.probe.stateOf(late.id)).toBe('expired');
    expect(claimOf(late.id)).toBeUndefined();
    expect(service.neighbours.inventory.tombstones.get(late.id)).toBe('cancelled');
  });
});

describe('a late payment whose refund was made before refunds were recorded here', () => {
  it('does not confirm the stay, though its units are free', async () => {
    const { id } = await placeHold(service);
    await service.probe.ageReservation(id, 15);
    await becomes(id, 'expired');
    service.neighbours.payments.returned.push({ reservationId: id, reason: 'late' });
    paid(id);
    await isSettled(id);
    expect(await service.probe.stateOf(id)).toBe('expired');
    expect(returnedFor(id)).toHaveLength(1);
  });
});

describe('money that payments reports as unclaimed', () => {
  const report = (id: string) => {
    service.neighbours.recordPayment(id);
    service.neighbours.publishPaymentUnclaimed(service.tenantId, id);
  };

  it('confirms the stay where its units are free, and goes back where they are taken', async () => {
    const free = await placeHold(service);
    await service.probe.ageReservation(free.id, 15);
    await becomes(free.id, 'expired');
    const { late } = await expiredWithUnitsTaken();
    for (const id of [free.id, late.id]) report(id);
    await becomes(free.id, 'confirmed');
    await isSettled(late.id);
    expect([returnedFor(free.id).length, returnedFor(late.id).length]).toEqual([0, 1]);
    expect(await service.probe.stateOf(late.id)).toBe('expired');
  });

  it('goes back where the hold was cancelled without an obligation', async () => {
    const { id } = await placeHold(service);
    await service.probe.sql("UPDATE reservations SET state = 'cancelled' WHERE id = $1", [id]);
    report(id);
    await isSettled(id);
    expect(returnedFor(id)).toEqual([{ reservationId: id, reason: 'cancelled' }]);
  });

  it('stays where it paid for a confirmed stay, or for one that was cancelled afterwards', async () => {
    const [confirmed, cancelled] = [await placeHold(service), await placeHold(service)];
    for (const { id } of [confirmed, cancelled]) {
      paid(id);
      await becomes(id, 'confirmed');
    }
    valueOf(await moveBooking(service, cancelled.id, 'cancelled'));
    for (const { id } of [confirmed, cancelled]) report(id);
    await delivered();
    expect([await obligationsOf(confirmed.id), await obligationsOf(cancelled.id)]).toEqual([[], []]);
    expect(await service.probe.stateOf(confirmed.id)).toBe('confirmed');
  });
});

describe('the payment of a cancelled hold', () => {
  it('goes back after an outage of payments, without any event of it', async () => {
    const { id } = await createHeldBooking(service);
    service.neighbours.recordPayment(id);
    service.neighbours.faults.end = outage;
    expect(valueOf(await moveBooking(service, id, 'cancelled')).state).toBe('cancelled');
    expect(await obligationsOf(id)).toEqual([{ cause: 'cancelled', settled: false }]);
    service.neighbours.clearFaults();
    await isSettled(id);
    expect(returnedFor(id)).toEqual([{ reservationId: id, reason: 'cancelled' }]);
  });

  it('that succeeds after nothing was found to return goes back too', async () => {
    const { id } = await createHeldBooking(service);
    service.neighbours.faults.end = outage;
    valueOf(await moveBooking(service, id, 'cancelled'));
    service.neighbours.clearFaults();
    await isSettled(id);
    expect(returnedFor(id)).toEqual([]);
    paid(id);
    await isReturned(id);
    await isSettled(id);
  });

  it('is not owed where payments has ended it unpaid, nor for a booking that was confirmed', async () => {
    const [unpaid, confirmed] = [await createHeldBooking(service), await createHeldBooking(service)];
    valueOf(await moveBooking(service, unpaid.id, 'cancelled'));
    paid(confirmed.id);
    await becomes(confirmed.id, 'confirmed');
    valueOf(await moveBooking(service, confirmed.id, 'cancelled'));
    paid(confirmed.id);
    await delivered();
    expect([await obligationsOf(unpaid.id), await obligationsOf(confirmed.id)]).toEqual([[], []]);
  });
});

describe('a process that ends between two steps', () => {
  it.each(['confirm', 'end', 'return', 'release'] as const)(
    'at the %s of a late payment leaves the stay confirmed or the money returned',
    async (step) => {
      const [free, taken] = [await placeHold(service), await expiredWithUnitsTaken()];
      await service.probe.ageReservation(free.id, 15);
      await becomes(free.id, 'expired');
      await eventually('the claim is released', () => claimOf(free.id) === undefined);
      service.neighbours.faults[step] = lostRequest();
      for (const id of [taken.late.id, free.id]) paid(id);
      await becomes(free.id, 'confirmed');
      await isSettled(taken.late.id);
      expect(returnedFor(free.id)).toEqual([]);
      expect(await obligationsOf(free.id)).toEqual([]);
      expect(returnedFor(taken.late.id)).toHaveLength(1);
      expect(await service.probe.stateOf(taken.late.id)).toBe('expired');
      expect(claimOf(taken.late.id)).toBeUndefined();
    },
  );
});
