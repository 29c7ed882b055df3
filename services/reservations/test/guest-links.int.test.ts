import * as contract from '@lodging/contract-reservations';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { outcomeOf, placeHold, readBooking, receiveCode, valueOf } from './guest-requests.ts';
import { guestSealer } from './open-test-database.ts';
import { bookingRequest, createBooking, createPaidBooking, patchBooking } from './operator-requests.ts';
import { startReservations } from './start-reservations.ts';
import type { TestReservations } from './start-reservations.ts';

let service: TestReservations;
beforeAll(async () => {
  service = await startReservations();
});
afterAll(() => service.close());

let email: string;
beforeEach(() => {
  service.neighbours.clearFaults();
  email = `guest-${randomUUID()}@example.com`;
});

async function verifiedHold(address = email) {
  const { id } = await placeHold(service);
  const code = await receiveCode(service, id, address);
  valueOf(await service.request(contract.verifyGuestCode, { reservationId: id, email: address, code }));
  return id;
}

const guestIdOf = async (reservationId: string) => (await readBooking(service, reservationId)).guestId;

const rowOf = async (guestId: string | null) => {
  const [row] = await service.probe.sql<Record<string, unknown>>('SELECT * FROM guests WHERE id = $1', [
    guestId,
  ]);
  return row;
};

describe('a verified code', () => {
  it('makes the guest of the address, verified, and the hold is theirs', async () => {
    const guestId = await guestIdOf(await verifiedHold());
    expect(guestId).not.toBeNull();
    expect(await rowOf(guestId)).toMatchObject({
      tenant_id: service.tenantId,
      livemode: true,
      erased_at: null,
    });
    expect((await rowOf(guestId))?.['verified_at']).not.toBeNull();
  });

  it('finds the guest that the address has', async () => {
    const first = await guestIdOf(await verifiedHold());
    expect(await guestIdOf(await verifiedHold(email.toUpperCase()))).toBe(first);
    expect(await guestIdOf(await verifiedHold(email.replace('guest-', 'guest.')))).not.toBe(first);
  });

  it('verifies the guest whom a booking has made', async () => {
    const { guestId } = await createPaidBooking(service, { guestEmail: email });
    expect((await rowOf(guestId))?.['verified_at']).toBeNull();
    expect(await guestIdOf(await verifiedHold())).toBe(guestId);
    expect((await rowOf(guestId))?.['verified_at']).not.toBeNull();
  });

  it('of another address moves the hold to its guest', async () => {
    const id = await verifiedHold();
    const first = await guestIdOf(id);
    const other = `other-${randomUUID()}@example.com`;
    const code = await receiveCode(service, id, other);
    valueOf(await service.request(contract.verifyGuestCode, { reservationId: id, email: other, code }));
    expect(await guestIdOf(id)).not.toBe(first);
    expect(await rowOf(first)).toBeDefined();
  });

  it('that is refused makes no guest', async () => {
    const { id } = await placeHold(service);
    const code = await receiveCode(service, id, email);
    const wrong = code === '000000' ? '111111' : '000000';
    await service.request(contract.verifyGuestCode, { reservationId: id, email, code: wrong });
    const { guestId } = await createPaidBooking(service, { guestEmail: email });
    expect((await rowOf(guestId))?.['verified_at']).toBeNull();
  });
});

describe('a booking of the operator', () => {
  it('makes an unverified guest, and shows its id', async () => {
    const booking = await createPaidBooking(service, { guestEmail: email });
    expect(booking.guestId).toMatch(/^[0-9a-f-]{36}$/);
    expect(await guestIdOf(booking.id)).toBe(booking.guestId);
  });

  it('is of one guest with another that was made at the same time', async () => {
    const bookings = await Promise.all(
      Array.from({ length: 12 }, () => createPaidBooking(service, { guestEmail: email })),
    );
    expect(new Set(bookings.map(({ guestId }) => guestId)).size).toBe(1);
  });

  it('answers a repeated request with the same guest', async () => {
    const request = bookingRequest({ guestEmail: email, paidOffline: true });
    const [first, second] = [await createBooking(service, request), await createBooking(service, request)];
    expect(valueOf(second).booking.guestId).toBe(valueOf(first).booking.guestId);
  });

  it('that is refused leaves no guest', async () => {
    const request = bookingRequest({ guestEmail: email });
    service.neighbours.faults.claim = () => {
      const { resourceId, from, to } = request;
      const taken = { resourceId, from, to, state: 'confirmed' as const, expiresAt: Infinity };
      service.neighbours.inventory.claims.set(randomUUID(), taken);
    };
    expect(outcomeOf(await createBooking(service, request))).toBe('booking_conflict');
    const hash = guestSealer.emailHash(service.tenantId, email);
    expect(await service.probe.sql('SELECT id FROM guests WHERE email_hash = $1', [hash])).toEqual([]);
  });
});

it('keeps the guest sealed', async () => {
  const guestName = `Canary ${randomUUID()}`;
  const { guestId } = await createPaidBooking(service, {
    guestEmail: email,
    guestName,
    guestPhone: '+43 1 234',
  });
  const stored = JSON.stringify([await rowOf(guestId), service.log.lines]);
  for (const canary of [email, guestName, '+43 1 234']) expect(stored).not.toContain(canary);
});

describe('a PATCH of a booking', () => {
  it('fills empty fields of its guest, and replaces none', async () => {
    const { id, guestId } = await createPaidBooking(service, { guestEmail: email, guestName: 'Ada' });
    await patchBooking(service, { reservationId: id, guestName: 'Augusta', guestPhone: '+44 1' });
    const guest = valueOf(await service.request(contract.readGuest, { guestId: guestId ?? '' }));
    expect(guest).toMatchObject({ name: 'Ada', phone: '+44 1', language: null });
    expect(await readBooking(service, id)).toMatchObject({
      guestId,
      guestName: 'Augusta',
      guestPhone: '+44 1',
    });
  });

  it('gives a guest to a booking that was made before guests had profiles', async () => {
    const { id, guestId } = await createPaidBooking(service, { guestEmail: email });
    await service.probe.sql('UPDATE reservations SET guest_id = NULL WHERE id = $1', [id]);
    await patchBooking(service, { reservationId: id, notes: 'Late arrival.' });
    expect(await guestIdOf(id)).toBe(guestId);
  });
});
