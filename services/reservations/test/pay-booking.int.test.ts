import * as contract from '@lodging/contract-reservations';
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { outcomeOf, placeHold, valueOf } from './guest-requests.ts';
import { startReservations } from './start-reservations.ts';
import type { TestReservations } from './start-reservations.ts';
import { createHeldBooking, createPaidBooking, moveBooking } from './operator-requests.ts';

let service: TestReservations;
beforeAll(async () => {
  service = await startReservations();
});
afterAll(() => service.close());
afterEach(() => service.neighbours.clearFaults());

const pages = { successUrl: 'https://shop.example/done', cancelUrl: 'https://shop.example/back' };
const checkOut = (reservationId: string) =>
  service.request(contract.createCheckoutSession, { reservationId, ...pages });

describe('checkout-session', () => {
  it('has the amount of the hold, and ends with it', async () => {
    const hold = await placeHold(service);
    expect(valueOf(await checkOut(hold.id))).toEqual({
      id: `cs_${hold.id}`,
      reservationId: hold.id,
      url: `https://pay.example/${hold.id}`,
      expiresAt: hold.holdExpiresAt,
      amountMinorUnits: '10000',
      currency: 'EUR',
    });
    expect(service.neighbours.payments.titles.get(hold.id)).toBe(
      `Room ${hold.resourceId.slice(-4)}, 1–3 March, ${hold.reference}`,
    );
    const intent = { reservationId: hold.id, idempotencyKey: randomUUID() };
    expect(outcomeOf(await service.request(contract.createPaymentIntent, intent))).toBe(
      'payment_already_initiated',
    );
  });

  it('is refused where an intent is open, nothing is held or the stay is paid', async () => {
    expect(outcomeOf(await checkOut((await createHeldBooking(service)).id))).toBe(
      'payment_already_initiated',
    );
    expect(outcomeOf(await checkOut(randomUUID()))).toBe('hold_not_found');

    const [overdue, cancelled, paid] = [
      await placeHold(service),
      await placeHold(service),
      await placeHold(service),
    ];
    await service.probe.ageReservation(overdue.id, 15);
    expect(outcomeOf(await checkOut(overdue.id))).toBe('reservation_not_holdable');
    valueOf(await moveBooking(service, cancelled.id, 'cancelled'));
    expect(outcomeOf(await checkOut(cancelled.id))).toBe('reservation_not_holdable');
    service.neighbours.recordPayment(paid.id);
    expect(outcomeOf(await checkOut(paid.id))).toBe('already_paid');
    expect(outcomeOf(await checkOut((await createPaidBooking(service)).id))).toBe('reservation_not_holdable');
  });
});

describe('a refund', () => {
  const secret = (permissions: string[]) => ({ kind: 'secret' as const, permissions });
  type Caller = {
    kind: 'secret' | 'publishable' | 'operator' | 'platform' | 'service';
    permissions: string[];
  };
  const refund = (reservationId: string, caller: Caller, amountMinorUnits?: string, as?: string) => {
    const amount = amountMinorUnits === undefined ? {} : { amountMinorUnits };
    return service.request(contract.refundBooking, { reservationId, ...amount }, as, { caller });
  };

  it('needs the permission, of a secret key or of the role of an operator', async () => {
    const { id } = await createHeldBooking(service);
    const may = secret(['payment:refund:create']);
    expect(outcomeOf(await refund(id, may))).toBe('no_succeeded_payment');
    service.neighbours.recordPayment(id);
    expect(valueOf(await refund(id, may, '250'))).toMatchObject({
      reservationId: id,
      amountMinorUnits: '250',
    });
    const operator = (permissions: string[]) => ({ kind: 'operator' as const, permissions });
    const manager = operator(['read', 'book', 'operate', 'payment:refund:create']);
    expect(valueOf(await refund(id, manager))).toMatchObject({ amountMinorUnits: '10000' });
    const frontDesk = operator(['read', 'book', 'house']);
    expect(outcomeOf(await refund(id, frontDesk))).toBe('insufficient_permission');
    expect(outcomeOf(await refund(randomUUID(), frontDesk))).toBe('insufficient_permission');
  });

  it('is refused to other callers, whatever their permissions', async () => {
    const { id } = await createHeldBooking(service);
    service.neighbours.recordPayment(id);
    const all = ['payment:refund:create'];
    expect(outcomeOf(await refund(id, secret([])))).toBe('insufficient_permission');
    expect(outcomeOf(await refund(id, { kind: 'publishable', permissions: all }))).toBe(
      'insufficient_permission',
    );
    expect(outcomeOf(await refund(id, { kind: 'platform', permissions: all }))).toBe(
      'insufficient_permission',
    );
    await expect(refund(id, { kind: 'service', permissions: all })).rejects.toThrow('not-authorized');
  });

  it('under a key is passed on with it, and says that it is repeated', async () => {
    const { id: reservationId } = await createHeldBooking(service);
    service.neighbours.recordPayment(reservationId);
    const request = { reservationId, amountMinorUnits: '250', idempotencyKey: randomUUID() };
    const send = () =>
      service.request(contract.refundBooking, request, undefined, {
        caller: secret(['payment:refund:create']),
      });
    const made = await send();
    expect(made).toMatchObject({ ok: true, value: { amountMinorUnits: '250' } });
    expect(await send()).toMatchObject({ ...made, replayed: true });
  });

  it('of an unknown booking, or another tenant’s, is booking_not_found', async () => {
    const may = secret(['payment:refund:create']);
    const { id } = await createHeldBooking(service);
    expect(outcomeOf(await refund(randomUUID(), may))).toBe('booking_not_found');
    expect(outcomeOf(await refund(id, may, undefined, randomUUID()))).toBe('booking_not_found');
  });
});
