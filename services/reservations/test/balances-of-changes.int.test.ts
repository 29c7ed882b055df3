import { eventually } from '@lodging/kit-testing';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeStay, changeTokenFor, LONGER } from './change-requests.ts';
import { readBooking, valueOf } from './guest-requests.ts';
import { createHeldBooking } from './operator-requests.ts';
import { startReservations } from './start-reservations.ts';
import type { TestReservations } from './start-reservations.ts';

let service: TestReservations;
beforeAll(async () => {
  service = await startReservations();
});
afterAll(() => service.close());

function pay(id: string, net: bigint): void {
  service.neighbours.payments.net.set(id, net);
  service.neighbours.publishPaymentSucceeded(service.tenantId, id);
}

describe('a balance that is due after a change that is paid later', () => {
  const deposit = (amountMinorUnits: string) => ({
    purpose: 'deposit' as const,
    amountMinorUnits,
    dueAt: '2026-11-01T00:00:00.000Z',
  });
  const balance = (amountMinorUnits: string) => ({
    purpose: 'balance' as const,
    amountMinorUnits,
    dueAt: '2027-02-20T00:00:00.000Z',
  });

  /** A deposit of 3000 is paid; the change adds 6000 that is due at once, and 14000 to the balance. */
  async function changedStay(): Promise<string> {
    const resourceId = randomUUID();
    const { inventory } = service.neighbours;
    inventory.sold.set(resourceId, { schedule: [deposit('3000'), balance('7000')] });
    inventory.moves.prices.set(resourceId, { schedule: [deposit('9000'), balance('21000')] });
    const { id } = await createHeldBooking(service, { resourceId });
    pay(id, 3_000n);
    await eventually('it is confirmed', async () => (await service.probe.stateOf(id)) === 'confirmed');
    const token = await changeTokenFor(service, id, LONGER);
    const { change, booking } = valueOf(await changeStay(service, id, token, { settle: 'later' }));
    expect(change.dueMinorUnits).toBe('6000');
    expect(booking.balanceState).toBe('due');
    expect(await service.probe.eventsOf(id)).not.toContain('due');
    return id;
  }

  const balanceIs = (id: string, state: string) =>
    eventually(
      `its balance is ${state}`,
      async () => (await readBooking(service, id)).balanceState === state,
    );
  const comesDue = (id: string) =>
    service.probe.sql(
      'UPDATE scheduled_payments SET due_at = now(), next_attempt_at = now() WHERE reservation_id = $1',
      [id],
    );
  const published = (id: string) =>
    service.probe.sql<{ due: object }>(
      `SELECT envelope::jsonb->'data'->'due' AS due FROM outbox WHERE aggregate_id = $1 AND type LIKE '%payment.due'`,
      [id],
    );
  async function isPublishedOnce(id: string): Promise<void> {
    await eventually('it is published', async () => (await published(id)).length > 0);
    await service.probe.sql(
      'UPDATE scheduled_payments SET next_attempt_at = now() WHERE reservation_id = $1',
      [id],
    );
    await eventually('it was evaluated again', async () => {
      const text = `SELECT FROM scheduled_payments
                     WHERE reservation_id = $1 AND next_attempt_at > now() + interval '1 minute'`;
      return (await service.probe.sql(text, [id])).length === 1;
    });
    expect(await published(id)).toMatchObject([{ due: { purpose: 'balance', amountMinorUnits: '21000' } }]);
  }

  it('is published once with its own amount, the change being paid', async () => {
    const id = await changedStay();
    pay(id, 9_000n);
    await balanceIs(id, 'scheduled');
    expect(await published(id)).toEqual([]);
    await comesDue(id);
    await balanceIs(id, 'due');
    await isPublishedOnce(id);
  });

  it('is published once with its own amount, the change being unpaid', async () => {
    const id = await changedStay();
    const { version } = await readBooking(service, id);
    await comesDue(id);
    await isPublishedOnce(id);
    expect(await readBooking(service, id)).toMatchObject({ balanceState: 'due', version: version + 1 });
    pay(id, 30_000n);
    await balanceIs(id, 'paid');
    expect(await published(id)).toHaveLength(1);
  });
});

describe('a balance that is paid', () => {
  const schedule = [
    { purpose: 'deposit' as const, amountMinorUnits: '3000', dueAt: '2026-11-01T00:00:00.000Z' },
    { purpose: 'balance' as const, amountMinorUnits: '7000', dueAt: '2027-02-20T00:00:00.000Z' },
  ];

  it('stays paid when the stay changes at the same price, and the version rises once', async () => {
    const resourceId = randomUUID();
    const { inventory } = service.neighbours;
    inventory.sold.set(resourceId, { schedule });
    // The booked night has its price.
    inventory.moves.prices.set(resourceId, { schedule, night: 0 });
    const { id } = await createHeldBooking(service, { resourceId });
    pay(id, 3_000n);
    await eventually('it is confirmed', async () => (await service.probe.stateOf(id)) === 'confirmed');
    pay(id, 10_000n);
    const isPaid = async () => (await readBooking(service, id)).balanceState === 'paid';
    await eventually('its balance is paid', isPaid);
    const { version } = await readBooking(service, id);
    const token = await changeTokenFor(service, id, { partySize: 1 });
    const { booking } = valueOf(await changeStay(service, id, token));
    expect(booking).toMatchObject({ balanceState: 'paid', version: version + 1 });
    expect(await readBooking(service, id)).toMatchObject({ balanceState: 'paid', version: version + 1 });
    inventory.moves.prices.delete(resourceId);
    const longer = await changeTokenFor(service, id, LONGER);
    const dearer = valueOf(await changeStay(service, id, longer, { settle: 'later' }));
    expect(dearer.booking.balanceState).not.toBe('paid');
  });
});
