import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startPostgres } from '@lodging/kit-testing/servers';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from '../harness/client.ts';
import {
  KINDS,
  usualWork,
  readPages,
  readWork,
  withoutIdle,
  workBetween,
  type Work,
} from '../harness/count-work.ts';
import { eventually } from '../harness/eventually.ts';
import { startLodging, type Lodging } from '../harness/lodging.ts';
import { makeLodging, makeTenant } from '../harness/own-tenant.ts';
import { STAY_LIMITS } from '../harness/stay-limits.ts';
import { confirm, hold, openPayment, payByCard, verifyGuest } from '../harness/stay.ts';

const STAYS = 10;
const IDLE_MS = 4_000;

let directory: string;
let postgres: Awaited<ReturnType<typeof startPostgres>>;
let lodging: Lodging;
let database: pg.Client;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'lodging-counted-'));
  // Statistics would hide which plans are made without any.
  const settings = { shared_preload_libraries: 'pg_stat_statements', autovacuum: 'off' };
  postgres = await startPostgres({ directory, settings });
  lodging = await startLodging({ POSTGRES_ADMIN_URL: postgres.adminUrl });
  database = new pg.Client({ connectionString: lodging.demo.postgresUrl });
  await database.connect();
  await database.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements');
}, 180_000);
afterAll(async () => {
  await database?.end();
  await lodging?.stop();
  await postgres?.stop();
  await rm(directory, { recursive: true, force: true });
});

async function wholeStay(secret: Client, room: { id: string; ratePlanId: string }, day: number) {
  const { demo } = lodging;
  const start = Temporal.Now.plainDateISO('UTC').add({ days: 30 + 3 * day });
  const window = { from: `${start}T15:00:00Z`, to: `${start.add({ days: 2 })}T10:00:00Z` };
  const requestedStay = { resourceId: room.id, ratePlanId: room.ratePlanId, ...window, partySize: 1 };
  const { id } = await hold(secret, requestedStay);
  const token = await verifyGuest(demo, secret, id);
  const [tenant] = demo.tenants;
  if (tenant === undefined) throw new Error('the demo has no tenant');
  await payByCard(demo, tenant, await openPayment(secret, id));
  const { body } = await confirm(secret, id, token);
  expect(body.state).toBe('confirmed');
}

/** The tenants of the demo send mails to their guests. */
async function makeSecretWithoutMails(): Promise<Client> {
  const { demo } = lodging;
  return (await makeTenant(demo, { accountId: demo.tenants[0]?.accountId ?? null })).secret;
}

async function countLogged(): Promise<number> {
  const { rows } = await database.query<{ n: number }>('SELECT count(*)::int AS n FROM notifications.events');
  return rows[0]?.n ?? 0;
}

/** Reservation created and confirmed, and the payment. */
const EVENTS_OF_A_STAY = 3;

async function untilLogged(events: number): Promise<void> {
  await eventually('the events are logged', async () => (await countLogged()) >= events);
}

it('a whole stay takes no more statements, commits, messages, provider calls and WAL records than it did', async () => {
  const { demo } = lodging;
  const secret = await makeSecretWithoutMails();
  const room = await makeLodging(secret);
  await wholeStay(secret, room, 0);
  await untilLogged(EVENTS_OF_A_STAY);
  const idleFrom = await readWork(demo, database);
  await pause(IDLE_MS);
  let before = await readWork(demo, database);
  const idle = workBetween(idleFrom, before, 1 / IDLE_MS);
  const stays: Record<string, Work>[] = [];
  for (let day = 1; day <= STAYS; day += 1) {
    const began = performance.now();
    await wholeStay(secret, room, day);
    await untilLogged(EVENTS_OF_A_STAY * (day + 1));
    const after = await readWork(demo, database);
    stays.push(withoutIdle(workBetween(before, after), idle, performance.now() - began));
    before = after;
  }
  const counted = usualWork(stays);
  // The present counts, for an operator who lowers a limit.
  process.stdout.write(`${JSON.stringify(counted, undefined, 2)}\n`);
  const above = Object.entries(STAY_LIMITS).flatMap(([name, limits]) =>
    KINDS.flatMap((kind) => {
      const value = counted[name]?.[kind] ?? 0;
      const limit = limits[kind];
      return value > limit ? [`${name}: ${value} ${kind}, at most ${limit}`] : [];
    }),
  );
  expect(above).toEqual([]);
}, 120_000);

/** A level of an index more, and pages that hold rows of several versions. */
const mayRead = (pages: number): number => 1.5 * pages + 10;
const OTHERS = 80;
const WORKERS = 8;
const READ_OF = 5;

it('a statement of a stay reads no more pages after eighty other stays, before any table has statistics', async () => {
  const secret = await makeSecretWithoutMails();
  const room = await makeLodging(secret);
  const logged = await countLogged();
  let day = 0;
  const stays = async (count: number) => {
    for (let nth = 0; nth < count; nth += 1) {
      day += 1;
      await wholeStay(secret, room, day);
    }
  };
  // Many events that are logged by one statement read more pages than one: those of other stays must not be counted.
  const untilAllLogged = () => untilLogged(logged + EVENTS_OF_A_STAY * day);
  const readByStays = async () => {
    await untilAllLogged();
    await database.query('SELECT pg_stat_statements_reset()');
    await stays(READ_OF);
    await untilAllLogged();
    return readPages(database);
  };
  // A plan is kept when a statement has run five times on a connection.
  await stays(READ_OF);
  const before = await readByStays();
  await Promise.all(Array.from({ length: WORKERS }, () => stays(OTHERS / WORKERS)));
  const after = await readByStays();
  const grown = [...after].flatMap(([id, { text, calls, pages }]) => {
    const was = before.get(id);
    if (was === undefined || calls < READ_OF || was.calls < READ_OF) return [];
    const [first, last] = [was.pages / was.calls, pages / calls];
    return last > mayRead(first) ? [`${first} pages a call, then ${last}: ${text}`] : [];
  });
  expect(grown).toEqual([]);
}, 120_000);
