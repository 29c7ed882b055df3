import * as contract from '@lodging/contract-reservations';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { outcomeOf, placeHold, valueOf } from './guest-requests.ts';
import { createHeldBooking, createPaidBooking, moveBooking } from './operator-requests.ts';
import { startReservations } from './start-reservations.ts';
import type { TestReservations } from './start-reservations.ts';

let service: TestReservations;
beforeAll(async () => {
  service = await startReservations();
});
afterAll(() => service.close());

const payments = (reservationId: string) => service.request(contract.readBookingPayments, { reservationId });
const open = (reservationId: string, amountMinorUnits?: string) =>
  service.request(contract.openBookingIntent, {
    reservationId,
    idempotencyKey: randomUUID(),
    ...(amountMinorUnits === undefined ? {} : { amountMinorUnits }),
  });
const desk = (reservationId: string, idempotencyKey: string = randomUUID()) =>
  service.request(contract.recordBookingPayment, {
    reservationId,
    idempotencyKey,
    amountMinorUnits: '500',
    method: 'cash',
  });

describe('the payments of a booking', () => {
  it('that was paid offline are one of the method other over its total', async () => {
    const { id, totalMinorUnits, createdAt } = await createPaidBooking(service);
    expect(valueOf(await payments(id))).toMatchObject({
      reservationId: id,
      totalMinorUnits,
      retainedMinorUnits: '0',
      penaltyMinorUnits: null,
      collectedMinorUnits: totalMinorUnits,
      schedule: [{ purpose: 'stay', amountMinorUnits: totalMinorUnits }],
      payments: [
        {
          method: 'other',
          purpose: 'stay',
          amountMinorUnits: totalMinorUnits,
          state: 'succeeded',
          createdAt,
        },
      ],
      refunds: [],
    });
  });

  it('of a stay that ended without a policy are undecided, and none while it goes on', async () => {
    const { id, totalMinorUnits } = await createPaidBooking(service);
    const preview = async () =>
      valueOf(await service.request(contract.previewCancellation, { reservationId: id }));
    expect(valueOf(await payments(id))).toMatchObject({ undecidedMinorUnits: '0', owedMinorUnits: '0' });
    expect(await preview()).toMatchObject({ reason: 'no_policy', penaltyMinorUnits: null });
    valueOf(await moveBooking(service, id, 'cancelled'));
    expect(valueOf(await payments(id))).toMatchObject({
      collectedMinorUnits: totalMinorUnits,
      retainedMinorUnits: '0',
      undecidedMinorUnits: totalMinorUnits,
    });
    expect(await preview()).toMatchObject({ legal: false, reason: 'no_policy' });
  });

  it('of a hold that ended are owed, also before payments returns them', async () => {
    const { id } = await placeHold(service);
    service.neighbours.payments.net.set(id, 20_000n);
    valueOf(await moveBooking(service, id, 'cancelled'));
    expect(valueOf(await payments(id))).toMatchObject({
      collectedMinorUnits: '20000',
      retainedMinorUnits: '0',
      owedMinorUnits: '20000',
      undecidedMinorUnits: '0',
    });
  });

  it('that is held are none, and all of its price is due', async () => {
    const { id, totalMinorUnits } = await placeHold(service);
    expect(valueOf(await payments(id))).toMatchObject({ payments: [], dueMinorUnits: totalMinorUnits });
  });

  it('are unavailable within two seconds where payments is silent', async () => {
    const { id } = await createPaidBooking(service);
    service.neighbours.faults.money = () => new Promise((resolve) => setTimeout(resolve, 5_000));
    const before = performance.now();
    await expect(payments(id)).rejects.toThrow();
    expect(performance.now() - before).toBeLessThan(2_000);
    service.neighbours.clearFaults();
  });

  it('are those of a booking that exists', async () => {
    expect(outcomeOf(await payments(randomUUID()))).toBe('booking_not_found');
    expect(outcomeOf(await open(randomUUID()))).toBe('booking_not_found');
    expect(outcomeOf(await desk(randomUUID()))).toBe('booking_not_found');
  });
});

describe('a further payment', () => {
  it('is due while the booking is confirmed, and nothing is while it is held or over', async () => {
    const paid = await createPaidBooking(service);
    expect(valueOf(await open(paid.id)).amountMinorUnits).toBe(paid.totalMinorUnits);
    expect(valueOf(await open(paid.id, '5')).amountMinorUnits).toBe('5');
    expect(outcomeOf(await open(paid.id, '0'))).toBe('validation_failed');
    const held = await createHeldBooking(service);
    expect(outcomeOf(await open(held.id))).toBe('nothing_due');
    valueOf(await moveBooking(service, held.id, 'cancelled'));
    expect(outcomeOf(await open(held.id))).toBe('nothing_due');
    valueOf(await moveBooking(service, paid.id, 'cancelled'));
    expect(outcomeOf(await open(paid.id))).toBe('nothing_due');
  });

  it('at the desk is recorded for a booking that is or was confirmed, once', async () => {
    const paid = await createPaidBooking(service);
    const key = randomUUID();
    const recorded = valueOf(await desk(paid.id, key));
    expect(recorded).toMatchObject({
      purpose: 'balance',
      method: 'cash',
      amountMinorUnits: '500',
      returned: false,
    });
    expect(await desk(paid.id, key)).toMatchObject({ ok: true, replayed: true, value: recorded });
    valueOf(await moveBooking(service, paid.id, 'cancelled'));
    expect(valueOf(await desk(paid.id)).purpose).toBe('penalty');
    expect(outcomeOf(await desk((await createHeldBooking(service)).id))).toBe('nothing_due');
  });
});
