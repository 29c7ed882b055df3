import { migrate, openDatabase } from '@lodging/kit-postgres';
import { newId } from '@lodging/kit-runtime';
import { freshSchema, testLogger } from '@lodging/kit-testing';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { referenceOf } from '../src/domain/stay/reference.ts';
import { hold } from '../src/domain/stay/transitions.ts';
import { migrations } from '../src/migrations.ts';
import { createReservationCreationRepository } from '../src/outbound/creation/reservation-creation-repository.ts';
import { createReservationRepository } from '../src/outbound/stay/reservation-repository.ts';
import { buildNewReservation } from './build-new-reservation.ts';
import { guestSealer, openTestDatabase } from './open-test-database.ts';
import type { TestDatabase } from './open-test-database.ts';

const REFERENCE = /^[0-9A-HJKMNP-TV-Z]{8}$/;

describe('the reference of a new booking', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openTestDatabase();
  });
  afterAll(() => database.close());

  /** Takes its ids for references from the list. */
  const creationsWith = (...ids: string[]) =>
    createReservationCreationRepository(database.db, () => ids.shift() ?? newId(), guestSealer);

  it('is of the id source, and never changes', async () => {
    const [tenantId, id] = [newId(), newId()];
    const outcome = await creationsWith(id).create(tenantId, buildNewReservation());
    const pending = outcome.kind === 'created' ? outcome.reservation : undefined;
    expect(pending?.reference).toBe(referenceOf(id));
    const reservations = createReservationRepository(database.db, newId, guestSealer);
    await reservations.update(tenantId, pending?.id ?? '', hold);
    const held = await reservations.find(tenantId, pending?.id ?? '');
    expect(held?.reservation).toMatchObject({ state: 'held', reference: referenceOf(id) });
  });

  it('is not the one of another booking of the tenant: the next attempt of the request has another', async () => {
    const [tenantId, taken, free] = [newId(), newId(), newId()];
    await creationsWith(taken).create(tenantId, buildNewReservation());
    const creations = creationsWith(taken, free);
    expect(await creations.create(tenantId, buildNewReservation())).toEqual({ kind: 'discarded' });
    expect(await creations.create(tenantId, buildNewReservation())).toMatchObject({
      kind: 'created',
      reservation: { reference: referenceOf(free) },
    });
  });

  it('may be the one of another tenant’s booking', async () => {
    const id = newId();
    for (const tenantId of [newId(), newId()])
      expect(await creationsWith(id).create(tenantId, buildNewReservation())).toMatchObject({
        kind: 'created',
        reservation: { reference: referenceOf(id) },
      });
  });
});

it('bookings that were made before there were references have one each, unique in their tenant', async () => {
  const earlier = await mkdtemp(join(tmpdir(), 'lodging-migrations-'));
  const [outbox, own] = migrations;
  if (outbox === undefined || own === undefined) throw new Error('no migrations');
  for (const file of await readdir(own.directory))
    if (file < '0007') await cp(join(own.directory, file), join(earlier, file));
  const before = [outbox, { ...own, directory: earlier }];
  const schema = await freshSchema({ schema: 'reservations', sources: before });
  const db = openDatabase({ url: schema.url, schema: 'reservations', log: testLogger() });
  const tenants = [newId(), newId()];
  for (const tenantId of tenants) await db.inTenant(tenantId, (tx) => tx.query(insertMany(tenantId)));
  await migrate({ url: schema.ownerUrl, schema: 'reservations', sources: migrations });
  for (const tenantId of tenants) {
    // A process of the earlier version inserts without a reference.
    await db.inTenant(tenantId, (tx) => tx.query(insertMany(tenantId)));
    const rows = await db.inTenant(tenantId, (tx) =>
      tx.query<{ reference: string }>('SELECT reference FROM reservations'),
    );
    expect(rows).toHaveLength(200);
    expect(rows.filter(({ reference }) => !REFERENCE.test(reference))).toEqual([]);
    expect(new Set(rows.map(({ reference }) => reference)).size).toBe(200);
  }
  await db.close();
  await schema.drop();
  await rm(earlier, { recursive: true });
});

function insertMany(tenantId: string): string {
  return `INSERT INTO reservations (tenant_id, id, livemode, state, version, resource_id, starts_at, ends_at, time_zone,
      quantity, occupancy_children, total_minor_units, currency, source, hold_expires_at, attempt_until, created_at, updated_at)
    SELECT '${tenantId}', gen_random_uuid(), true, 'held', 1, gen_random_uuid(), now(), now() + interval '1 day',
      'UTC', 1, 0, 1, 'EUR', 'direct', now(), now(), now(), now() FROM generate_series(1, 100)`;
}
