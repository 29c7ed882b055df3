import type { SoldPolicy } from '@lodging/contract-inventory';
import * as contract from '@lodging/contract-reservations';
import { eventually } from '@lodging/kit-testing';
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { outcomeOf, readBooking, valueOf } from './guest-requests.ts';
import { HALF } from './half-policy.ts';
import { createHeldBooking, createPaidBooking, moveBooking, patchBooking } from './operator-requests.ts';
import type { BookingPatch } from './operator-requests.ts';
import { startReservations } from './start-reservations.ts';
import type { TestReservations } from './start-reservations.ts';

let service: TestReservations;
beforeAll(async () => {
  service = await startReservations();
});
afterAll(() => service.close());
afterEach(() => service.neighbours.clearFaults());

const half = HALF.policy.afterwards;
const none = { kind: 'none' } as const;
const overriding = {
  caller: { kind: 'secret' as const, permissions: ['book', 'booking:penalty:override'] },
};

/** Half of the accommodation at any time; a no-show costs all. The arrival is so many hours ahead. */
function policy(changes: Partial<SoldPolicy['policy']> = {}, hoursAhead = 100 * 24): SoldPolicy {
  const at = Temporal.Now.instant().add({ hours: hoursAhead });
  const local = at.toZonedDateTimeISO('Europe/Berlin');
  return {
    policy: { ...HALF.policy, ...changes },
    anchor: {
      at: at.toString({ smallestUnit: 'millisecond' }),
      date: local.toPlainDate().toString(),
      time: local.toPlainTime().toString(),
      timeZone: 'Europe/Berlin',
    },
  };
}

function sellWith(cancellation: SoldPolicy): string {
  const resourceId = randomUUID();
  service.neighbours.inventory.sold.set(resourceId, { cancellation });
  return resourceId;
}

/** A booking of 100.00 that was paid through payments, sold with the policy. */
async function paidWith(cancellation: SoldPolicy | null, paid = 10_000n): Promise<string> {
  const resourceId = cancellation === null ? randomUUID() : sellWith(cancellation);
  const { id } = await createHeldBooking(service, { resourceId });
  service.neighbours.payments.net.set(id, paid);
  service.neighbours.publishPaymentSucceeded(service.tenantId, id);
  await eventually('it is confirmed', async () => (await service.probe.stateOf(id)) === 'confirmed');
  return id;
}

const cancel = (id: string) => moveBooking(service, id, 'cancelled');
const moveWith = (
  reservationId: string,
  penalty: BookingPatch['penalty'],
  state: 'cancelled' | 'no_show' = 'cancelled',
) => patchBooking(service, { reservationId, state, penalty }, undefined, overriding);
const preview = (reservationId: string, as?: string) =>
  service.request(contract.previewCancellation, { reservationId }, as);
const requestedFor = (id: string) =>
  service.neighbours.payments.settled.filter(({ reservationId }) => reservationId === id);
const settlementsOf = (id: string) =>
  service.probe.sql<{ state: string; keep: string }>(
    'SELECT state, keep_minor_units AS keep FROM settlements WHERE reservation_id = $1',
    [id],
  );
const outage = () => {
  throw new Error('payments is down');
};

