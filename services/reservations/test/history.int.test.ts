import * as contract from '@lodging/contract-reservations';
import type { Caller } from '@lodging/kit-runtime';
import { eventually } from '@lodging/kit-testing';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { obtainGuestToken, outcomeOf, placeHold, readBooking, valueOf } from './guest-requests.ts';
import { createHeldBooking, createPaidBooking, moveBooking } from './operator-requests.ts';
import { startReservations } from './start-reservations.ts';
import type { TestReservations } from './start-reservations.ts';

let service: TestReservations;

beforeAll(async () => {
  service = await startReservations();
});
afterAll(() => service.close());

const page = async (reservationId: string, limit = 100, after: string | null = null) =>
  valueOf(await service.request(contract.listHistory, { reservationId, limit, after }));
const historyOf = async (reservationId: string) => (await page(reservationId)).entries;
const actionsOf = async (reservationId: string) =>
  (await historyOf(reservationId)).map(({ action, version, actor }) => [action, version, actor.kind]);

describe('the history of a booking', () => {
  it('has an entry for each version, with who made it', async () => {
    const { id } = await createPaidBooking(service);
    valueOf(await moveBooking(service, id, 'checked_in'));
    valueOf(await moveBooking(service, id, 'checked_out'));
    expect(await actionsOf(id)).toEqual([
      ['created', 1, 'secret_key'],
      ['confirmed', 2, 'secret_key'],
      ['checked_in', 3, 'secret_key'],
      ['checked_out', 4, 'secret_key'],
    ]);
    expect((await readBooking(service, id)).version).toBe(4);
    const last = (await historyOf(id)).at(-1);
    expect(last).toMatchObject({
      requestId: expect.any(String),
      changes: [{ field: 'state', before: 'checked_in', after: 'checked_out' }],
      note: null,
    });
  });

  it('records changes by a code and a guest token as the guest’s, and names no address', async () => {
    const { id } = await placeHold(service);
    await obtainGuestToken(service, id);
    const [, verified] = await historyOf(id);
    expect(verified).toMatchObject({
      action: 'guest_verified',
      version: 2,
      actor: { kind: 'guest', id: null },
      changes: [{ field: 'guestEmail', before: null, after: 'set' }],
      note: expect.stringMatching(/_key/),
    });
    expect(JSON.stringify(await historyOf(id))).not.toContain('@');
  });

  it('has no entry for a refusal, a read or a repeated request', async () => {
    const { id } = await createPaidBooking(service);
    expect(outcomeOf(await moveBooking(service, id, 'checked_out'))).toBe('illegal_transition');
    await readBooking(service, id);
    expect(await actionsOf(id)).toHaveLength(2);
  });

  it('records a hold that ended by itself with the end that it had', async () => {
    const { id } = await createHeldBooking(service);
    await service.probe.ageReservation(id, 15);
    const { holdExpiresAt } = await readBooking(service, id);
    await eventually('it is expired', async () => (await service.probe.stateOf(id)) === 'expired');
    expect((await historyOf(id)).at(-1)).toMatchObject({
      action: 'expired',
      actor: { kind: 'system', id: 'expire-holds' },
      requestId: null,
      note: `holdExpiresAt ${holdExpiresAt}`,
    });
  });

  it('names the operator and not the session', async () => {
    const { id } = await createPaidBooking(service);
    const operatorId = randomUUID();
    const caller: Caller = { kind: 'operator', keyId: randomUUID(), operatorId, permissions: [] };
    valueOf(
      await service.request(
        contract.changeBooking,
        { reservationId: id, state: 'checked_in' },
        service.tenantId,
        { caller },
      ),
    );
    expect((await historyOf(id)).at(-1)?.actor).toMatchObject({ kind: 'operator', id: operatorId });
  });

  it('is paged without gaps and repeats', async () => {
    const { id } = await createPaidBooking(service);
    valueOf(await moveBooking(service, id, 'checked_in'));
    const read = [];
    let after: string | null = null;
    do {
      const part = await page(id, 1, after);
      read.push(...part.entries);
      after = part.nextAfter;
    } while (after !== null);
    expect(read).toEqual(await historyOf(id));
  });

  it('has one entry for the twenty cancellations of which one wins', async () => {
    const { id } = await createPaidBooking(service);
    await Promise.all(Array.from({ length: 20 }, () => moveBooking(service, id, 'cancelled')));
    expect((await actionsOf(id)).filter(([action]) => action === 'cancelled')).toHaveLength(1);
  });

  it('of another tenant, or of nothing, is booking_not_found', async () => {
    const { id } = await createPaidBooking(service);
    const request = { reservationId: id, limit: 10, after: null };
    expect(outcomeOf(await service.request(contract.listHistory, request, randomUUID()))).toBe(
      'booking_not_found',
    );
    const nothing = { ...request, reservationId: randomUUID() };
    expect(outcomeOf(await service.request(contract.listHistory, nothing))).toBe('booking_not_found');
  });

  it('cannot be changed or deleted by the service', async () => {
    const { id } = await createPaidBooking(service);
    for (const role of ['app', 'job'])
      for (const right of ['UPDATE', 'DELETE', 'TRUNCATE']) {
        const [row] = await service.probe.sql<{ granted: boolean }>(
          `SELECT has_table_privilege('reservations_' || $1, 'reservations.reservation_history', $2) AS granted`,
          [role, right],
        );
        expect([role, right, row?.granted]).toEqual([role, right, false]);
      }
    expect(await actionsOf(id)).toHaveLength(2);
  });
});

describe('payments', () => {
  it('are recorded once each, however often their events come', async () => {
    const { id } = await createHeldBooking(service);
    const eventId = randomUUID();
    for (const again of [eventId, eventId, eventId])
      service.neighbours.publishPaymentSucceeded(service.tenantId, id, again);
    await eventually('it is confirmed', async () => (await service.probe.stateOf(id)) === 'confirmed');
    service.neighbours.publishPaymentSucceeded(service.tenantId, id, eventId);
    const last = await createHeldBooking(service);
    service.neighbours.publishPaymentSucceeded(service.tenantId, last.id);
    await eventually(
      'the last is confirmed',
      async () => (await service.probe.stateOf(last.id)) === 'confirmed',
    );
    const actions = (await historyOf(id)).map(({ action, actor }) => [action, actor.kind]);
    expect(new Set(actions.map((one) => one.join(' ')))).toEqual(
      new Set([
        'created secret_key',
        'payment_opened secret_key',
        'payment_succeeded provider',
        'confirmed provider',
      ]),
    );
    expect(actions).toHaveLength(4);
  });

  it('are recorded at once, also while the stay cannot be confirmed', async () => {
    const { id } = await createHeldBooking(service);
    service.neighbours.faults.confirm = () => {
      throw new Error('inventory is away');
    };
    try {
      service.neighbours.publishPaymentSucceeded(service.tenantId, id);
      const seen = async () => (await historyOf(id)).some(({ action }) => action === 'payment_succeeded');
      await eventually('the payment is recorded', seen);
      expect(await service.probe.stateOf(id)).toBe('held');
    } finally {
      delete service.neighbours.faults.confirm;
    }
    await eventually('it is confirmed', async () => (await service.probe.stateOf(id)) === 'confirmed');
    const paid = (await historyOf(id)).filter(({ action }) => action === 'payment_succeeded');
    expect(paid).toHaveLength(1);
  });
});
