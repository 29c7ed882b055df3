import * as contract from '@lodging/contract-reservations';
import { ok } from '@lodging/kernel';
import { newId } from '@lodging/kit-runtime';
import { eventually } from '@lodging/kit-testing';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fromCreateBooking } from '../src/inbound/wire.ts';
import { createGuestCodeRepository } from '../src/outbound/guest-code-repository.ts';
import { createGuestSealer } from '../src/outbound/guest-sealer.ts';
import { createReservationCreationRepository } from '../src/outbound/reservation-creation-repository.ts';
import { sealGuestData } from '../src/use-cases/seal-guest-data.ts';
import { buildNewReservation } from './build-new-reservation.ts';
import { obtainGuestToken, placeHold, readBooking, valueOf } from './guest-requests.ts';
import { GUEST_DATA_SECRET, guestSealingOf, openTestDatabase } from './open-test-database.ts';
import { bookingRequest, createBooking, createHeldBooking } from './operator-requests.ts';
import { startReservations } from './start-reservations.ts';
import type { TestReservations } from './start-reservations.ts';

let service: TestReservations;
beforeAll(async () => {
  service = await startReservations();
});
afterAll(() => service.close());

const sealer = createGuestSealer(GUEST_DATA_SECRET);
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
    guestEmail: row['guest_email'],
    guestName: row['guest_name'],
    guestPhone: row['guest_phone'],
    guestSealed: row['guest_sealed'],
  });
}

async function find(guestEmail: string): Promise<string[]> {
  const request = contract.listBookings.request.parse({ limit: 100, after: null, guestEmail });
  return valueOf(await service.request(contract.listBookings, request)).bookings.map(({ id }) => id);
}

/** As the version before wrote it. */
async function storeInClear(id: string): Promise<void> {
  await service.probe.sql(
    `UPDATE reservations SET guest_email = $2, guest_name = $3, guest_phone = $4, guest_sealed = NULL,
        guest_email_hash = NULL WHERE id = $1`,
    [id, guest.guestEmail, guest.guestName, guest.guestPhone],
  );
}

const setClearUntil = (sql: string) =>
  service.probe.sql(`UPDATE guest_sealing SET clear_until = ${sql}, finished_at = NULL`);

describe('the guest of a booking', () => {
  it('is stored sealed, for its own row alone, and is read and found as it was given', async () => {
    const { id } = await createHeldBooking(service, guest);
    const row = await rowOf(id);
    for (const value of [...Object.values(guest), 'Ada', '7946'])
      expect(JSON.stringify(row)).not.toContain(value);
    expect(await guestOf(id)).toEqual(guest);
    expect((await readBooking(service, id)).guestEmail).toBe(guest.guestEmail);
    expect(await find('ADA@example.com')).toContain(id);
    const moved = { tenantId: service.tenantId, ...guest, guestSealed: row['guest_sealed'] as string };
    expect(() => sealer.open({ ...moved, id: randomUUID() })).toThrow('GUEST_DATA_SECRET');
  });

  it('cannot be guessed from the fingerprint of its request, under which it is answered again', async () => {
    const request = bookingRequest(guest);
    const { booking } = valueOf(await createBooking(service, request));
    const { fingerprint } = fromCreateBooking(contract.createBooking.request.parse(request));
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
    expect(await guestOf(id)).toEqual({ ...guest, guestEmail: 'guest@example.com' });
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
    expect(await rowOf(id)).toMatchObject({ guest_sealed: null, guest_email_hash: null, guest_email: null });
  });
});

describe('a guest whom the version before stored in clear', () => {
  it('is read and found before and after it is sealed, once that version has gone', async () => {
    await setClearUntil("now() + interval '1 hour'");
    const replica = await service.startReplica();
    const { id } = await createHeldBooking(service);
    await storeInClear(id);
    expect((await readBooking(service, id)).guestEmail).toBe(guest.guestEmail);

    await setClearUntil('now()');
    const next = await service.startReplica();
    await eventually('the guest is sealed', async () => (await rowOf(id))['guest_email'] === null);
    expect(JSON.stringify(await rowOf(id))).not.toMatch(/ada@example|Lovelace|7946/);
    expect(await guestOf(id)).toEqual(guest);
    expect((await readBooking(service, id)).guestEmail).toBe(guest.guestEmail);
    expect(await find(guest.guestEmail)).toContain(id);
    await Promise.all([replica.stop(), next.stop()]);
  });

  it('whose address that version changed afterwards has the newer address', async () => {
    const { id } = await createHeldBooking(service, guest);
    await service.probe.sql(`UPDATE reservations SET guest_email = 'newer@example.com' WHERE id = $1`, [id]);
    expect((await readBooking(service, id)).guestEmail).toBe('newer@example.com');
    const replica = await service.startReplica();
    await eventually('the guest is sealed', async () => (await rowOf(id))['guest_email'] === null);
    expect(await guestOf(id)).toEqual({ ...guest, guestEmail: 'newer@example.com' });
    expect(await find('newer@example.com')).toContain(id);
    await replica.stop();
  });
});

it('while the version before may run, guests are written as it reads them', async () => {
  const database = await openTestDatabase();
  const { db } = database;
  try {
    await db.acrossTenants((tx) =>
      tx.query(`UPDATE guest_sealing SET clear_until = now() + interval '1 hour'`),
    );
    const guests = guestSealingOf(db);
    const [tenantId, reservation] = [newId(), buildNewReservation(guest)];
    await createReservationCreationRepository(db, newId, guests).create(tenantId, reservation);
    const read = async () => (await db.inTenant(tenantId, (tx) => tx.query('SELECT * FROM reservations')))[0];
    expect(await read()).toMatchObject({
      guest_email: guest.guestEmail,
      guest_name: guest.guestName,
      guest_phone: guest.guestPhone,
      guest_sealed: null,
    });
    await createGuestCodeRepository(db, newId, guests).update(tenantId, reservation.id, (_, codes) => ({
      codes,
      guestEmail: 'verified@example.com',
      answer: ok(null),
    }));
    expect(await read()).toMatchObject({ guest_email: 'verified@example.com', guest_name: guest.guestName });
    await sealGuestData({ guestSealing: guests });
    expect(await read()).toMatchObject({ guest_email: 'verified@example.com' });
  } finally {
    await database.close();
  }
});
