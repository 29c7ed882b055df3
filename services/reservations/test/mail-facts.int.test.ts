import * as contract from '@lodging/contract-reservations';
import { connectBus } from '@lodging/kit-messaging';
import { systemContext } from '@lodging/kit-runtime';
import { testIdentity, useServers } from '@lodging/kit-testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endedBooking, eraseGuest, newEmail } from './guest-profile-requests.ts';
import { placeHold, valueOf } from './guest-requests.ts';
import { startReservations } from './start-reservations.ts';
import type { TestReservations } from './start-reservations.ts';

const TIMEOUT_MS = 20_000;

let service: TestReservations;
let notifications: Awaited<ReturnType<typeof connectBus>>;
beforeAll(async () => {
  service = await startReservations();
  const identity = testIdentity('notifications');
  const { natsUrl: url } = useServers();
  notifications = await connectBus({ url, name: 'notifications', identity, log: service.log });
});
afterAll(async () => {
  await notifications.drain();
  await service.close();
});

async function guestOf(reservationId: string) {
  const ctx = systemContext(service.tenantId, true, { timeoutMs: TIMEOUT_MS });
  const facts = await notifications.request(contract.readMailFacts, { reservationId }, ctx, {
    timeoutMs: TIMEOUT_MS,
  });
  return valueOf(facts).guest;
}

describe('the guest of a mail', () => {
  it('is erased once the profile is', async () => {
    const guestEmail = newEmail();
    const { id, guestId } = await endedBooking(service, { guestEmail });
    expect(await guestOf(id)).toMatchObject({ email: guestEmail, erased: false });
    valueOf(await eraseGuest(service, guestId));
    expect(await guestOf(id)).toEqual({ email: null, name: null, language: null, erased: true });
  });

  it('is not erased where the booking has no address yet', async () => {
    const { id } = await placeHold(service);
    expect(await guestOf(id)).toMatchObject({ email: null, erased: false });
  });
});
