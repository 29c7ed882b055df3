import * as contract from '@lodging/contract-reservations';
import { eventually } from '@lodging/kit-testing';
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { outcomeOf, readBooking, valueOf } from './guest-requests.ts';
import { bookingRequest, createBooking, moveBooking } from './operator-requests.ts';
import type { BookingRequest } from './operator-requests.ts';
import { startReservations } from './start-reservations.ts';
import type { TestReservations } from './start-reservations.ts';

let service: TestReservations;
beforeAll(async () => {
  service = await startReservations();
});
afterAll(() => service.close());
afterEach(() => service.neighbours.clearFaults());

const inDays = (days: number) =>
  Temporal.Now.instant()
    .add({ hours: 24 * days })
    .toString({ smallestUnit: 'millisecond' });

const book = async (changes: Partial<BookingRequest> = {}) =>
  valueOf(await createBooking(service, bookingRequest({ payAtProperty: true, ...changes })));
const balanceOf = async (id: string) => (await readBooking(service, id)).balanceState;
const dueEvents = async (id: string) =>
  (await service.probe.eventsOf(id)).filter((verb) => verb === 'due').length;
const obligationOf = async (reservationId: string) =>
  valueOf(await service.request(contract.readBookingPayments, { reservationId }));

describe('a booking that is paid at the property', () => {
  it('is confirmed at once without a payment, and its total is due on the local date of arrival', async () => {
    // 23:30 UTC on the 1st of March is the 2nd in Berlin.
    const { booking, payment } = await book({ from: '2027-03-01T23:30:00.000Z' });
    expect(payment).toBeNull();
    expect(booking).toMatchObject({
      state: 'confirmed',
      holdExpiresAt: null,
      source: 'manual',
      balanceState: 'scheduled',
      schedule: [{ purpose: 'stay', amountMinorUnits: '10000', dueAt: '2027-03-01T23:00:00.000Z' }],
    });
    expect(await readBooking(service, booking.id)).toMatchObject({ balanceState: 'scheduled' });
    expect(await obligationOf(booking.id)).toMatchObject({ collectedMinorUnits: '0', dueMinorUnits: '0' });
    expect(await service.probe.eventsOf(booking.id)).toEqual(['created', 'confirmed']);
  });

  it('needs no payment account', async () => {
    service.neighbours.faults.account = () => {
      throw new Error('payments was called');
    };
    expect((await book()).booking.state).toBe('confirmed');
  });

  it('becomes due on its date, once, and paid by what the desk takes', async () => {
    const { booking } = await book();
    await service.probe.sql(
      'UPDATE scheduled_payments SET due_at = now(), next_attempt_at = now() WHERE reservation_id = $1',
      [booking.id],
    );
    await eventually('it is due', async () => (await balanceOf(booking.id)) === 'due');
    expect(await dueEvents(booking.id)).toBe(1);
    service.neighbours.payments.net.set(booking.id, 10_000n);
    const taken = {
      reservationId: booking.id,
      idempotencyKey: randomUUID(),
      amountMinorUnits: '10000',
      method: 'cash',
    } as const;
    valueOf(await service.request(contract.recordBookingPayment, taken));
    await eventually('it is paid', async () => (await balanceOf(booking.id)) === 'paid');
    expect(await dueEvents(booking.id)).toBe(1);
  });

  it('is due at once on the day of arrival, without an event, and its version stays', async () => {
    const request = bookingRequest({ payAtProperty: true, from: inDays(0), to: inDays(2) });
    const { booking } = valueOf(await createBooking(service, request));
    expect(booking).toMatchObject({ state: 'confirmed', balanceState: 'due' });
    expect(await readBooking(service, booking.id)).toMatchObject({ balanceState: 'due' });
    const money = { dueMinorUnits: '10000', collectedMinorUnits: '0' };
    expect(await obligationOf(booking.id)).toMatchObject(money);
    const again = valueOf(await createBooking(service, request)).booking;
    expect(again).toMatchObject({ id: booking.id, balanceState: 'due' });
    await eventually('the balance was evaluated', async () => {
      const text = `SELECT FROM scheduled_payments
                     WHERE reservation_id = $1 AND next_attempt_at > now() + interval '1 minute'`;
      return (await service.probe.sql(text, [booking.id])).length === 1;
    });
    expect(await readBooking(service, booking.id)).toMatchObject({ version: booking.version });
    expect(await dueEvents(booking.id)).toBe(0);
  });

  it('is listed among what is due', async () => {
    const { booking } = await book({ from: inDays(-1), to: inDays(1) });
    await eventually('it is due', async () => (await balanceOf(booking.id)) === 'due');
    const request = {
      limit: 100,
      after: null,
      balanceState: ['due' as const],
      resourceId: booking.resourceId,
    };
    const { bookings } = valueOf(await service.request(contract.listBookings, request));
    expect(bookings.map(({ id, balanceState }) => [id, balanceState])).toEqual([[booking.id, 'due']]);
  });

  it('owes nothing more once it is cancelled', async () => {
    const { booking } = await book({ from: inDays(-1), to: inDays(1) });
    valueOf(await moveBooking(service, booking.id, 'cancelled'));
    expect(await balanceOf(booking.id)).toBe('none');
    expect(await obligationOf(booking.id)).toMatchObject({ collectedMinorUnits: '0', dueMinorUnits: '0' });
  });

  it('is made once, however often it is requested', async () => {
    const request = bookingRequest({ payAtProperty: true });
    const first = valueOf(await createBooking(service, request));
    const again = await createBooking(service, request);
    expect(again).toMatchObject({ value: { booking: { id: first.booking.id, balanceState: 'scheduled' } } });
    expect(outcomeOf(await createBooking(service, { ...request, payAtProperty: undefined }))).toBe(
      'idempotency_key_conflict',
    );
  });
});

describe('a total that was shown', () => {
  it('and is the price is booked', async () => {
    expect((await book({ expectedTotalMinorUnits: '10000' })).booking.totalMinorUnits).toBe('10000');
  });

  it('and is another one now books nothing, and leaves the key unused', async () => {
    const request = bookingRequest({ expectedTotalMinorUnits: '9999', paidOffline: true });
    const refused = await createBooking(service, request);
    expect(refused).toMatchObject({
      refusal: { code: 'price_changed', extra: { totalMinorUnits: '10000' } },
    });
    expect(await service.probe.rowsOfKey(request.idempotencyKey)).toEqual([]);
    const { claims } = service.neighbours.inventory;
    expect([...claims.values()].map(({ resourceId }) => resourceId)).not.toContain(request.resourceId);
    const accepted = await createBooking(service, { ...request, expectedTotalMinorUnits: '10000' });
    expect(outcomeOf(accepted)).toBe('ok');
  });

  it('is compared after availability, and before the payment account', async () => {
    const { resourceId } = (await book()).booking;
    const taken = bookingRequest({ resourceId, expectedTotalMinorUnits: '1' });
    expect(outcomeOf(await createBooking(service, taken))).toBe('unavailable');
    service.neighbours.faults.account = () => {
      throw new Error('payments was called');
    };
    expect(outcomeOf(await createBooking(service, bookingRequest({ expectedTotalMinorUnits: '1' })))).toBe(
      'price_changed',
    );
  });
});
