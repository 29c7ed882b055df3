import * as contract from '@lodging/contract-reservations';
import { ok } from '@lodging/kernel';
import type { Database, Tx } from '@lodging/kit-postgres';
import { newId } from '@lodging/kit-runtime';
import { eventually } from '@lodging/kit-testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { GuestCodes } from '../src/domain/guests/guest-code.ts';
import { createBookingListRepository } from '../src/outbound/bookings/booking-list-repository.ts';
import { createEarlierGuestKeys } from '../src/outbound/guests/earlier-guest-keys.ts';
import { createGuestCodeRepository } from '../src/outbound/guests/guest-code-repository.ts';
import { sealOfGuests } from '../src/outbound/guests/guest-seal.ts';
import { createGuestSealer } from '../src/outbound/guests/guest-sealer.ts';
import { createReservationCreationRepository } from '../src/outbound/creation/reservation-creation-repository.ts';
import { buildNewReservation } from './build-new-reservation.ts';
import { GUEST, placeHold, readBooking, receiveCode, valueOf } from './guest-requests.ts';
import { GUEST_DATA_SECRET as OLD, openTestDatabase } from './open-test-database.ts';
import { bookingRequest, createBooking } from './operator-requests.ts';
import { startReservations } from './start-reservations.ts';
import type { TestReservations } from './start-reservations.ts';

const NEW = 'the secret that replaces it, as long as the other';
const LAST = 'the secret that replaces that one within days';
const guest = { guestEmail: 'ada@example.com', guestName: 'Ada Lovelace', guestPhone: '+44 20 7946 0000' };
const everything = {
  resourceId: undefined,
  states: undefined,
  guestEmail: undefined,
  window: { from: undefined, to: undefined },
};

let service: TestReservations;
let stopRunning: () => Promise<void>;
beforeAll(async () => {
  service = await startReservations();
  stopRunning = service.stopFirst;
});
afterAll(async () => {
  await stopRunning();
  await service.close();
});

/** Starts a process with the setting and ends the one before it. */
async function roll(ring: readonly string[]): Promise<void> {
  service.environment['GUEST_DATA_SECRET'] = ring.length === 1 ? (ring[0] ?? '') : JSON.stringify(ring);
  const next = await service.startReplica();
  await stopRunning();
  stopRunning = () => next.stop();
}

async function found(filter: { guestEmail?: string; q?: string }): Promise<string[]> {
  const request = contract.listBookings.request.parse({ limit: 100, after: null, ...filter });
  return valueOf(await service.request(contract.listBookings, request))
    .bookings.map(({ id }) => id)
    .toSorted();
}

async function foundGuests(filter: { email?: string; q?: string }): Promise<string[]> {
  const request = contract.listGuests.request.parse({ limit: 100, after: null, ...filter });
  return valueOf(await service.request(contract.listGuests, request)).guests.map(({ id }) => id);
}

/** Ids of the keys with which bookings and profiles are sealed. */
const sealedWith = async () =>
  new Set(
    (
      await service.probe.sql(
        `SELECT guest_sealed AS sealed FROM reservations WHERE guest_sealed IS NOT NULL
         UNION ALL SELECT email_sealed FROM guests WHERE email_sealed IS NOT NULL`,
      )
    ).map((row) => String(row['sealed']).split('.')[1]),
  );

const isEmptied = async (keyId: string) =>
  (
    await service.probe.sql('SELECT FROM earlier_guest_keys WHERE key_id = $1 AND emptied_at IS NOT NULL', [
      keyId,
    ])
  ).length === 1;

it('GUEST_DATA_SECRET is replaced: at each step guests are read, found by address, name and reference, and requests are answered again', async () => {
  const request = bookingRequest(guest);
  const { booking: first } = valueOf(await createBooking(service, request));
  const { booking: named } = valueOf(
    await createBooking(service, bookingRequest({ externalReference: 'LATER-77' })),
  );
  // A booking without a guest is found by its reference alone.
  await service.probe.sql(
    'UPDATE reservations SET guest_sealed = NULL, guest_email_hash = NULL WHERE id = $1',
    [named.id],
  );
  const ids = [first.id];
  const { guestId } = first;
  const isWhole = async (step: string) => {
    expect(await found({ guestEmail: 'ADA@example.com' }), step).toEqual(ids.toSorted());
    expect(await found({ q: 'lovel' }), step).toEqual(ids.toSorted());
    expect(await found({ q: 'later-7' }), step).toEqual([named.id]);
    for (const id of ids) expect(await readBooking(service, id), step).toMatchObject({ ...guest, guestId });
    expect(await foundGuests({ email: 'ADA@example.com' }), step).toEqual([guestId]);
    expect(await foundGuests({ q: 'lovel' }), step).toEqual([guestId]);
    expect(valueOf(await createBooking(service, request)).booking.id, step).toBe(first.id);
    const other = await createBooking(service, { ...request, guestName: 'Another' });
    expect(other, step).toMatchObject({ refusal: { code: 'idempotency_key_conflict' } });
  };
  await isWhole('before');
  const [oldId = ''] = await sealedWith();

  await roll([OLD, NEW]);
  ids.push(valueOf(await createBooking(service, bookingRequest(guest))).booking.id);
  await isWhole('each process opens both');
  expect(await sealedWith()).toEqual(new Set([oldId]));

  await roll([NEW, OLD]);
  ids.push(valueOf(await createBooking(service, bookingRequest(guest))).booking.id);
  await isWhole('the new one seals');
  await eventually('all are sealed again', async () => !(await sealedWith()).has(oldId));
  await isWhole('sealed again');

  await roll([NEW, OLD]);
  await eventually('nothing is known under the old key', () => isEmptied(oldId));
  await roll([NEW]);
  await isWhole('the old one is gone');
  await placeHold(service);
}, 60_000);