describe('a booking with a policy', () => {
  it('that is cancelled keeps the penalty, returns the rest, and shows both', async () => {
    const id = await paidWith(policy());
    const cancelled = valueOf(await cancel(id));
    expect(cancelled).toMatchObject({
      state: 'cancelled',
      cancellationPolicy: { code: 'half', version: 1 },
      cancellation: {
        at: cancelled.cancellation?.at,
        policyCode: 'half',
        step: 'afterwards',
        penaltyMinorUnits: '5000',
        keptMinorUnits: '5000',
        refundMinorUnits: '5000',
        dueMinorUnits: '0',
        overridden: false,
        refunds: [{ reservationId: id, amountMinorUnits: '5000', state: 'succeeded' }],
      },
    });
    expect(await readBooking(service, id)).toEqual(cancelled);
    expect(requestedFor(id)).toMatchObject([
      { settlement: { reason: 'cancellation', keepMinorUnits: '5000' } },
    ]);
    expect(await settlementsOf(id)).toEqual([{ state: 'settled', keep: '5000' }]);
  });

  it('publishes its settlement with its cancellation, so that payments acts on it too', async () => {
    const id = await paidWith(policy());
    valueOf(await cancel(id));
    const [row] = await service.probe.sql<{ data: unknown }>(
      `SELECT envelope::jsonb->'data' AS data FROM outbox WHERE aggregate_id = $1 AND type LIKE '%cancelled'`,
      [id],
    );
    const data = contract.reservationCancelled.data.parse(row?.data);
    expect(data).toMatchObject({
      settlement: { reason: 'cancellation', keepMinorUnits: '5000', offlineMinorUnits: '0' },
      reservation: { cancellation: { penaltyMinorUnits: '5000', refundMinorUnits: null, refunds: [] } },
    });
    expect(data.settlement?.id).toBe(requestedFor(id)[0]?.settlement.id);
  });

  it('shows a refund as made when the provider has finished it', async () => {
    const id = await paidWith(policy());
    service.neighbours.payments.refunding.add(id);
    const cancelled = valueOf(await cancel(id));
    expect(cancelled.cancellation?.refunds).toMatchObject([{ state: 'pending' }]);
    service.neighbours.payments.refunding.delete(id);
    await service.probe.sql('UPDATE settlements SET next_attempt_at = now() WHERE reservation_id = $1', [id]);
    const settled = () => settlementsOf(id).then(([row]) => row?.state === 'settled');
    await eventually('it is settled', settled, { withinMs: 20_000 });
    const read = await readBooking(service, id);
    expect(read.cancellation?.refunds).toMatchObject([{ state: 'succeeded' }]);
    expect(read.version).toBeGreaterThan(cancelled.version);
  });

  it('shows a refund that was pending as made as soon as money moved, not half a minute later', async () => {
    const id = await paidWith(policy());
    service.neighbours.payments.refunding.add(id);
    valueOf(await cancel(id));
    service.neighbours.payments.refunding.delete(id);
    service.neighbours.publishPaymentSucceeded(service.tenantId, id);
    await eventually('the booking shows the refund', async () => {
      const { cancellation } = await readBooking(service, id);
      return cancellation?.refunds[0]?.state === 'succeeded';
    });
  });

  it('that is cancelled while payments is away is settled once it is back', async () => {
    const id = await paidWith(policy());
    service.neighbours.faults.settleReservation = outage;
    const cancelled = valueOf(await cancel(id));
    expect(cancelled.cancellation).toMatchObject({
      penaltyMinorUnits: '5000',
      refundMinorUnits: null,
      dueMinorUnits: null,
      refunds: [],
    });
    service.neighbours.clearFaults();
    await eventually('it is settled', async () => (await settlementsOf(id))[0]?.state === 'settled');
    const read = await readBooking(service, id);
    expect(read.cancellation).toMatchObject({ refundMinorUnits: '5000', dueMinorUnits: '0' });
    expect(read.version).toBe(cancelled.version + 1);
    const ids = requestedFor(id).map(({ settlement }) => settlement.id);
    expect(new Set(ids).size).toBe(1);
  });

  it('within the grace after its confirmation costs nothing', async () => {
    const id = await paidWith(policy({ graceMinutes: 60 }));
    expect(valueOf(await cancel(id)).cancellation).toMatchObject({
      step: 'grace',
      penaltyMinorUnits: '0',
      refundMinorUnits: '10000',
    });
  });

  it('that is a no-show before its arrival is evaluated as a cancellation, after it as a no-show', async () => {
    const [early, late] = [await paidWith(policy()), await paidWith(policy({}, -1))];
    const noShow = async (id: string) => valueOf(await moveBooking(service, id, 'no_show')).cancellation;
    expect(await noShow(early)).toMatchObject({ step: 'afterwards', penaltyMinorUnits: '5000' });
    expect(await noShow(late)).toMatchObject({ step: 'no_show', penaltyMinorUnits: '10000' });
    expect(
      [...requestedFor(early), ...requestedFor(late)].map(({ settlement }) => settlement.reason),
    ).toEqual(['no_show', 'no_show']);
  });

  it('that had less than the penalty owes the rest of it, and gets nothing back', async () => {
    const id = await paidWith(policy(), 3000n);
    expect(valueOf(await cancel(id)).cancellation).toMatchObject({
      keptMinorUnits: '3000',
      refundMinorUnits: '0',
      dueMinorUnits: '2000',
      refunds: [],
    });
  });

  it('that the operator was paid for has no refund', async () => {
    const { id } = await createPaidBooking(service, { resourceId: sellWith(policy()) });
    expect(valueOf(await cancel(id)).cancellation).toMatchObject({
      penaltyMinorUnits: '5000',
      keptMinorUnits: '5000',
      refundMinorUnits: '0',
      dueMinorUnits: '0',
    });
    expect(requestedFor(id)).toMatchObject([{ settlement: { offlineMinorUnits: '10000' } }]);
  });

  it('that is cancelled twice at once is settled once', async () => {
    const id = await paidWith(policy());
    const outcomes = await Promise.all(Array.from({ length: 6 }, async () => (await cancel(id)).ok));
    expect(outcomes.filter(Boolean)).toHaveLength(1);
    expect(await settlementsOf(id)).toHaveLength(1);
    expect(outcomeOf(await cancel(id))).toBe('illegal_transition');
  });

  it('asks payments again when money of it has moved', async () => {
    const id = await paidWith(policy(), 3000n);
    valueOf(await cancel(id));
    service.neighbours.payments.net.set(id, 10_000n);
    service.neighbours.publishPaymentSucceeded(service.tenantId, id);
    await eventually('the booking shows it', async () => {
      const { cancellation } = await readBooking(service, id);
      return cancellation?.dueMinorUnits === '0' && cancellation.refundMinorUnits === '5000';
    });
  });
});

