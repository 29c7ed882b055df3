// The stays whose claims are aligned after a restore.
import { newId } from '@lodging/kit-runtime';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { confirm, hold } from '../src/domain/stay/transitions.ts';
import { createReservationCreationRepository } from '../src/outbound/creation/reservation-creation-repository.ts';
import { createRecoveryRepository } from '../src/outbound/recovery/recovery-repository.ts';
import { createReservationRepository } from '../src/outbound/stay/reservation-repository.ts';
import { buildNewReservation } from './build-new-reservation.ts';
import { guestSealer, openTestDatabase } from './open-test-database.ts';
import type { TestDatabase } from './open-test-database.ts';

const tenantId = newId();

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

async function held(): Promise<string> {
  const { db } = database;
  const creations = createReservationCreationRepository(db, newId, guestSealer);
  const outcome = await creations.create(tenantId, buildNewReservation());
  if (outcome.kind !== 'created') throw new Error(outcome.kind);
  const { id } = outcome.reservation;
  await createReservationRepository(db, newId, guestSealer).update(tenantId, id, hold);
  return id;
}

const endAt = (id: string, column: 'ends_at' | 'hold_expires_at', minutes: number) =>
  database.db.acrossTenants((tx) =>
    tx.query(`UPDATE reservations SET ${column} = now() + $2 * interval '1 minute' WHERE id = $1`, [
      id,
      minutes,
    ]),
  );

it('are sold ones and holds, and none that is over', async () => {
  const { db } = database;
  const [sold, past, open, over] = [await held(), await held(), await held(), await held()];
  for (const id of [sold, past])
    await createReservationRepository(db, newId, guestSealer).update(tenantId, id, confirm);
  await endAt(sold, 'ends_at', 60_000);
  await endAt(past, 'ends_at', -1);
  await endAt(open, 'hold_expires_at', 5);
  await endAt(over, 'hold_expires_at', -1);
  const recovery = createRecoveryRepository(db);
  const since = Temporal.Now.instant().subtract({ hours: 24 * 30 });
  const living = await recovery.listLiving({ since, stays: [], after: null, limit: 10 });
  expect(living.map(({ id, isHeld }) => ({ id, isHeld }))).toEqual(
    [
      { id: sold, isHeld: false },
      { id: open, isHeld: true },
    ].toSorted((one, other) => (one.id < other.id ? -1 : 1)),
  );
  expect(await recovery.findStay({ tenantId, id: open })).toMatchObject({ isLiving: true, isHeld: true });
  expect(await recovery.findStay({ tenantId, id: over })).toMatchObject({ isLiving: false });
  expect(await recovery.findStay({ tenantId, id: past })).toMatchObject({ isLiving: false });
});
