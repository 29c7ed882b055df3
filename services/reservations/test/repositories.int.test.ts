import { refuse } from '@lodging/kernel';
import type { Database } from '@lodging/kit-postgres';
import { newId } from '@lodging/kit-runtime';
import { eventually } from '@lodging/kit-testing';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { confirm, hold, unchanged } from '../src/domain/stay/transitions.ts';
import { createDueWorkRepository } from '../src/outbound/stay/due-work-repository.ts';
import { createHistoryRepository } from '../src/outbound/history/history-repository.ts';
import { createReservationCreationRepository } from '../src/outbound/creation/reservation-creation-repository.ts';
import { createReservationRepository } from '../src/outbound/stay/reservation-repository.ts';
import { lockReservation } from '../src/outbound/stay/update-reservation.ts';
import type { ReservationTerms } from '../src/domain/stay/reservation-terms.ts';
import type { ReservationCreationRepository } from '../src/ports/creation.ts';
import type { ReservationRepository } from '../src/ports/stay.ts';
import { buildBill, buildTerms } from './build-price.ts';
import { buildNewReservation, holdPending } from './build-new-reservation.ts';
import { buildReservation } from './build-reservation.ts';
import { guestSealer, openTestDatabase } from './open-test-database.ts';
import type { TestDatabase } from './open-test-database.ts';

let database: TestDatabase;
let db: Database;
let reservations: ReservationRepository;
let creations: ReservationCreationRepository;
beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
  const guests = guestSealer;
  reservations = createReservationRepository(db, newId, guests);
  creations = createReservationCreationRepository(db, newId, guests);
});
afterAll(() => database.close());

const tenantId = newId();

/** Terms as they are stored before any change of the stay. */
const neverChanged = (terms: ReservationTerms | null | undefined) =>
  terms && { ...terms, floor: null, retained: null };

type Changes = Parameters<typeof buildNewReservation>[0];

async function created(changes?: Changes) {
  const outcome = await creations.create(tenantId, buildNewReservation(changes));
  if (outcome.kind !== 'created') throw new Error(outcome.kind);
  return outcome.reservation;
}
async function held(changes?: Changes) {
  const pending = await created(changes);
  await reservations.update(tenantId, pending.id, hold);
  return pending.id;
}
const eventsOf = (id: string) =>
  db.acrossTenants((tx) =>
    tx.query<{ type: string; aggregate_version: bigint }>(
      'SELECT type, aggregate_version FROM outbox WHERE aggregate_id = $1 ORDER BY position',
      [id],
    ),
  );

const termsOf = (id: string, tenant = tenantId) =>
  db.inTenant(tenant, (tx) =>
    tx.query<{ version: number }>('SELECT version FROM reservation_terms WHERE reservation_id = $1', [id]),
  );

const waitsForLock = () =>
  db.acrossTenants((tx) =>
    tx.query("SELECT 1 FROM pg_locks WHERE NOT granted AND locktype IN ('transactionid', 'tuple')"),
  );