describe('a hold with a policy', () => {
  it('is cancelled without a settlement', async () => {
    const { id } = await createHeldBooking(service, { resourceId: sellWith(policy()) });
    expect(valueOf(await cancel(id))).toMatchObject({ state: 'cancelled', cancellation: null });
    expect(await settlementsOf(id)).toEqual([]);
  });
});

describe('a booking without a policy', () => {
  it('is cancelled without moving money', async () => {
    const id = await paidWith(null);
    expect(valueOf(await cancel(id))).toMatchObject({ cancellation: null, cancellationPolicy: null });
    expect([await settlementsOf(id), requestedFor(id)]).toEqual([[], []]);
    const [row] = await service.probe.sql<{ data: object }>(
      `SELECT envelope::jsonb->'data' AS data FROM outbox WHERE aggregate_id = $1 AND type LIKE '%cancelled'`,
      [id],
    );
    expect(Object.keys(row?.data ?? {})).toEqual(['reservation']);
  });

  it('is settled by a penalty alone', async () => {
    const id = await paidWith(null);
    expect(
      valueOf(await moveWith(id, { kind: 'fixed', amountMinorUnits: '2500' })).cancellation,
    ).toMatchObject({
      policyCode: null,
      step: 'override',
      penaltyMinorUnits: '2500',
      refundMinorUnits: '7500',
      overridden: true,
    });
  });
});

