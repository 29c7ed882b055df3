import * as contract from '@lodging/contract-reservations';
import { eventually } from '@lodging/kit-testing';
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  outcomeOf,
  readBooking,
  obtainGuestToken,
  placeHold,
  createQuote,
  valueOf,
} from './guest-requests.ts';
import { startReservations } from './start-reservations.ts';
import type { TestReservations } from './start-reservations.ts';

let service: TestReservations;
beforeAll(async () => {
  service = await startReservations();
});
afterAll(() => service.close());
afterEach(() => service.neighbours.clearFaults());

const confirm = (reservationId: string, guestVerificationToken: string) =>
  service.request(contract.confirmHold, { reservationId, guestVerificationToken });
const pay = (reservationId: string, idempotencyKey: string = randomUUID()) =>
  service.request(contract.createPaymentIntent, { reservationId, idempotencyKey });
const becomes = (id: string, state: string) =>
  eventually(`${id} is ${state}`, async () => (await service.probe.stateOf(id)) === state);
const cancel = (id: string) =>
  service.probe.sql("UPDATE reservations SET state = 'cancelled', version = version + 1 WHERE id = $1", [id]);
const returnedFor = (id: string) =>
  service.neighbours.payments.returned.filter(({ reservationId }) => reservationId === id);

describe('a payment event', () => {
  it('confirms the hold once, also when it is delivered again', async () => {
    const { id } = await placeHold(service);
    const eventId = randomUUID();
    for (const again of [eventId, eventId, randomUUID()])
      service.neighbours.publishPaymentSucceeded(service.tenantId, id, again);
    await becomes(id, 'confirmed');
    const last = await placeHold(service);
    service.neighbours.publishPaymentSucceeded(service.tenantId, last.id);
    await becomes(last.id, 'confirmed');
    expect(await service.probe.eventsOf(id)).toEqual(['created', 'confirmed']);
    expect((await readBooking(service, id)).holdExpiresAt).toBeNull();
    expect(service.neighbours.inventory.claims.get(id)?.state).toBe('confirmed');
  });

  it('for a cancelled hold returns the payment', async () => {
    const { id } = await placeHold(service);
    await cancel(id);
    service.neighbours.publishPaymentSucceeded(service.tenantId, id);
    await eventually('the payment is returned', () => returnedFor(id).length > 0);
    expect(returnedFor(id)).toEqual([{ reservationId: id, reason: 'cancelled' }]);
    expect(await service.probe.stateOf(id)).toBe('cancelled');
  });

  it('is retried after an outage of inventory', async () => {
    const { id } = await placeHold(service);
    let outages = 1;
    service.neighbours.faults.confirm = () => {
      if (outages-- > 0) throw new Error('inventory is down');
    };
    service.neighbours.publishPaymentSucceeded(service.tenantId, id);
    await becomes(id, 'confirmed');
  });
});

describe('confirm', () => {
  it('requires a payment, refreshes its state first, and can be repeated', async () => {
    const { id } = await placeHold(service);
    const token = await obtainGuestToken(service, id);
    expect(outcomeOf(await confirm(id, token))).toBe('payment_required');
    service.neighbours.recordPayment(id);
    const confirmed = valueOf(await confirm(id, token));
    expect(confirmed).toMatchObject({ id, state: 'confirmed', holdExpiresAt: null });
    expect(valueOf(await confirm(id, token))).toEqual(confirmed);
  });

  it('concurrent with the payment event confirms once, with one event', async () => {
    const { id } = await placeHold(service);
    const token = await obtainGuestToken(service, id);
    service.neighbours.publishPaymentSucceeded(service.tenantId, id);
    const answers = await Promise.all(Array.from({ length: 10 }, () => confirm(id, token)));
    expect(new Set(answers.map(outcomeOf))).toEqual(new Set(['ok']));
    await eventually('the event was processed', async () => {
      const seen = await service.probe.sql('SELECT 1 FROM inbox WHERE tenant_id = $1', [service.tenantId]);
      return seen.length > 0;
    });
    expect(await service.probe.eventsOf(id)).toEqual(['created', 'confirmed']);
  });

  it('refuses in the order of existence, token, state, payment', async () => {
    const [mine, other] = [await placeHold(service), await placeHold(service)];
    const [token, wrong] = [
      await obtainGuestToken(service, mine.id),
      await obtainGuestToken(service, other.id),
    ];
    const { signedQuoteToken } = await createQuote(service);
    await cancel(mine.id);
    expect(outcomeOf(await confirm(randomUUID(), 'nonsense'))).toBe('hold_not_found');
    expect(outcomeOf(await confirm(mine.id, 'nonsense'))).toBe('invalid_guest_token');
    expect(outcomeOf(await confirm(mine.id, ''))).toBe('invalid_guest_token');
    expect(outcomeOf(await confirm(mine.id, signedQuoteToken))).toBe('invalid_guest_token');
    expect(outcomeOf(await confirm(mine.id, wrong))).toBe('wrong_reservation');
    expect(outcomeOf(await confirm(mine.id, token))).toBe('not_confirmable');
    expect(outcomeOf(await confirm(other.id, wrong))).toBe('payment_required');
  });
});