it('a list finds guests under each secret of the ring, in one order and each once, before anything is sealed again', async () => {
  const database = await openTestDatabase();
  try {
    const { db } = database;
    const tenantId = newId();
    const made: string[] = [];
    for (const ring of [[OLD], [NEW, OLD], [OLD, NEW]] as const) {
      const guests = createGuestSealer(ring);
      const reservation = buildNewReservation(guest);
      await createReservationCreationRepository(db, newId, guests).create(tenantId, reservation);
      await db.acrossTenants((tx) =>
        tx.query(`UPDATE reservations SET state = 'confirmed', hold_expires_at = NULL`),
      );
      made.push(reservation.id);
    }
    const lists = createBookingListRepository(db, createGuestSealer([NEW, OLD]));
    for (const filter of [{ guestEmail: 'ADA@example.com' }, { query: 'lovel' }])
      for (const order of ['asc', 'desc'] as const) {
        const all = await lists.list(
          tenantId,
          { ...everything, ...filter },
          { after: null, limit: 10 },
          { order },
        );
        const ids = all.map(({ reservation }) => reservation.id);
        expect(ids).toEqual(order === 'asc' ? made : made.toReversed());
      }
  } finally {
    await database.close();
  }
});

it('a guest who verifies the same address again during a replacement is found after it', async () => {
  const database = await openTestDatabase();
  try {
    const { db } = database;
    const sealing = (ring: string | readonly [string, string]) => createGuestSealer(ring);
    const tenantId = newId();
    const reservation = buildNewReservation(guest);
    const { id } = reservation;
    await createReservationCreationRepository(db, newId, sealing(OLD)).create(tenantId, reservation);
    await db.acrossTenants((tx) =>
      tx.query(`UPDATE reservations SET state = 'confirmed', hold_expires_at = NULL`),
    );
    const { guestEmail } = guest;
    const verify = (_: unknown, codes: GuestCodes) => ({
      codes,
      verified: { guestEmail },
      answer: ok(undefined),
    });
    await createGuestCodeRepository(db, newId, sealing([NEW, OLD])).update(tenantId, id, verify);
    const lists = createBookingListRepository(db, sealing(NEW));
    const all = await lists.list(tenantId, { ...everything, query: 'lovel' }, { after: null, limit: 10 });
    expect(all.map(({ reservation }) => reservation.id)).toEqual([id]);
  } finally {
    await database.close();
  }
});

it('a booking that a change has locked is sealed again by the same run, once the change is made', async () => {
  const database = await openTestDatabase();
  try {
    const { db } = database;
    const tenantId = newId();
    const creation = createReservationCreationRepository(db, newId, createGuestSealer(OLD));
    const [locked, other] = [buildNewReservation(guest), buildNewReservation(guest)];
    for (const one of [locked, other]) await creation.create(tenantId, one);
    const sealer = createGuestSealer([NEW, OLD]);
    const seal = sealOfGuests(db, { sealer, keys: createEarlierGuestKeys(db, sealer) }, [NEW, OLD]);
    const isSealedAgain = async (id: string) => {
      const [row] = await db.acrossTenants((tx) =>
        tx.query<{ sealed: string }>('SELECT guest_sealed AS sealed FROM reservations WHERE id = $1', [id]),
      );
      return sealer.keyIdOf(row?.sealed ?? '') === sealer.keyIds[0];
    };
    const run = await db.acrossTenants(async (tx) => {
      await tx.query('SELECT FROM reservations WHERE id = $1 FOR UPDATE', [locked.id]);
      const written = seal.reseal();
      await eventually('the other one is sealed again', () => isSealedAgain(other.id));
      expect(await isSealedAgain(locked.id)).toBe(false);
      return { written };
    });
    expect(await run.written).toBe(2);
    expect(await isSealedAgain(locked.id)).toBe(true);
  } finally {
    await database.close();
  }
});