describe('a penalty that the operator decides', () => {
  it('stands before the policy', async () => {
    const waived = await paidWith(policy());
    expect(valueOf(await moveWith(waived, { kind: 'waive' })).cancellation).toMatchObject({
      policyCode: 'half',
      step: 'override',
      penaltyMinorUnits: '0',
      refundMinorUnits: '10000',
    });
    const fixed = await paidWith(policy({}, -1));
    const all = { kind: 'fixed', amountMinorUnits: '10000' } as const;
    expect(valueOf(await moveWith(fixed, all, 'no_show')).cancellation).toMatchObject({
      step: 'override',
      keptMinorUnits: '10000',
    });
  });

  it('needs its permission, before anything is looked up', async () => {
    const request = { reservationId: randomUUID(), penalty: { kind: 'waive' } } as const;
    const caller = { kind: 'secret' as const, permissions: ['book'] };
    const refused = await service.request(contract.cancelBooking, request, undefined, { caller });
    expect(outcomeOf(refused)).toBe('insufficient_permission');
    expect(outcomeOf(await moveWith(randomUUID(), { kind: 'waive' }))).toBe('booking_not_found');
  });

  it('is at most the total', async () => {
    const id = await paidWith(policy());
    expect(await moveWith(id, { kind: 'fixed', amountMinorUnits: '10001' })).toMatchObject({
      refusal: {
        code: 'validation_failed',
        extra: { errors: [{ pointer: '/penalty/amountMinorUnits' }] },
      },
    });
    expect(await service.probe.stateOf(id)).toBe('confirmed');
  });
});

describe('the preview of a cancellation', () => {
  it('is what the cancellation then does', async () => {
    const id = await paidWith(policy({ steps: [{ before: { count: 2, unit: 'hours' }, penalty: half }] }));
    const shown = valueOf(await preview(id));
    expect(shown).toMatchObject({
      legal: true,
      from: 'confirmed',
      allowed: ['checked_in', 'no_show', 'cancelled'],
      step: 0,
      penaltyMinorUnits: '5000',
      refundMinorUnits: '5000',
      dueMinorUnits: '0',
      timeline: [{ until: null, penaltyMinorUnits: '5000', refundMinorUnits: '5000' }],
    });
    expect(shown.validUntil).not.toBeNull();
    const { cancellation } = valueOf(await cancel(id));
    expect(cancellation).toMatchObject({ step: 0, penaltyMinorUnits: '5000', refundMinorUnits: '5000' });
  });

  it('says when it becomes dearer, and what goes back of what was paid', async () => {
    const steps = [{ before: { count: 10, unit: 'days' as const }, penalty: none }];
    const id = await paidWith(policy({ steps }), 3000n);
    const { timeline } = valueOf(await preview(id));
    expect(timeline).toMatchObject([
      { penaltyMinorUnits: '0', refundMinorUnits: '3000' },
      { until: null, penaltyMinorUnits: '5000', refundMinorUnits: '0' },
    ]);
  });

  it('has no amounts for a hold, a booking without a policy, and one that has ended', async () => {
    const { id: held } = await createHeldBooking(service, { resourceId: sellWith(policy()) });
    const ended = await paidWith(policy());
    valueOf(await cancel(ended));
    const empty = {
      timeline: [],
      penaltyMinorUnits: null,
      refundMinorUnits: null,
      dueMinorUnits: null,
      step: null,
      validUntil: null,
    };
    expect(valueOf(await preview(held))).toMatchObject({ ...empty, legal: true, from: 'held' });
    expect(valueOf(await preview(await paidWith(null)))).toMatchObject({ ...empty, legal: true });
    expect(valueOf(await preview(ended))).toMatchObject({
      ...empty,
      legal: false,
      from: 'cancelled',
      allowed: [],
    });
  });

  it('shows no refund of what the operator was paid', async () => {
    const { id } = await createPaidBooking(service, { resourceId: sellWith(policy()) });
    expect(valueOf(await preview(id))).toMatchObject({ refundMinorUnits: '0', dueMinorUnits: '0' });
  });

  it('promises no more than the provider can send back where a part was paid at the desk', async () => {
    const id = await paidWith(policy());
    service.neighbours.payments.atTheDesk.set(id, 7_000n);
    expect(valueOf(await preview(id))).toMatchObject({ penaltyMinorUnits: '5000', refundMinorUnits: '3000' });
  });

  it('is not of another tenant’s booking', async () => {
    const id = await paidWith(policy());
    expect(outcomeOf(await preview(id, randomUUID()))).toBe('booking_not_found');
  });
});