describe('create', () => {
  it('stores all fields', async () => {
    const given = buildNewReservation({
      stay: { ...buildReservation('held').stay, quantity: 3 },
      total: { minorUnits: 2n ** 40n, currency: 'JPY' },
    });
    await creations.create(tenantId, given);
    const snapshot = await reservations.find(tenantId, given.id);
    const { stay, total, occupancy } = given;
    expect(snapshot?.reservation).toMatchObject({
      state: 'pending',
      tenantId,
      stay,
      total,
      occupancy,
      version: 0,
    });
  });

  it('keeps the terms with the row, and none where the quote had none', async () => {
    const terms = buildTerms(buildBill('EUR', '10000', { quantity: 2 }));
    for (const given of [buildNewReservation({ terms }), buildNewReservation({ terms: null })]) {
      await creations.create(tenantId, given);
      expect((await reservations.findWithTerms(tenantId, given.id))?.terms).toEqual(
        neverChanged(given.terms),
      );
    }
    expect(await reservations.findWithTerms(tenantId, newId())).toBeUndefined();
  });

  it('keeps the terms of the first run, whichever request repeats or takes over the creation', async () => {
    const [first, second] = ['10000', '20000'].map((room) => buildTerms(buildBill('EUR', room)));
    const request = { idempotencyKey: randomUUID() };
    const { id, attempt } = await created({ terms: first ?? null, request });
    const again = buildNewReservation({ terms: second ?? null, request });
    expect(await creations.create(tenantId, again)).toMatchObject({ kind: 'exists' });
    await creations.endAttempt(tenantId, id, attempt.number);
    expect(await creations.takeOver(tenantId, id, attempt.number)).toMatchObject({ id });
    expect((await reservations.findWithTerms(tenantId, id))?.terms).toEqual(neverChanged(first));
    expect(await termsOf(again.id)).toEqual([]);
  });

  it('is undone with its terms', async () => {
    const { id, attempt } = await created({ terms: buildTerms(buildBill('EUR', '10000')) });
    expect(await termsOf(id)).toEqual([{ version: 1 }]);
    await creations.discard(tenantId, id, attempt.number);
    expect(await termsOf(id)).toEqual([]);
  });

  it('shows terms to its own tenant alone', async () => {
    const { id } = await created({ terms: buildTerms(buildBill('EUR', '10000')) });
    expect(await termsOf(id, newId())).toEqual([]);
  });

  it('lets one of twenty concurrent requests create, by key and by quote', async () => {
    for (const shared of [{ request: { idempotencyKey: randomUUID() } }, { quoteId: newId() }]) {
      const outcomes = await Promise.all(
        Array.from({ length: 20 }, () => creations.create(tenantId, buildNewReservation(shared))),
      );
      const winners = outcomes.flatMap((outcome) =>
        outcome.kind === 'created' ? [outcome.reservation.id] : [],
      );
      expect(winners).toHaveLength(1);
      const found = outcomes.flatMap((outcome) =>
        outcome.kind === 'exists' ? [outcome.existing.reservation.id] : [],
      );
      expect(new Set(found)).toEqual(new Set(winners));
    }
  });

  it('creates nothing after the request has expired', async () => {
    const given = buildNewReservation({
      request: { expiresAt: Temporal.Now.instant().subtract({ seconds: 1 }) },
    });
    expect(await creations.create(tenantId, given)).toEqual({ kind: 'expired' });
    expect(await reservations.find(tenantId, given.id)).toBeUndefined();
  });

  it('does not report an expired request where the conflicting row was discarded before it was read', async () => {
    const outcomes = new Set<string>();
    for (let round = 0; round < 200; round += 1) {
      const idempotencyKey = randomUUID();
      const { id, attempt } = await created({ request: { idempotencyKey } });
      const crowd = Array.from({ length: 4 }, () =>
        creations.create(tenantId, buildNewReservation({ request: { idempotencyKey } })),
      );
      await Promise.all([creations.discard(tenantId, id, attempt.number), ...crowd]);
      for (const outcome of await Promise.all(crowd)) outcomes.add(outcome.kind);
    }
    expect([...outcomes]).toContain('created');
    expect([...outcomes]).not.toContain('expired');
  });

  it('finds the reservation of the key before another of the same quote', async () => {
    const given = buildNewReservation();
    await created({ quoteId: given.quoteId });
    const own = await created({ request: { idempotencyKey: given.request.idempotencyKey } });
    expect(await creations.create(tenantId, given)).toMatchObject({
      existing: { reservation: { id: own.id } },
    });
    expect((await creations.findByKey(tenantId, given.request.idempotencyKey))?.reservation.id).toBe(own.id);
    expect(await creations.findByKey(tenantId, randomUUID())).toBeUndefined();
  });
});

