import { randomUUID } from 'node:crypto';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import type { Database } from '@lodging/kit-postgres';
import { newId } from '@lodging/kit-runtime';
import { useServers } from '@lodging/kit-testing';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PendingReservation } from '../src/domain/stay/reservation.ts';
import { createReservationCreationRepository } from '../src/outbound/creation/reservation-creation-repository.ts';
import type { CreateOutcome, ReservationCreationRepository } from '../src/ports/creation.ts';
import { buildNewReservation, holdPending } from './build-new-reservation.ts';
import { guestSealer, openTestDatabase } from './open-test-database.ts';
import type { TestDatabase } from './open-test-database.ts';

let database: TestDatabase;
let replicas: Database[];
let repositories: ReservationCreationRepository[];
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(() => {
  replicas = [database.open(), database.open()];
  repositories = replicas.map((db) => createReservationCreationRepository(db, newId, guestSealer));
});
afterEach(() => Promise.all(replicas.map((db) => db.close())));

const pendingOf = (outcome: CreateOutcome): PendingReservation => {
  if (outcome.kind !== 'created') throw new Error(outcome.kind);
  return outcome.reservation;
};

/** With the name of this file's database as $1. */
async function asAdmin(text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: useServers().postgresAdminUrl });
  await client.connect();
  try {
    return (await client.query(text, [new URL(database.url).pathname.slice(1)])).rows;
  } finally {
    await client.end();
  }
}

const deadlocks = async (): Promise<number> => {
  const [row] = await asAdmin('SELECT deadlocks::int FROM pg_stat_database WHERE datname = $1');
  return Number(row?.['deadlocks']);
};

interface StoredReservation {
  readonly id: string;
  readonly tenant_id: string;
  readonly state: string;
  readonly idempotency_key: string;
  readonly events: number;
}

/** The reservations of these tenants, with their numbers of events. */
async function storedOf(tenants: readonly string[]): Promise<StoredReservation[]> {
  const db = database.open();
  const text = `SELECT id, tenant_id, state, idempotency_key,
                  (SELECT count(*)::int FROM outbox WHERE aggregate_id = r.id::text AND outbox.tenant_id = r.tenant_id) AS events
                FROM reservations r WHERE tenant_id = ANY ($1)`;
  const kept = await db.acrossTenants((tx) => tx.query<StoredReservation>(text, [tenants]));
  await db.close();
  return kept;
}

/** A proxy to the database that can drop the connection after a commit, before its answer arrives. */
async function startLossyProxy(url: string) {
  const { hostname: host, port } = new URL(url);
  let loseNext = false;
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect({ host, port: Number(port) });
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
    }
    near.pipe(far);
    far.on('data', (answer) => {
      if (!loseNext) return void near.write(answer);
      loseNext = false;
      near.destroy();
      far.destroy();
    });
    far.on('close', () => near.destroy());
    near.on('close', () => far.destroy());
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const here = new URL(url);
  here.hostname = '127.0.0.1';
  here.port = String((server.address() as AddressInfo).port);
  return {
    url: here.href,
    loseNextAnswer: () => void (loseNext = true),
    isLost: () => !loseNext,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

describe('creates of two processes', () => {
  it('that conflict by key and by quote are all answered, without a deadlock', async () => {
    const tenantId = newId();
    const before = await deadlocks();
    for (let round = 0; round < 25; round += 1) {
      const quotes = [newId(), newId()];
      // A batch is ordered by key, so the two processes lock the quotes in opposite order.
      const results = repositories.flatMap((repository, nth) =>
        [randomUUID(), randomUUID()].toSorted().map((idempotencyKey, index) => {
          const quoteId = quotes[nth === 0 ? index : 1 - index] ?? null;
          return repository.create(tenantId, buildNewReservation({ request: { idempotencyKey }, quoteId }));
        }),
      );
      const kinds = (await Promise.all(results)).map(({ kind }) => kind);
      expect(kinds.toSorted()).toEqual(['created', 'created', 'exists', 'exists']);
    }
    // Postgres reports the deadlocks of a connection when it ends.
    await Promise.all(replicas.map((db) => db.close()));
    replicas = [];
    expect((await deadlocks()) - before).toBe(0);
  });

  it('leave one row for a key and one event for a hold when connections are terminated', async () => {
    const tenants = [newId(), newId(), newId()];
    const cut = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                 WHERE datname = $1 AND application_name = 'reservations' AND query ~* 'reservations|set_config'`;
    let isOver = false;
    let cuts = 0;
    const cutting = (async () => {
      while (!isOver) cuts += (await asAdmin(cut)).length;
    })();
    const completed: string[] = [];
    for (let round = 0; round < 12; round += 1) {
      const twins = tenants.flatMap((tenantId) =>
        [randomUUID(), randomUUID(), randomUUID()].flatMap((idempotencyKey) =>
          repositories.map(async (repository) => {
            const outcome = await repository.create(
              tenantId,
              buildNewReservation({ request: { idempotencyKey } }),
            );
            if (outcome.kind !== 'created') return;
            const pending = outcome.reservation;
            if (await repository.complete(pending, holdPending(pending))) completed.push(pending.id);
          }),
        ),
      );
      await Promise.allSettled(twins);
    }
    isOver = true;
    await cutting;
    expect(cuts).toBeGreaterThan(10);
    const kept = await storedOf(tenants);
    const keys = kept.map((row) => `${row.tenant_id} ${row.idempotency_key}`);
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys.length).toBeGreaterThan(50);
    for (const { state, events } of kept) expect(events).toBe(state === 'held' ? 1 : 0);
    const held = kept.filter(({ state }) => state === 'held').map(({ id }) => id);
    expect(held).toEqual(expect.arrayContaining(completed));
  });
});

describe('a commit whose answer is lost', () => {
  it('loses no create and publishes no event twice', async () => {
    const proxy = await startLossyProxy(database.url);
    const db = database.open({ url: proxy.url, maxConnections: 1 });
    try {
      const repository = createReservationCreationRepository(db, newId, guestSealer);
      const tenants = [newId(), newId(), newId()];
      const createAll = () =>
        Promise.all(tenants.map((tenantId) => repository.create(tenantId, buildNewReservation())));
      await createAll();
      proxy.loseNextAnswer();
      const created = (await createAll()).map(pendingOf);
      expect(proxy.isLost()).toBe(true);
      expect(await storedOf(tenants)).toHaveLength(6);

      proxy.loseNextAnswer();
      const written = await Promise.all(
        created.map((pending) => repository.complete(pending, holdPending(pending))),
      );
      expect(proxy.isLost()).toBe(true);
      // The first send was committed; a repeated request is answered with the hold.
      expect(written).toEqual([false, false, false]);
      const kept = (await storedOf(tenants)).filter(({ id }) => created.some((pending) => pending.id === id));
      expect(kept).toMatchObject(Array(3).fill({ state: 'held', events: 1 }));
    } finally {
      await db.close();
      proxy.close();
    }
  });
});
