import * as contract from '@lodging/contract-reservations';
import { eventually } from '@lodging/kit-testing';
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readBooking, valueOf } from './guest-requests.ts';
import { createHeldBooking } from './operator-requests.ts';
import { startReservations } from './start-reservations.ts';
import type { TestReservations } from './start-reservations.ts';

let service: TestReservations;
beforeAll(async () => {
  service = await startReservations();
});
afterAll(() => service.close());
afterEach(() => service.neighbours.clearFaults());

/** Nothing was paid of the penalty of 50.00. */
async function cancelledUnpaid() {
  const { id } = await createHeldBooking(service);
  service.neighbours.publishPaymentSucceeded(service.tenantId, id);
  await eventually('it is confirmed', async () => (await service.probe.stateOf(id)) === 'confirmed');
  const penalty = { kind: 'fixed', amountMinorUnits: '5000' } as const;
  const caller = { kind: 'secret' as const, permissions: ['book', 'booking:penalty:override'] };
  const cancel = { reservationId: id, penalty };
  return valueOf(await service.request(contract.cancelBooking, cancel, undefined, { caller }));
}

const pay = (reservationId: string, amountMinorUnits: string) => {
  const { net } = service.neighbours.payments;
  net.set(reservationId, (net.get(reservationId) ?? 0n) + BigInt(amountMinorUnits));
  const payment = { reservationId, idempotencyKey: randomUUID(), amountMinorUnits, method: 'cash' } as const;
  return service.request(contract.recordBookingPayment, payment);
};
const agedBy = (seconds: number, id: string) =>
  service.probe.sql(
    `UPDATE settlements SET next_attempt_at = next_attempt_at - make_interval(secs => $2) WHERE reservation_id = $1`,
    [id, seconds],
  );

describe('money that the desk takes for a penalty', () => {
  it('is in the cancellation of the booking, and in its version, with the answer', async () => {
    const { id, version, cancellation } = await cancelledUnpaid();
    expect(cancellation).toMatchObject({ keptMinorUnits: '0', dueMinorUnits: '5000' });
    valueOf(await pay(id, '2000'));
    const after = await readBooking(service, id);
    expect(after.cancellation).toMatchObject({ keptMinorUnits: '2000', dueMinorUnits: '3000' });
    expect(after.version).toBe(version + 1);
    valueOf(await pay(id, '3000'));
    expect((await readBooking(service, id)).cancellation).toMatchObject({
      keptMinorUnits: '5000',
      dueMinorUnits: '0',
    });
  });

  it('is there in full where several payments are recorded at once', async () => {
    const { id } = await cancelledUnpaid();
    await Promise.all(Array.from({ length: 8 }, async () => valueOf(await pay(id, '500'))));
    expect((await readBooking(service, id)).cancellation).toMatchObject({
      keptMinorUnits: '4000',
      dueMinorUnits: '1000',
    });
  });

  it('is answered in time where payments is silent about it', async () => {
    const { id } = await cancelledUnpaid();
    service.neighbours.faults.settleReservation = () => new Promise((resolve) => setTimeout(resolve, 6_000));
    const started = Date.now();
    valueOf(await pay(id, '5000'));
    expect(Date.now() - started).toBeLessThan(4_500);
  });

  it('is shown by a timer where payments does not answer for it', async () => {
    const { id } = await cancelledUnpaid();
    service.neighbours.faults.settleReservation = () => {
      throw new Error('payments is down');
    };
    valueOf(await pay(id, '5000'));
    service.neighbours.clearFaults();
    await agedBy(20, id);
    await eventually('the booking shows it', async () => {
      const { cancellation } = await readBooking(service, id);
      return cancellation?.dueMinorUnits === '0';
    });
  });
});