describe('update', () => {
  it('lets one of twenty concurrent transitions win, with one event', async () => {
    const id = await held();
    const results = await Promise.all(
      Array.from({ length: 20 }, () => reservations.update(tenantId, id, confirm)),
    );
    expect(results.filter((result) => result?.ok === true)).toHaveLength(1);
    expect(await eventsOf(id)).toMatchObject([
      { type: 'evt.reservations.v1.reservation.created', aggregate_version: 1n },
      { type: 'evt.reservations.v1.reservation.confirmed', aggregate_version: 2n },
    ]);
  });

  it('gives two events of one change two versions, and the row the last one', async () => {
    const { id } = await created();
    await reservations.update(tenantId, id, confirm);
    expect((await eventsOf(id)).map((event) => event.aggregate_version)).toEqual([1n, 2n]);
    expect((await reservations.find(tenantId, id))?.reservation.version).toBe(2);
  });

  it('writes nothing where the decision refuses, changes nothing or throws', async () => {
    const id = await held();
    const before = await reservations.find(tenantId, id);
    expect(await reservations.update(tenantId, id, () => refuse('payment_required', 'no'))).toMatchObject({
      ok: false,
    });
    expect(await reservations.update(tenantId, id, unchanged)).toMatchObject({ ok: true });
    const bug = () => {
      throw new Error('a bug');
    };
    await expect(reservations.update(tenantId, id, bug)).rejects.toThrow('a bug');
    expect((await reservations.find(tenantId, id))?.reservation).toEqual(before?.reservation);
    expect(await eventsOf(id)).toHaveLength(1);
  });

  it('has its effect once for one event that is delivered twice', async () => {
    const [one, other] = [await held(), await held()];
    const mark = { consumer: 'reservations', eventId: randomUUID() };
    expect(await reservations.update(tenantId, one, confirm, { mark })).toMatchObject({
      value: { reservation: { state: 'confirmed' } },
    });
    expect(await reservations.update(tenantId, other, confirm, { mark })).toMatchObject({
      value: { reservation: { state: 'held' } },
    });
  });

  it('refuses after the lock timeout of the row', async () => {
    const id = await held();
    const refused = await db.inTenant(tenantId, async (tx) => {
      await tx.query(lockReservation({ tenantId, id }));
      return { answer: await reservations.update(tenantId, id, confirm) };
    });
    expect(refused.answer).toMatchObject({ refusal: { code: 'resource_locked' } });
  });

  it('does not find a reservation of another tenant', async () => {
    const id = await held();
    expect(await reservations.update(newId(), id, unchanged)).toBeUndefined();
    expect(await reservations.find(newId(), id)).toBeUndefined();
  });

  it('decides at the time when the lock is granted', async () => {
    const id = await held();
    const { waiting, releasedAt } = await db.inTenant(tenantId, async (tx) => {
      await tx.query(lockReservation({ tenantId, id }));
      const waiting = reservations.update(tenantId, id, unchanged);
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
  it('that has expired is taken over by one of twenty requests', async () => {
    const { id, attempt } = await created();
    expect(await creations.takeOver(tenantId, id, attempt.number)).toBeUndefined();
    await creations.endAttempt(tenantId, id, attempt.number);
    const takenOver = await Promise.all(
      Array.from({ length: 20 }, () => creations.takeOver(tenantId, id, attempt.number)),
    );
    expect(takenOver.flatMap((pending) => pending ?? [])).toMatchObject([{ attempt: { number: 2 } }]);
  });

  it('of a process that was killed can be taken over after four seconds, longer than a claim takes', async () => {
    const { id, attempt } = await created();
    const age = (seconds: number) =>
      db.acrossTenants((tx) =>
        tx.query(
          `UPDATE reservations SET attempt_until = attempt_until - make_interval(secs => ${seconds}) WHERE id = '${id}'`,
        ),
      );
    await age(3);
    expect(await creations.takeOver(tenantId, id, attempt.number)).toBeUndefined();
    await age(1);
    expect(await creations.takeOver(tenantId, id, attempt.number)).toMatchObject({ attempt: { number: 2 } });
  });

  it('that was taken over cannot complete: it writes neither row nor event', async () => {
    const pending = await created();
    await creations.endAttempt(tenantId, pending.id, pending.attempt.number);
    const takenOver = await creations.takeOver(tenantId, pending.id, pending.attempt.number);
    expect(await creations.complete(pending, holdPending(pending))).toBe(false);
    expect((await reservations.find(tenantId, pending.id))?.reservation.state).toBe('pending');
    expect(await eventsOf(pending.id)).toEqual([]);
    if (takenOver === undefined) throw new Error('not taken over');
    expect(await creations.complete(takenOver, holdPending(takenOver))).toBe(true);
    expect(await eventsOf(pending.id)).toHaveLength(1);
  });

  it('completes once in twenty concurrent calls', async () => {
    const pending = await created();
    const written = await Promise.all(
      Array.from({ length: 20 }, () => creations.complete(pending, holdPending(pending))),
    );
    expect(written.filter(Boolean)).toHaveLength(1);
    expect(await eventsOf(pending.id)).toHaveLength(1);
  });

  it('that was taken over cannot discard the row', async () => {
    const { id, attempt } = await created();
    await creations.endAttempt(tenantId, id, attempt.number);
    await creations.takeOver(tenantId, id, attempt.number);
    await creations.discard(tenantId, id, attempt.number);
    expect(await reservations.find(tenantId, id)).toBeDefined();
    await creations.discard(tenantId, id, attempt.number + 1);
    expect(await reservations.find(tenantId, id)).toBeUndefined();
  });

  it('cannot discard a held reservation', async () => {
    const id = await held();
    await creations.discard(tenantId, id, 1);
    expect(await reservations.find(tenantId, id)).toBeDefined();
  });
});

describe('expired holds', () => {
  it('are leased to one of several timers', async () => {
    const ids = await Promise.all(Array.from({ length: 10 }, () => held({ holdSeconds: 0 })));
    const dueWork = createDueWorkRepository(db);
    const leased = (await Promise.all(Array.from({ length: 5 }, () => dueWork.leaseExpiredHolds(10)))).flat();
    expect(leased.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
    expect(leased[0]).toMatchObject({ tenantId, livemode: true });
  });
});

it('a declined card counts once for its hold where two deliveries of its event are handled at once', async () => {
  const none = { maxOpenHolds: null, maxUnitNights: null };
  const limited = {
    keyId: newId(),
    networks: ['a client'] as const,
    unitNights: 3,
    countsUnverifiedOnly: false,
    networkLimits: [{ maxOpenHolds: 5, maxUnitNights: null }],
    keyLimit: none,
  };
  const reservationId = await held({ limited });
  const history = createHistoryRepository(db, newId);
  const decline = (eventId: string) =>
    history.recordDeclinedCard(
      tenantId,
      {
        reservationId,
        eventId,
        at: Temporal.Now.instant(),
        entry: { action: 'payment_failed', changes: [], note: null },
        author: { actor: { kind: 'provider', id: null }, requestId: null, note: null },
      },
      { consumer: 'reservations', eventId },
    );
  const [one, two] = [newId(), newId()];
  await Promise.all([one, one, two, one, two].map(decline));
  const [row] = await db.inTenant(tenantId, (tx) =>
    tx.query<{ count: number }>('SELECT declined_cards AS count FROM reservations WHERE id = $1', [
      reservationId,
    ]),
  );
  expect(row?.count).toBe(2);
});
