import * as contract from '@lodging/contract-reservations';
import type { ScheduledPayment } from '@lodging/contract-inventory';
import { eventually } from '@lodging/kit-testing';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readBooking, valueOf } from './guest-requests.ts';
import { bookingRequest, createBooking, createPaidBooking, moveBooking } from './operator-requests.ts';
import { startReservations } from './start-reservations.ts';
import type { TestReservations } from './start-reservations.ts';

let service: TestReservations;
beforeAll(async () => {
  service = await startReservations();
});
afterAll(() => service.close());

const inSeconds = (seconds: number) =>
  Temporal.Now.instant().add({ seconds }).toString({ smallestUnit: 'millisecond' });

/** 30.00 of 100.00 at once, the rest at that moment. */
function sellWithDeposit(dueAt: string): string {
  const resourceId = randomUUID();
  const schedule: ScheduledPayment[] = [
    { purpose: 'deposit', amountMinorUnits: '3000', dueAt: inSeconds(0) },
    { purpose: 'balance', amountMinorUnits: '7000', dueAt },
  ];
  service.neighbours.inventory.sold.set(resourceId, { schedule });
  return resourceId;
}

const book = async (resourceId: string) =>
  valueOf(await createBooking(service, bookingRequest({ resourceId })));

async function paidDeposit(dueAt: string): Promise<string> {
  const { booking } = await book(sellWithDeposit(dueAt));
  pay(booking.id, 3000n);
  await eventually('it is confirmed', async () => (await service.probe.stateOf(booking.id)) === 'confirmed');
  return booking.id;
}

function pay(id: string, net: bigint): void {
  service.neighbours.payments.net.set(id, net);
  service.neighbours.publishPaymentSucceeded(service.tenantId, id);
}

const balanceOf = async (id: string) => (await readBooking(service, id)).balanceState;
const dueEvents = async (id: string) =>
  (await service.probe.eventsOf(id)).filter((verb) => verb === 'due').length;

describe('a stay with a deposit', () => {
  it('asks for the deposit, and is confirmed by it', async () => {
    const resourceId = sellWithDeposit(inSeconds(86_400));
    const { booking, payment } = await book(resourceId);
    expect(payment).toMatchObject({ amountMinorUnits: '3000' });
    expect(booking).toMatchObject({ totalMinorUnits: '10000', balanceState: 'scheduled' });
    const key = randomUUID();
    const request = { reservationId: booking.id, idempotencyKey: key };
    const intent = await service.request(contract.createPaymentIntent, request);
    expect(valueOf(intent)).toMatchObject({ handle: { amountMinorUnits: '3000' } });
    pay(booking.id, 3000n);
    await eventually(
      'it is confirmed',
      async () => (await service.probe.stateOf(booking.id)) === 'confirmed',
    );
    expect(await balanceOf(booking.id)).toBe('scheduled');
    expect(await dueEvents(booking.id)).toBe(0);
  });

  it('asks a checkout page for the deposit', async () => {
    const { booking } = await book(sellWithDeposit(inSeconds(86_400)));
    const urls = { successUrl: 'https://a.example/', cancelUrl: 'https://a.example/' };
    const opened = await service.request(contract.createCheckoutSession, {
      reservationId: booking.id,
      ...urls,
    });
    if (opened.ok) expect(opened.value).toMatchObject({ amountMinorUnits: '3000' });
    else expect(opened.refusal.code).toBe('payment_already_initiated');
  });

  it('publishes once that its balance is due, and raises its version with it', async () => {
    const id = await paidDeposit(inSeconds(4));
    const before = await readBooking(service, id);
    await eventually('it is due', async () => (await balanceOf(id)) === 'due');
    expect((await readBooking(service, id)).version).toBe(before.version + 1);
    const [row] = await service.probe.sql<{ data: unknown }>(
      `SELECT envelope::jsonb->'data' AS data FROM outbox WHERE aggregate_id = $1 AND type LIKE '%payment.due'`,
      [id],
    );
    expect(row?.data).toMatchObject({
      due: { reservationId: id, purpose: 'balance', amountMinorUnits: '7000', currency: 'EUR' },
    });
    pay(id, 10_000n);
    await eventually('it is paid', async () => (await balanceOf(id)) === 'paid');
    expect(await dueEvents(id)).toBe(1);
  });

  it('that is paid in full before publishes nothing', async () => {
    const id = await paidDeposit(inSeconds(4));
    pay(id, 10_000n);
    await eventually('it is paid', async () => (await balanceOf(id)) === 'paid');
    expect(await dueEvents(id)).toBe(0);
  });

  it('that was cancelled, or that the operator was paid for, publishes nothing', async () => {
    const dueAt = inSeconds(3);
    const cancelled = await paidDeposit(dueAt);
    valueOf(await moveBooking(service, cancelled, 'cancelled'));
    const { id: offline } = await createPaidBooking(service, { resourceId: sellWithDeposit(dueAt) });
    await eventually('the operator has it', async () => (await balanceOf(offline)) === 'paid');
    await eventually('both are closed', async () => {
      const rows = await service.probe.sql<{ state: string }>(
        'SELECT state FROM scheduled_payments WHERE reservation_id = ANY ($1)',
        [[cancelled, offline]],
      );
      return (
        rows
          .map(({ state }) => state)
          .toSorted()
          .join() === 'paid,void'
      );
    });
    expect(await balanceOf(cancelled)).toBe('none');
    expect([await dueEvents(cancelled), await dueEvents(offline)]).toEqual([0, 0]);
  });
});

describe('a stay without a deposit', () => {
  it('has no balance', async () => {
    const { booking, payment } = await book(randomUUID());
    expect(payment).toMatchObject({ amountMinorUnits: '10000' });
    expect(booking.balanceState).toBe('none');
  });
});
