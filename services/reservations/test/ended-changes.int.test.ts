import * as contract from '@lodging/contract-reservations';
import { eventually } from '@lodging/kit-testing';
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { changeStay, changeTokenFor, listChanges, LONGER } from './change-requests.ts';
import { outcomeOf, readBooking, valueOf } from './guest-requests.ts';
import { HALF } from './half-policy.ts';
import { createPaidBooking, moveBooking } from './operator-requests.ts';
import { startReservations } from './start-reservations.ts';
import type { TestReservations } from './start-reservations.ts';

let service: TestReservations;
beforeAll(async () => {
  service = await startReservations();
});
afterAll(() => service.close());
afterEach(() => service.neighbours.clearFaults());

/** Of a confirmed stay, half of which is kept. */
async function awaitingChange() {
  const resourceId = randomUUID();
  const { inventory } = service.neighbours;
  inventory.sold.set(resourceId, { cancellation: HALF });
  inventory.moves.prices.set(resourceId, { cancellation: HALF });
  const { id } = await createPaidBooking(service, { resourceId });
  const token = await changeTokenFor(service, id, LONGER);
  const { change } = valueOf(await changeStay(service, id, token));
  expect(change.state).toBe('awaiting_payment');
  return { id, changeId: change.id };
}

/** Without what timers did. */
async function actionsOf(reservationId: string): Promise<string[]> {
  const request = { reservationId, limit: 50, after: null };
  const { entries } = valueOf(await service.request(contract.listHistory, request));
  return entries
    .filter(({ actor }) => actor.kind !== 'system')
    .map(({ action, actor }) => `${action} ${actor.kind}`);
}

it('a change that was shown stays shown while it is applied, and cannot be ended then', async () => {
  const { id, changeId } = await awaitingChange();
  const [moved, rest] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
  service.neighbours.faults.moved = () => {
    moved.resolve(undefined);
    return rest.promise;
  };
  service.neighbours.publishChangePaid(service.tenantId, id, changeId);
  await moved.promise;
  const request = { reservationId: id, changeId };
  const shown = { id: changeId, state: 'awaiting_payment' };
  expect(valueOf(await service.request(contract.readChange, request))).toMatchObject(shown);
  expect(await listChanges(service, id)).toMatchObject([shown]);
  expect(outcomeOf(await service.request(contract.endChange, request))).toBe('resource_locked');
  rest.resolve(undefined);
  await eventually('it is applied', async () => (await listChanges(service, id))[0]?.state === 'applied');
});

describe('a stay that the guest cancels while a change awaits its payment', () => {
  async function cancelAsGuest(reservationId: string, expectedPenaltyMinorUnits: string) {
    const { token: guestToken } = valueOf(await service.request(contract.createGuestLink, { reservationId }));
    return service.request(contract.cancelManagedBooking, { guestToken, expectedPenaltyMinorUnits });
  }

  it('has the end of the change in its history, and then its own', async () => {
    const { id, changeId } = await awaitingChange();
    expect(outcomeOf(await cancelAsGuest(id, '1'))).toBe('penalty_changed');
    expect((await listChanges(service, id))[0]?.state).toBe('awaiting_payment');
    valueOf(await cancelAsGuest(id, '5000'));
    expect(await listChanges(service, id)).toMatchObject([{ id: changeId, state: 'cancelled' }]);
    expect((await actionsOf(id)).slice(-2)).toEqual(['change_ended guest', 'cancelled guest']);
  });

  it('is the changed one where the change was paid: its penalty is another, and nothing is cancelled', async () => {
    const { id, changeId } = await awaitingChange();
    service.neighbours.payments.changes.paidChanges.add(changeId);
    expect(outcomeOf(await cancelAsGuest(id, '5000'))).toBe('penalty_changed');
    expect(await readBooking(service, id)).toMatchObject({ state: 'confirmed', totalMinorUnits: '30000' });
    valueOf(await cancelAsGuest(id, '15000'));
  });
});

it('a change that ends with its stay, as payments do not answer, has its entry, too', async () => {
  const { id } = await awaitingChange();
  service.neighbours.faults.cancelAttempt = () => {
    throw new Error('payments is down');
  };
  valueOf(await moveBooking(service, id, 'cancelled'));
  expect((await actionsOf(id)).slice(-2)).toEqual(['change_ended secret_key', 'cancelled secret_key']);
});
