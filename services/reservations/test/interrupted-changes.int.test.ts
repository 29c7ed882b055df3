import { createPaymentIntent } from '@lodging/contract-reservations';
import { eventually } from '@lodging/kit-testing';
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { changeStay, changeTokenFor, LATER, listChanges, LONGER, quoteChange } from './change-requests.ts';
import { outcomeOf, readBooking, valueOf } from './guest-requests.ts';
import { RefusalError } from './neighbour-faults.ts';
import { createHeldBooking, createPaidBooking } from './operator-requests.ts';
import { startReservations } from './start-reservations.ts';
import type { TestReservations } from './start-reservations.ts';

let service: TestReservations;
beforeAll(async () => {
  service = await startReservations();
});
afterAll(() => service.close());
afterEach(() => service.neighbours.clearFaults());

const stateOf = async (id: string, changeId: string) =>
  (await listChanges(service, id)).find((change) => change.id === changeId)?.state;
const isLocked = () => {
  throw new RefusalError('resource_locked');
};
/** Timers and repeated requests go on with it at once. */
const endLease = (id: string) =>
  service.probe.sql(
    'UPDATE stay_changes SET next_attempt_at = now() WHERE reservation_id = $1 AND next_attempt_at IS NOT NULL',
    [id],
  );

describe('a move whose answer was lost', () => {
  it('is never forgotten: the repeated request, whose own move finds the units locked, commits it', async () => {
    const { id } = await createPaidBooking(service);
    const token = await changeTokenFor(service, id, LATER);
    const key = { idempotencyKey: randomUUID(), settle: 'later' as const };
    service.neighbours.faults.moved = () => {
      throw new Error('the answer is lost');
    };
    await expect(changeStay(service, id, token, key)).rejects.toThrow();
    service.neighbours.clearFaults();
    service.neighbours.faults.move = isLocked;
    await endLease(id);
    expect(valueOf(await changeStay(service, id, token, key)).change.state).toBe('applied');
    const { startsAt } = await readBooking(service, id);
    expect(service.neighbours.inventory.claims.get(id)?.from).toBe(startsAt);
  });

  it('is not there where the units were locked at once: nothing is left, and the key is free', async () => {
    const { id, version } = await createPaidBooking(service);
    const token = await changeTokenFor(service, id, LATER);
    const key = { idempotencyKey: randomUUID(), settle: 'later' as const };
    service.neighbours.faults.move = isLocked;
    expect(outcomeOf(await changeStay(service, id, token, key))).toBe('resource_locked');
    expect(await listChanges(service, id)).toEqual([]);
    expect((await readBooking(service, id)).version).toBe(version);
    service.neighbours.clearFaults();
    expect(valueOf(await changeStay(service, id, token, key)).change.state).toBe('applied');
  });
});

it('a change that was paid too late, and whose money went back, is not applied when its payment is reported', async () => {
  const { id } = await createPaidBooking(service);
  const { change } = valueOf(await changeStay(service, id, await changeTokenFor(service, id, LONGER)));
  const { paidChanges, returnedChanges } = service.neighbours.payments.changes;
  paidChanges.add(change.id);
  service.neighbours.faults.move = () => {
    throw new RefusalError('units_taken');
  };
  await service.probe.sql(
    'UPDATE stay_changes SET expires_at = now(), next_attempt_at = now() WHERE id = $1',
    [change.id],
  );
  await eventually('its money goes back', () => returnedChanges.includes(change.id));
  service.neighbours.clearFaults();
  const handled = async () =>
    (await service.probe.sql('SELECT FROM inbox WHERE tenant_id = $1', [service.tenantId])).length;
  const before = await handled();
  service.neighbours.publishChangePaid(service.tenantId, id, change.id);
  await eventually('its report was handled', async () => (await handled()) > before);
  expect(await stateOf(id, change.id)).toBe('expired');
  expect((await readBooking(service, id)).totalMinorUnits).toBe('10000');
});

it('the settlement of a change, sent late, keeps what the booking costs by then', async () => {
  const { id } = await createPaidBooking(service);
  const longer = await changeTokenFor(service, id, LONGER);
  valueOf(await changeStay(service, id, longer, { settle: 'later' }));
  service.neighbours.payments.net.set(id, 20_000n);
  service.neighbours.faults.settleChange = () => {
    throw new Error('payments is down');
  };
  const cut = valueOf(await quoteChange(service, id, { to: '2027-03-03T10:00:00.000Z' }));
  const { change } = valueOf(await changeStay(service, id, cut.changeToken));
  expect(BigInt(change.refundMinorUnits)).toBeGreaterThan(0n);
  const again = valueOf(await quoteChange(service, id, LONGER));
  const next = valueOf(await changeStay(service, id, again.changeToken, { settle: 'later' }));
  service.neighbours.clearFaults();
  await endLease(id);
  const { settledChanges } = service.neighbours.payments.changes;
  const settled = (changeId: string) => settledChanges.find((one) => one.changeId === changeId);
  await eventually('it is settled', () => settled(change.id) !== undefined);
  expect(settled(change.id)?.keepMinorUnits).toBe('30000');
  // The next one is settled, too: what the one before owes is decided again.
  await endLease(id);
  await eventually('so is the next', () => settled(next.change.id) !== undefined);
});

it('no payment is opened for a hold while a change is being applied to it', async () => {
  const { id } = await createHeldBooking(service);
  await service.probe.sql(
    "UPDATE reservations SET change_id = gen_random_uuid(), change_state = 'applying' WHERE id = $1",
    [id],
  );
  const open = () =>
    service.request(createPaymentIntent, { reservationId: id, idempotencyKey: randomUUID() });
  expect(outcomeOf(await open())).toBe('resource_locked');
});

it('a worker that was overtaken while it opened the payment of a change ends nothing of it', async () => {
  const { id } = await createPaidBooking(service);
  const token = await changeTokenFor(service, id, LONGER);
  service.neighbours.faults.openChange = async () => {
    await service.probe.sql('UPDATE stay_changes SET attempt = attempt + 1 WHERE reservation_id = $1', [id]);
    throw new RefusalError('payment_setup_failed');
  };
  expect(outcomeOf(await changeStay(service, id, token))).toBe('resource_locked');
  const [row] = await service.probe.sql<{ id: string }>(
    'SELECT id FROM stay_changes WHERE reservation_id = $1',
    [id],
  );
  expect(service.neighbours.payments.changes.cancelled.has(row?.id ?? '')).toBe(false);
  expect([...service.neighbours.inventory.moves.parts.values()]).toContain(id);
});
