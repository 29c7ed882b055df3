import * as contract from '@lodging/contract-reservations';
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { changeTokenFor, LONGER } from './change-requests.ts';
import { outcomeOf, readBooking, valueOf } from './guest-requests.ts';
import { createPaidBooking } from './operator-requests.ts';
import { startReservations } from './start-reservations.ts';
import type { TestReservations } from './start-reservations.ts';

let service: TestReservations;
beforeAll(async () => {
  service = await startReservations();
});
afterAll(() => service.close());
afterEach(() => service.neighbours.guestSettings.change({}));

async function bookingOfGuest() {
  const { id } = await createPaidBooking(service);
  const { token } = valueOf(await service.request(contract.createGuestLink, { reservationId: id }));
  return { id, guestToken: token };
}
const quote = (guestToken: string) => service.request(contract.quoteManagedChange, { guestToken, ...LONGER });
const change = (guestToken: string, changeToken: string, idempotencyKey: string = randomUUID()) =>
  service.request(contract.changeManagedStay, { guestToken, changeToken, idempotencyKey });

it('the guest changes dates, and pays what is due first', async () => {
  const { id, guestToken } = await bookingOfGuest();
  const quoted = valueOf(await quote(guestToken));
  expect(quoted).toMatchObject({ bookingId: id, dueMinorUnits: '20000', changes: ['to', 'totalMinorUnits'] });
  const key = randomUUID();
  const changed = valueOf(await change(guestToken, quoted.changeToken, key));
  expect(changed).toMatchObject({
    booking: { id, totalMinorUnits: '10000' },
    change: { state: 'awaiting_payment', settle: 'now' },
    payment: { amountMinorUnits: '20000' },
  });
  expect(await change(guestToken, quoted.changeToken, key)).toMatchObject({ replayed: true });
  expect(JSON.stringify(changed.booking)).not.toContain('guest@example.com');
  const { may } = valueOf(await service.request(contract.readManagedBooking, { guestToken }));
  expect(may.changeDates).toBe(false);
});

it('a change of the guest has the guest as its actor', async () => {
  const { id, guestToken } = await bookingOfGuest();
  const { changeToken } = valueOf(await quote(guestToken));
  valueOf(await change(guestToken, changeToken));
  const request = { reservationId: id, limit: 50, after: null };
  const { entries } = valueOf(await service.request(contract.listHistory, request));
  expect(entries.at(-1)).toMatchObject({ action: 'change_awaits_payment', actor: { kind: 'guest' } });
});

it('a guest who may change dates pays for the change, and for nothing else', async () => {
  const { guestToken } = await bookingOfGuest();
  service.neighbours.guestSettings.change({ guestMay: { cancel: false, changeDates: true, pay: false } });
  const pay = () =>
    service.request(contract.openManagedSession, {
      guestToken,
      successUrl: 'https://seeblick.example/ok',
      cancelUrl: 'https://seeblick.example/back',
    });
  expect(outcomeOf(await pay())).toBe('guest_may_not');
  const { changeToken } = valueOf(await quote(guestToken));
  valueOf(await change(guestToken, changeToken));
  expect(valueOf(await pay())).toMatchObject({
    amountMinorUnits: '20000',
    url: expect.stringMatching(/^https:/),
  });
  service.neighbours.guestSettings.change({ guestMay: { cancel: false, changeDates: false, pay: false } });
  expect(outcomeOf(await pay())).toBe('guest_may_not');
});

it('what the property does not allow is refused, and changes nothing', async () => {
  const { id, guestToken } = await bookingOfGuest();
  const { changeToken } = valueOf(await quote(guestToken));
  service.neighbours.guestSettings.change({ guestMay: { cancel: true, changeDates: false, pay: true } });
  expect(outcomeOf(await quote(guestToken))).toBe('guest_may_not');
  expect(outcomeOf(await change(guestToken, changeToken))).toBe('guest_may_not');
  expect(outcomeOf(await quote('no token'))).toBe('guest_token_invalid');
  expect((await readBooking(service, id)).version).toBe(2);
});

it('a token of another booking changes neither', async () => {
  const [mine, other] = [await bookingOfGuest(), await bookingOfGuest()];
  const { changeToken } = valueOf(await quote(other.guestToken));
  expect(outcomeOf(await change(mine.guestToken, changeToken))).toBe('invalid_change_token');
});

it('a change that was quoted for the desk is refused where it is of more than the dates', async () => {
  const { id, guestToken } = await bookingOfGuest();
  const party = await changeTokenFor(service, id, { ...LONGER, partySize: 1 });
  expect(outcomeOf(await change(guestToken, party))).toBe('guest_may_not');
  expect((await readBooking(service, id)).version).toBe(2);
  const dates = await changeTokenFor(service, id, LONGER);
  expect(valueOf(await change(guestToken, dates))).toMatchObject({ change: { state: 'awaiting_payment' } });
});
