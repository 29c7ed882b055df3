import type { Database } from '@lodging/kit-postgres';
import { newId } from '@lodging/kit-runtime';
import { eventually } from '@lodging/kit-testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { confirmPaidHold, refundPaidHold } from '../src/domain/confirmation/paid-hold.ts';
import { expire, hold } from '../src/domain/stay/transitions.ts';
import type { Transition } from '../src/domain/stay/transitions.ts';
import { createRefundObligationRepository } from '../src/outbound/money/refund-obligation-repository.ts';
import { createReservationCreationRepository } from '../src/outbound/creation/reservation-creation-repository.ts';
import { createReservationRepository } from '../src/outbound/stay/reservation-repository.ts';
import { lockReservation } from '../src/outbound/stay/update-reservation.ts';
import type { RefundObligationRepository } from '../src/ports/money.ts';
import type { ReservationRepository } from '../src/ports/stay.ts';
import { buildNewReservation } from './build-new-reservation.ts';
import { guestSealer, openTestDatabase } from './open-test-database.ts';
import type { TestDatabase } from './open-test-database.ts';

let database: TestDatabase;
let db: Database;
let reservations: ReservationRepository;
let obligations: RefundObligationRepository;
beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
  reservations = createReservationRepository(db, newId, guestSealer);
  obligations = createRefundObligationRepository(db);
});
afterAll(() => database.close());

const tenantId = newId();

async function heldOrExpired(state: 'held' | 'expired'): Promise<string> {
  const outcome = await createReservationCreationRepository(db, newId, guestSealer).create(
    tenantId,
    buildNewReservation(),
  );
  if (outcome.kind !== 'created') throw new Error(outcome.kind);
  const { id } = outcome.reservation;
  await reservations.update(tenantId, id, hold);
  if (state === 'expired') await reservations.update(tenantId, id, expire);
  return id;
}

const obligationsOf = (id: string) =>
  db.acrossTenants((tx) =>
    tx.query<{ cause: string; attempt: number }>(
      'SELECT cause, attempt FROM refund_obligations WHERE reservation_id = $1',
      [id],
    ),
  );
const stateOf = async (id: string) => (await reservations.find(tenantId, id))?.reservation.state;
const eventsOf = async (id: string) => {
  const rows = await db.acrossTenants((tx) =>
    tx.query<{ type: string }>('SELECT type FROM outbox WHERE aggregate_id = $1 ORDER BY position', [id]),
  );
  return rows.map(({ type }) => type.split('.').at(-1));
};
const waiting = async () => {
  const [row] = await db.acrossTenants((tx) =>
    tx.query<{ count: bigint }>(
      "SELECT count(*) FROM pg_locks WHERE NOT granted AND locktype IN ('transactionid', 'tuple')",
    ),
  );
  return Number(row?.count ?? 0);
};

describe('a confirmation and a refund of the same payment', () => {
  const orders = [
    ['held', confirmPaidHold, refundPaidHold, 'confirmed'],
    ['held', refundPaidHold, confirmPaidHold, 'expired'],
    ['expired', confirmPaidHold, refundPaidHold, 'confirmed'],
    ['expired', refundPaidHold, confirmPaidHold, 'expired'],
  ] as const satisfies readonly (readonly ['held' | 'expired', Transition, Transition, string])[];

  it.each(orders)('of a %s hold: the first to lock the row wins', async (state, first, second, winner) => {
    const id = await heldOrExpired(state);
    const both = await db.inTenant(tenantId, async (tx) => {
      await tx.query(lockReservation({ tenantId, id }));
      const one = reservations.update(tenantId, id, first);
      await eventually('the first waits', async () => (await waiting()) === 1);
      const other = reservations.update(tenantId, id, second);
      await eventually('both wait', async () => (await waiting()) === 2);
      return { one, other };
    });
    expect(await Promise.all([both.one, both.other])).toMatchObject([{ ok: true }, { ok: true }]);
    expect(await stateOf(id)).toBe(winner);
    expect((await obligationsOf(id)).map(({ cause }) => cause)).toEqual(winner === 'expired' ? ['late'] : []);
  });

  it('never both win in many concurrent tries', async () => {
    for (let round = 0; round < 20; round += 1) {
      const id = await heldOrExpired(round % 2 === 0 ? 'held' : 'expired');
      const tries = [confirmPaidHold, refundPaidHold, confirmPaidHold, refundPaidHold];
      await Promise.all(tries.map((decide) => reservations.update(tenantId, id, decide)));
      const isConfirmed = (await stateOf(id)) === 'confirmed';
      expect((await obligationsOf(id)).length).toBe(isConfirmed ? 0 : 1);
      expect((await eventsOf(id)).filter((verb) => verb === 'confirmed')).toHaveLength(isConfirmed ? 1 : 0);
    }
  });

  it('cannot both be written by a statement that decides neither', async () => {
    const id = await heldOrExpired('expired');
    await reservations.update(tenantId, id, refundPaidHold);
    const update = `UPDATE reservations SET state = 'confirmed', hold_expires_at = NULL WHERE id = '${id}'`;
    await expect(db.inTenant(tenantId, (tx) => tx.query(update))).rejects.toMatchObject({ code: '23514' });
  });
});

describe('an obligation', () => {
  const decided = async () => {
    const id = await heldOrExpired('expired');
    const updated = await reservations.update(tenantId, id, refundPaidHold);
    if (updated?.ok !== true || updated.value.owed === null) throw new Error('no refund is owed');
    return updated.value.owed;
  };
  const makeDue = () =>
    db.acrossTenants((tx) => tx.query('UPDATE refund_obligations SET next_attempt_at = clock_timestamp()'));
  const isOpen = async (id: string) => {
    await makeDue();
    return (await obligations.leaseOpen(1_000)).some((owed) => owed.id === id);
  };

  it('is leased to one of several timers, and is tried less often while it fails', async () => {
    const owed = await decided();
    const delays: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      await makeDue();
      const leased = (
        await Promise.all(Array.from({ length: 5 }, () => obligations.leaseOpen(1_000)))
      ).flat();
      expect(leased.filter(({ id }) => id === owed.id)).toEqual([
        { ...owed, attempt: owed.attempt + round + 1 },
      ]);
      const [row] = await db.acrossTenants((tx) =>
        tx.query<{ seconds: number }>(
          `SELECT extract(epoch FROM next_attempt_at - clock_timestamp())::float8 AS seconds
             FROM refund_obligations WHERE reservation_id = $1`,
          [owed.id],
        ),
      );
      delays.push(Math.round((row?.seconds ?? 0) / 10) * 10);
    }
    expect(delays).toEqual([10, 20, 30]);
  });

  it('stays open for an attempt that another payment has overtaken', async () => {
    const owed = await decided();
    await reservations.update(tenantId, owed.id, refundPaidHold);
    await obligations.close(owed);
    expect(await isOpen(owed.id)).toBe(true);
  });

  it('is not sent any more once it is closed, until another payment arrives', async () => {
    const owed = await decided();
    await obligations.close(owed);
    expect(await isOpen(owed.id)).toBe(false);
    await reservations.update(tenantId, owed.id, refundPaidHold);
    expect(await isOpen(owed.id)).toBe(true);
  });
});
