import * as contract from '@lodging/contract-reservations';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noGuest } from '../src/domain/stay/guest-details.ts';
import { createBookingFromWire } from '../src/wire/creation.ts';
import { obtainGuestToken, placeHold, readBooking, valueOf } from './guest-requests.ts';
import { guestSealer as sealer } from './open-test-database.ts';
import { bookingRequest, createBooking, createHeldBooking } from './operator-requests.ts';
import { startReservations } from './start-reservations.ts';
import type { TestReservations } from './start-reservations.ts';

let service: TestReservations;
beforeAll(async () => {
  service = await startReservations();
});
afterAll(() => service.close());

const guest = { guestEmail: 'ada@example.com', guestName: 'Ada Lovelace', guestPhone: '+44 20 7946 0000' };

async function rowOf(id: string) {
  const [row] = await service.probe.sql('SELECT * FROM reservations WHERE id = $1', [id]);
  if (row === undefined) throw new Error('no such row');
  return row;
}

async function guestOf(id: string) {
  const row = await rowOf(id);
  return sealer.open({
    tenantId: service.tenantId,
    id,
    guestSealed: row['guest_sealed'],
  });
}

async function find(guestEmail: string): Promise<string[]> {
  const request = contract.listBookings.request.parse({ limit: 100, after: null, guestEmail });
  return valueOf(await service.request(contract.listBookings, request)).bookings.map(({ id }) => id);
}

describe('the guest of a booking', () => {
  it('is stored sealed, for its own row alone, and is read and found as it was given', async () => {
    const { id } = await createHeldBooking(service, guest);
    const row = await rowOf(id);
    for (const value of [...Object.values(guest), 'Ada', '7946 0000'])
      expect(JSON.stringify(row)).not.toContain(value);
    expect(await guestOf(id)).toEqual({ ...noGuest, ...guest });
    expect((await readBooking(service, id)).guestEmail).toBe(guest.guestEmail);
    expect(await find('ADA@example.com')).toContain(id);
    const moved = { tenantId: service.tenantId, ...guest, guestSealed: row['guest_sealed'] as string };
    expect(() => sealer.open({ ...moved, id: randomUUID() })).toThrow('GUEST_DATA_SECRET');
  });

  it('cannot be guessed from the fingerprint of its request, under which it is answered again', async () => {
    const request = bookingRequest(guest);
    const { booking } = valueOf(await createBooking(service, request));
    const { fingerprint } = createBookingFromWire(contract.createBooking.request.parse(request));
    const stored = (await rowOf(booking.id))['fingerprint'];
    expect(stored).toMatch(/^k1\.[\w-]{43}$/);
    expect(stored).not.toContain(fingerprint);
    expect(valueOf(await createBooking(service, request)).booking.id).toBe(booking.id);
    const other = await createBooking(service, { ...request, guestName: 'Another' });
    expect(other).toMatchObject({ refusal: { code: 'idempotency_key_conflict' } });
    await service.probe.sql('UPDATE reservations SET fingerprint = $2 WHERE id = $1', [
      booking.id,
      fingerprint,
    ]);
    expect(valueOf(await createBooking(service, request)).booking.id).toBe(booking.id);
  });

  it('has the verified address, and keeps name and phone', async () => {
    const { id } = await createHeldBooking(service, { ...guest, guestEmail: 'before@example.com' });
    await obtainGuestToken(service, id);
    expect(await guestOf(id)).toEqual({ ...noGuest, ...guest, guestEmail: 'guest@example.com' });
    expect(await find('guest@example.com')).toContain(id);
    expect(await find('before@example.com')).not.toContain(id);
    expect(JSON.stringify(await rowOf(id))).not.toContain('guest@example.com');
  });

  it('is looked up by a hash that differs between tenants', () => {
    expect(sealer.emailHash(randomUUID(), 'a@b.co')).not.toBe(sealer.emailHash(randomUUID(), 'a@b.co'));
    expect(sealer.emailHash('t', 'A@b.co')).toBe(sealer.emailHash('t', 'a@B.co'));
  });

  it('costs a hold without one nothing: no column is written', async () => {
    const { id } = await placeHold(service);
    expect(await rowOf(id)).toMatchObject({ guest_sealed: null, guest_email_hash: null });
  });
});