it('a request is answered again after two replacements within the life of its Idempotency-Key', async () => {
  const database = await openTestDatabase();
  const stored = createGuestSealer(OLD).sealFingerprint('a request');
  try {
    for (const ring of [[NEW, OLD], [NEW], [LAST, NEW], [LAST]] as const) {
      const sealer = createGuestSealer(ring);
      const keys = createEarlierGuestKeys(database.db, sealer);
      await keys.load();
      expect(sealer.isFingerprint(stored, 'a request'), ring[0]).toBe(true);
      expect(sealer.isFingerprint(stored, 'another'), ring[0]).toBe(false);
      // Of one secret there is no timer that stores anything.
      if (ring.length > 1) await keys.store();
    }
  } finally {
    await database.close();
  }
});

it('a process without the secret that guests are sealed with does not start, though the oldest and the newest open', async () => {
  const { booking } = valueOf(await createBooking(service, bookingRequest(guest)));
  await service.probe.sql(`UPDATE earlier_guest_keys SET emptied_at = NULL`);
  service.environment['GUEST_DATA_SECRET'] = NEW;
  await expect(service.startReplica()).rejects.toThrow('GUEST_DATA_SECRET does not open');
  await service.probe.sql(`UPDATE earlier_guest_keys SET emptied_at = now()`);
  service.environment['GUEST_DATA_SECRET'] = 'a secret that has never sealed anything here';
  await expect(service.startReplica()).rejects.toThrow('GUEST_DATA_SECRET does not open');
  expect(await readBooking(service, booking.id)).toMatchObject(guest);
});

it('a start reads little of a table whose first and last tenant have many bookings without a guest, and finds a wrong secret', async () => {
  const database = await openTestDatabase();
  const { db } = database;
  let read = 0;
  const rowsRead = async (tx: Tx) => {
    const [row] = await tx.query<{ count: bigint }>(
      `SELECT seq_tup_read + coalesce(idx_tup_fetch, 0) AS count FROM pg_stat_xact_user_tables
        WHERE relid = 'reservations'::regclass`,
    );
    return Number(row?.count ?? 0);
  };
  const counted: Database = {
    ...db,
    acrossTenants: (work, ...others) =>
      db.acrossTenants(
        async (tx) => {
          // As the planner has it for a table that is really large.
          for (const plan of ['seqscan', 'bitmapscan']) await tx.query(`SET LOCAL enable_${plan} = off`);
          const before = await rowsRead(tx);
          const answer = await work(tx);
          read += (await rowsRead(tx)) - before;
          return answer;
        },
        ...others,
      ),
  };
  const probe = (secret: string) => {
    const sealer = createGuestSealer(secret);
    return sealOfGuests(counted, { sealer, keys: createEarlierGuestKeys(db, sealer) }, [secret]).probe();
  };
  try {
    await db.acrossTenants((tx) =>
      tx.query(
        `INSERT INTO reservations (tenant_id, id, livemode, state, version, resource_id, starts_at, ends_at, time_zone,
           quantity, occupancy_children, total_minor_units, currency, source, attempt_until, created_at, updated_at)
         SELECT (repeat(tenant, 8) || '-0000-7000-8000-000000000000')::uuid, gen_random_uuid(), true, 'confirmed', 1,
                gen_random_uuid(), now(), now() + interval '1 day', 'Europe/Berlin', 1, 0, 0, 'EUR', 'manual', now(), now(), now()
           FROM generate_series(1, 2000), unnest(ARRAY['0', 'f']) AS tenant`,
      ),
    );
    const guests = createGuestSealer(OLD);
    await createReservationCreationRepository(db, newId, guests).create(newId(), buildNewReservation(guest));
    expect([await probe(OLD), await probe(NEW)]).toEqual(['all', 'none']);
    expect(read).toBeGreaterThan(2);
    expect(read).toBeLessThan(5_000);
  } finally {
    await database.close();
  }
});

it('TOKEN_KEY_SECRET and GUEST_CODE_SECRET are replaced: the signing keys stay, and a code that was sent is accepted', async () => {
  const keys = async () =>
    valueOf(await service.request(contract.listSigningKeys, {}))
      .keys.map(({ kid }) => String(kid))
      .toSorted();
  const before = await keys();
  const { id } = await placeHold(service);
  const code = await receiveCode(service, id);
  for (const name of ['TOKEN_KEY_SECRET', 'GUEST_CODE_SECRET'])
    service.environment[name] = JSON.stringify([NEW, service.environment[name]]);
  await roll([NEW]);
  const verified = { reservationId: id, email: GUEST, code };
  valueOf(await service.request(contract.verifyGuestCode, verified));
  await eventually('the keys are sealed again', async () =>
    service.log.lines.some((line) => JSON.stringify(line).includes('TOKEN_KEY_SECRET')),
  );
  service.environment['TOKEN_KEY_SECRET'] = NEW;
  await roll([NEW]);
  await placeHold(service);
  expect(await keys()).toEqual(before);
});