describe('a hold that is not paid', () => {
  it('reads as expired at once; then the timer ends its payment and releases its units', async () => {
    const { id, resourceId } = await placeHold(service);
    await service.probe.ageReservation(id, 15);
    expect((await readBooking(service, id)).state).toBe('expired');
    expect(outcomeOf(await pay(id))).toBe('reservation_not_holdable');
    await becomes(id, 'expired');
    await eventually('the claim is released', () => !service.neighbours.inventory.claims.has(id));
    expect(service.neighbours.payments.ended.has(id)).toBe(true);
    expect(await service.probe.eventsOf(id)).toEqual(['created', 'expired']);
    expect((await placeHold(service, { resourceId })).state).toBe('held');
  });

  it('is expired five minutes later while payments cannot be reached', async () => {
    const { id } = await placeHold(service);
    service.neighbours.faults.end = () => {
      throw new Error('payments is down');
    };
    const logged = service.log.lines.length;
    await service.probe.ageReservation(id, 16);
    await eventually('the timer has run', () =>
      service.log.lines.slice(logged).some((line) => line['reservationId'] === id),
    );
    expect(await service.probe.stateOf(id)).toBe('held');
    await service.probe.ageReservation(id, 5);
    await becomes(id, 'expired');
  });
});

describe('a payment at the end of the hold', () => {
  it('is found by the timer, which confirms the stay', async () => {
    const { id } = await placeHold(service);
    service.neighbours.recordPayment(id);
    await service.probe.ageReservation(id, 15);
    await becomes(id, 'confirmed');
    expect(await service.probe.eventsOf(id)).toEqual(['created', 'confirmed']);
  });

  it('after the end confirms the stay while its units are free', async () => {
    const { id } = await placeHold(service);
    const token = await obtainGuestToken(service, id);
    await service.probe.ageReservation(id, 15);
    await becomes(id, 'expired');
    service.neighbours.recordPayment(id);
    expect(valueOf(await confirm(id, token)).state).toBe('confirmed');
    expect(await service.probe.eventsOf(id)).toEqual(['created', 'expired', 'confirmed']);
    expect(returnedFor(id)).toEqual([]);
  });

  it('after the end is returned where the units are taken', async () => {
    const { id, resourceId } = await placeHold(service);
    await service.probe.ageReservation(id, 15);
    await becomes(id, 'expired');
    await eventually('the claim is released', () => !service.neighbours.inventory.claims.has(id));
    await placeHold(service, { resourceId });
    service.neighbours.publishPaymentSucceeded(service.tenantId, id);
    await eventually('the payment is returned', () => returnedFor(id).length > 0);
    expect(returnedFor(id)[0]?.reason).toBe('late');
    expect(await service.probe.stateOf(id)).toBe('expired');
  });
});

describe('payment-intent', () => {
  it('opens one intent, and returns it again', async () => {
    const { id } = await placeHold(service);
    const key = randomUUID();
    const first = valueOf(await pay(id, key));
    expect(first).toMatchObject({
      outcome: 'created',
      handle: { reservationId: id, amountMinorUnits: '10000' },
    });
    expect(await pay(id, key)).toMatchObject({ replayed: true, value: { outcome: 'replayed' } });
    expect(valueOf(await pay(id))).toEqual({ ...first, outcome: 'already_open' });
  });

  it('repeated with its key returns the same handle after the payment, too', async () => {
    const { id } = await placeHold(service);
    const key = randomUUID();
    const { handle } = valueOf(await pay(id, key));
    service.neighbours.publishPaymentSucceeded(service.tenantId, id);
    await becomes(id, 'confirmed');
    expect(await pay(id, key)).toMatchObject({ replayed: true, value: { outcome: 'replayed', handle } });
    expect(outcomeOf(await pay(id))).toBe('already_paid');
  });

  it('is refused for an unknown, an ended and a paid hold', async () => {
    const [cancelled, confirmed] = [await placeHold(service), await placeHold(service)];
    await cancel(cancelled.id);
    service.neighbours.publishPaymentSucceeded(service.tenantId, confirmed.id);
    await becomes(confirmed.id, 'confirmed');
    expect(outcomeOf(await pay(randomUUID()))).toBe('hold_not_found');
    expect(outcomeOf(await pay(cancelled.id))).toBe('reservation_not_holdable');
    expect(outcomeOf(await pay(confirmed.id))).toBe('already_paid');
  });
});
