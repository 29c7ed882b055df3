// The contract of the stores, on real Postgres: what every use case relies on, races included.
import { refuse } from '@lodging/kernel';
import { openDatabase } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
import { newId } from '@lodging/kit-runtime';
import { eventually, freshSchema, testLogger } from '@lodging/kit-testing';
import type { FreshSchema } from '@lodging/kit-testing';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { confirm, hold, unmoved } from '../src/domain/moves.ts';
import { aReservation } from './reservation.ts';
import { migrations, schema } from '../src/migrations.ts';
import type { NewReservation, OpeningStore, ReservationStore } from '../src/use-cases/ports.ts';
import { lapsedStore } from '../src/outbound/lapsed-store.ts';
import { openingStore } from '../src/outbound/opening-store.ts';
import { lockReservation } from '../src/outbound/reservation-statements.ts';
import { reservationStore } from '../src/outbound/reservation-store.ts';
import { heldFrom, opening } from './opening.ts';

let database: FreshSchema;
let db: Database;
let store: ReservationStore;
let openings: OpeningStore;
beforeAll(async () => {
  database = await freshSchema({ schema, sources: migrations });
  db = openDatabase({ url: database.url, schema, log: testLogger() });
  store = reservationStore(db, newId);
  openings = openingStore(db, newId);
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

const tenantId = newId();

async function opened(changes?: Partial<NewReservation>) {
  const outcome = await openings.open(tenantId, opening(changes));
  if (outcome.kind !== 'opened') throw new Error(outcome.kind);
  return outcome.reservation;
}
async function held(changes?: Partial<NewReservation>) {
  const pending = await opened(changes);
  await store.change(tenantId, pending.id, hold);
  return pending.id;
}
const eventsOf = (id: string) =>
  db.acrossTenants((tx) =>
    tx.query<{ type: string; aggregate_version: bigint }>(
      'SELECT type, aggregate_version FROM outbox WHERE aggregate_id = $1 ORDER BY position',
      [id],
    ),
  );

const waitsForLock = () =>
  db.acrossTenants((tx) =>
    tx.query("SELECT 1 FROM pg_locks WHERE NOT granted AND locktype IN ('transactionid', 'tuple')"),
  );

describe('open', () => {
  it('keeps all that it is given', async () => {
    const given = opening({
      stay: { ...aReservation('held').stay, quantity: 3 },
      total: { minorUnits: 2n ** 40n, currency: 'JPY' },
    });
    await openings.open(tenantId, given);
    const sighting = await store.find(tenantId, given.id);
    const { stay, total, occupancy } = given;
    expect(sighting?.reservation).toMatchObject({
      state: 'pending',
      tenantId,
      stay,
      total,
      occupancy,
      version: 0,
    });
  });

  it('lets one of twenty parallel openings win, by key and by quote', async () => {
    for (const shared of [{ idempotencyKey: randomUUID() }, { quoteId: newId() }]) {
      const outcomes = await Promise.all(
        Array.from({ length: 20 }, () => openings.open(tenantId, opening(shared))),
      );
      const winners = outcomes.flatMap((outcome) =>
        outcome.kind === 'opened' ? [outcome.reservation.id] : [],
      );
      expect(winners).toHaveLength(1);
      const found = outcomes.flatMap((outcome) =>
        outcome.kind === 'found' ? [outcome.found.reservation.id] : [],
      );
      expect(new Set(found)).toEqual(new Set(winners));
    }
  });

  it('opens nothing after the moment it may be opened until', async () => {
    const given = opening({ openUntil: Temporal.Now.instant().subtract({ seconds: 1 }) });
    expect(await openings.open(tenantId, given)).toEqual({ kind: 'too_late' });
    expect(await store.find(tenantId, given.id)).toBeUndefined();
  });

  it('is never too late because the row in its way was given back before it looked', async () => {
    const seen = new Set<string>();
    for (let round = 0; round < 200; round += 1) {
      const idempotencyKey = randomUUID();
      const { id, attempt } = await opened({ idempotencyKey });
      const crowd = Array.from({ length: 4 }, () => openings.open(tenantId, opening({ idempotencyKey })));
      await Promise.all([openings.discard(tenantId, id, attempt.number), ...crowd]);
      for (const outcome of await Promise.all(crowd)) seen.add(outcome.kind);
    }
    expect([...seen]).toContain('opened');
    expect([...seen]).not.toContain('too_late');
  });

  it('shows the key’s own reservation before another of the same quote', async () => {
    const given = opening();
    await opened({ quoteId: given.quoteId });
    const own = await opened({ idempotencyKey: given.idempotencyKey });
    expect(await openings.open(tenantId, given)).toMatchObject({ found: { reservation: { id: own.id } } });
    expect((await openings.findByKey(tenantId, given.idempotencyKey))?.reservation.id).toBe(own.id);
    expect(await openings.findByKey(tenantId, randomUUID())).toBeUndefined();
  });
});

describe('change', () => {
  it('lets one of twenty parallel moves win, and tells of it once', async () => {
    const id = await held();
    const results = await Promise.all(Array.from({ length: 20 }, () => store.change(tenantId, id, confirm)));
    expect(results.filter((result) => result?.ok === true)).toHaveLength(1);
    expect(await eventsOf(id)).toMatchObject([
      { type: 'evt.reservations.v1.reservation.created', aggregate_version: 1n },
      { type: 'evt.reservations.v1.reservation.confirmed', aggregate_version: 2n },
    ]);
  });

  it('gives two events of one move two versions, and the row the last', async () => {
    const { id } = await opened();
    await store.change(tenantId, id, confirm);
    expect((await eventsOf(id)).map((event) => event.aggregate_version)).toEqual([1n, 2n]);
    expect((await store.find(tenantId, id))?.reservation.version).toBe(2);
  });

  it('writes nothing where the decision refuses, moves nothing or throws', async () => {
    const id = await held();
    const before = await store.find(tenantId, id);
    expect(await store.change(tenantId, id, () => refuse('payment_required', 'no'))).toMatchObject({
      ok: false,
    });
    expect(await store.change(tenantId, id, unmoved)).toMatchObject({ ok: true });
    const bug = () => {
      throw new Error('a bug');
    };
    await expect(store.change(tenantId, id, bug)).rejects.toThrow('a bug');
    expect((await store.find(tenantId, id))?.reservation).toEqual(before?.reservation);
    expect(await eventsOf(id)).toHaveLength(1);
  });

  it('has its effect once for one event, however often the event comes', async () => {
    const [one, other] = [await held(), await held()];
    const seen = { consumer: 'reservations', eventId: randomUUID() };
    expect(await store.change(tenantId, one, confirm, { seen })).toMatchObject({
      value: { reservation: { state: 'confirmed' } },
    });
    expect(await store.change(tenantId, other, confirm, { seen })).toMatchObject({
      value: { reservation: { state: 'held' } },
    });
  });

  it('refuses where somebody else keeps the row for longer than anybody may wait', async () => {
    const id = await held();
    const refused = await db.inTenant(tenantId, async (tx) => {
      await tx.query(lockReservation(tenantId, id));
      return { answer: await store.change(tenantId, id, confirm) };
    });
    expect(refused.answer).toMatchObject({ refusal: { code: 'resource_locked' } });
  });

  it('sees no reservation of another tenant', async () => {
    const id = await held();
    expect(await store.change(newId(), id, unmoved)).toBeUndefined();
    expect(await store.find(newId(), id)).toBeUndefined();
  });

  it('is decided at the time when the lock is had, not when it was asked for', async () => {
    const id = await held();
    const { waiting, releasedAt } = await db.inTenant(tenantId, async (tx) => {
      await tx.query(lockReservation(tenantId, id));
      const waiting = store.change(tenantId, id, unmoved);
      await eventually('the change waits for the lock', async () => (await waitsForLock()).length > 0);
      const [clock] = await tx.query<{ at: Temporal.Instant }>('SELECT clock_timestamp() AS at');
      return { waiting, releasedAt: clock?.at };
    });
    const changed = await waiting;
    if (changed?.ok !== true || releasedAt === undefined) throw new Error('no change');
    expect(Temporal.Instant.compare(changed.value.at, releasedAt)).toBe(1);
  });
});

describe('an attempt', () => {
  it('that has lapsed is taken over by one of twenty', async () => {
    const { id, attempt } = await opened();
    expect(await openings.takeOver(tenantId, id, attempt.number)).toBeUndefined();
    await openings.endAttempt(tenantId, id, attempt.number);
    const taken = await Promise.all(
      Array.from({ length: 20 }, () => openings.takeOver(tenantId, id, attempt.number)),
    );
    expect(taken.flatMap((pending) => pending ?? [])).toMatchObject([{ attempt: { number: 2 } }]);
  });

  it('that was taken over can no longer finish: it writes neither row nor event', async () => {
    const pending = await opened();
    await openings.endAttempt(tenantId, pending.id, pending.attempt.number);
    const taken = await openings.takeOver(tenantId, pending.id, pending.attempt.number);
    expect(await openings.finish(pending, heldFrom(pending))).toBe(false);
    expect((await store.find(tenantId, pending.id))?.reservation.state).toBe('pending');
    expect(await eventsOf(pending.id)).toEqual([]);
    if (taken === undefined) throw new Error('not taken over');
    expect(await openings.finish(taken, heldFrom(taken))).toBe(true);
    expect(await eventsOf(pending.id)).toHaveLength(1);
  });

  it('finishes once, however many finish it', async () => {
    const pending = await opened();
    const written = await Promise.all(
      Array.from({ length: 20 }, () => openings.finish(pending, heldFrom(pending))),
    );
    expect(written.filter(Boolean)).toHaveLength(1);
    expect(await eventsOf(pending.id)).toHaveLength(1);
  });

  it('that was taken over can no longer discard the row', async () => {
    const { id, attempt } = await opened();
    await openings.endAttempt(tenantId, id, attempt.number);
    await openings.takeOver(tenantId, id, attempt.number);
    await openings.discard(tenantId, id, attempt.number);
    expect(await store.find(tenantId, id)).toBeDefined();
    await openings.discard(tenantId, id, attempt.number + 1);
    expect(await store.find(tenantId, id)).toBeUndefined();
  });

  it('never removes what is held', async () => {
    const id = await held();
    await openings.discard(tenantId, id, 1);
    expect(await store.find(tenantId, id)).toBeDefined();
  });
});

describe('what has lapsed', () => {
  it('is handed out to one of several timers', async () => {
    const ids = await Promise.all(Array.from({ length: 10 }, () => held({ holdSeconds: 0 })));
    const lapsed = lapsedStore(db);
    const leased = (await Promise.all(Array.from({ length: 5 }, () => lapsed.leaseOverdueHolds(10)))).flat();
    expect(leased.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
    expect(leased[0]).toMatchObject({ tenantId, livemode: true });
  });
});
