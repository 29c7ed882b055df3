// Guards openings that share a commit with others of their moment, whatever breaks: one reservation for a key and for a
// quote, one event for a hold, and a true answer for everybody.
import { randomUUID } from 'node:crypto';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { openDatabase } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
import { newId } from '@lodging/kit-runtime';
import { freshSchema, testLogger, useServers } from '@lodging/kit-testing';
import type { FreshSchema } from '@lodging/kit-testing';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PendingReservation } from '../src/domain/reservation.ts';
import { migrations, schema } from '../src/migrations.ts';
import type { Opened, OpeningStore } from '../src/use-cases/ports.ts';
import { openingStore } from '../src/outbound/opening-store.ts';
import { heldFrom, opening } from './opening.ts';

let database: FreshSchema;
let replicas: Database[];
let stores: OpeningStore[];
beforeAll(async () => {
  database = await freshSchema({ schema, sources: migrations });
});
afterAll(() => database.drop());
beforeEach(() => {
  replicas = [1, 2].map(() => openDatabase({ url: database.url, schema, log: testLogger() }));
  stores = replicas.map((db) => openingStore(db, newId));
});
afterEach(() => Promise.all(replicas.map((db) => db.close())));

const pendingOf = (outcome: Opened): PendingReservation => {
  if (outcome.kind !== 'opened') throw new Error(outcome.kind);
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

interface Kept {
  readonly id: string;
  readonly tenant_id: string;
  readonly state: string;
  readonly idempotency_key: string;
  readonly events: number;
}

/** Every reservation of these tenants, and how many events are told of it. */
async function keptOf(tenants: readonly string[]): Promise<Kept[]> {
  const db = openDatabase({ url: database.url, schema, log: testLogger() });
  const text = `SELECT id, tenant_id, state, idempotency_key,
                  (SELECT count(*)::int FROM outbox WHERE aggregate_id = r.id::text AND outbox.tenant_id = r.tenant_id) AS events
                FROM reservations r WHERE tenant_id = ANY ($1)`;
  const kept = await db.acrossTenants((tx) => tx.query<Kept>(text, [tenants]));
  await db.close();
  return kept;
}

/** A way to the database on which answers can be lost: the server has done what it was asked, and nobody hears of it. */
async function lossyWay(url: string) {
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

describe('openings of two processes', () => {
  it('that meet crosswise by key and by quote are all answered, and Postgres never sees a deadlock', async () => {
    const tenantId = newId();
    const before = await deadlocks();
    for (let round = 0; round < 25; round += 1) {
      const quotes = [newId(), newId()];
      // A group goes by its keys, so of one process it takes the quotes in one order, and of the other in the other.
      const asked = stores.flatMap((store, nth) =>
        [randomUUID(), randomUUID()].toSorted().map((idempotencyKey, index) => {
          const quoteId = quotes[nth === 0 ? index : 1 - index] ?? null;
          return store.open(tenantId, opening({ idempotencyKey, quoteId }));
        }),
      );
      const kinds = (await Promise.all(asked)).map(({ kind }) => kind);
      expect(kinds.toSorted()).toEqual(['found', 'found', 'opened', 'opened']);
    }
    // A connection tells what befell it when it ends.
    await Promise.all(replicas.map((db) => db.close()));
    replicas = [];
    expect((await deadlocks()) - before).toBe(0);
  });

  it('leave one row for a key and one event for a hold when connections are cut in their midst', async () => {
    const tenants = [newId(), newId(), newId()];
    const cut = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                 WHERE datname = $1 AND application_name = 'reservations' AND query ~* 'reservations|set_config'`;
    let isOver = false;
    let cuts = 0;
    const cutting = (async () => {
      while (!isOver) cuts += (await asAdmin(cut)).length;
    })();
    const finished: string[] = [];
    for (let round = 0; round < 12; round += 1) {
      const twins = tenants.flatMap((tenantId) =>
        [randomUUID(), randomUUID(), randomUUID()].flatMap((idempotencyKey) =>
          stores.map(async (store) => {
            const outcome = await store.open(tenantId, opening({ idempotencyKey }));
            if (outcome.kind !== 'opened') return;
            const pending = outcome.reservation;
            if (await store.finish(pending, heldFrom(pending))) finished.push(pending.id);
          }),
        ),
      );
      await Promise.allSettled(twins);
    }
    isOver = true;
    await cutting;
    expect(cuts).toBeGreaterThan(10);
    const kept = await keptOf(tenants);
    const keys = kept.map((row) => `${row.tenant_id} ${row.idempotency_key}`);
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys.length).toBeGreaterThan(50);
    for (const { state, events } of kept) expect(events).toBe(state === 'held' ? 1 : 0);
    const held = kept.filter(({ state }) => state === 'held').map(({ id }) => id);
    expect(held).toEqual(expect.arrayContaining(finished));
  });
});

describe('an answer that is lost after the commit', () => {
  it('does not cost anybody their opening, nor tell of a hold twice', async () => {
    const way = await lossyWay(database.url);
    const db = openDatabase({ url: way.url, schema, log: testLogger(), maxConnections: 1 });
    try {
      const store = openingStore(db, newId);
      const tenants = [newId(), newId(), newId()];
      const openAll = () => Promise.all(tenants.map((tenantId) => store.open(tenantId, opening())));
      await openAll();
      way.loseNextAnswer();
      const opened = (await openAll()).map(pendingOf);
      expect(way.isLost()).toBe(true);
      expect(await keptOf(tenants)).toHaveLength(6);

      way.loseNextAnswer();
      const written = await Promise.all(opened.map((pending) => store.finish(pending, heldFrom(pending))));
      expect(way.isLost()).toBe(true);
      // It was written, by a first try that nobody heard of: whoever asks again is answered with the hold.
      expect(written).toEqual([false, false, false]);
      const kept = (await keptOf(tenants)).filter(({ id }) => opened.some((pending) => pending.id === id));
      expect(kept).toMatchObject(Array(3).fill({ state: 'held', events: 1 }));
    } finally {
      await db.close();
      way.close();
    }
  });
});
