import { afterAll, beforeAll, expect, it } from 'vitest';
import { book, weeklyStays, type BookingRequest } from '../harness/bookings.ts';
import { lodging } from '../harness/command-line.ts';
import { eventually } from '../harness/eventually.ts';
import { makeLodging, makeTenant, type OwnTenant } from '../harness/own-tenant.ts';
import { startStack, type Stack } from './stack/start-stack.ts';

let stack: Stack;
let tenant: OwnTenant;
let next: () => BookingRequest;

beforeAll(async () => {
  stack = await startStack();
  tenant = await makeTenant(stack.demo);
  next = weeklyStays(await makeLodging(tenant.secret));
});
afterAll(() => stack?.stop());

const doctor = () => lodging(stack.home, ['doctor']);
const outbox = () => lodging(stack.home, ['outbox']);

/** Of the services that are ready. */
async function ready(): Promise<string[]> {
  const services = await Promise.all(
    Object.entries(stack.demo.services).map(async ([service, { healthUrl }]) => {
      const answer = await fetch(`${healthUrl}/readyz`);
      return answer.ok ? [service] : [];
    }),
  );
  return services.flat().toSorted();
}
const ALL = ['channels', 'gateway', 'inventory', 'notifications', 'payments', 'reservations'];

async function status(): Promise<number> {
  return (await book(tenant.secret, { ...next(), paidOffline: true })).status;
}

const WITHIN_A_MINUTE = { withinMs: 60_000, everyMs: 500 };
const failing = (line: RegExp) =>
  eventually(
    `doctor says ${line}`,
    async () => {
      const { code, out } = await doctor();
      return code === 1 && line.test(out) ? out : undefined;
    },
    WITHIN_A_MINUTE,
  );

async function untilWell(): Promise<void> {
  await eventually('all is well again', async () => (await doctor()).code === 0, WITHIN_A_MINUTE);
  expect(await ready()).toEqual(ALL);
  expect((await outbox()).code).toBe(0);
  expect(await status()).toBe(201);
}

it('Redis away: doctor fails at it alone, everything stays ready, and bookings are made', async () => {
  await stack.servers.redis.kill('SIGKILL');
  try {
    const out = await failing(/^FAIL +redis +Redis does not answer/m);
    expect(out.match(/^FAIL/gm), out).toHaveLength(1);
    expect(await ready()).toEqual(ALL);
    expect((await outbox()).code).toBe(0);
    expect(await status()).toBe(201);
  } finally {
    await stack.servers.redis.start();
  }
  await untilWell();
}, 180_000);

it('NATS away: doctor and outbox fail at each service, and nothing is ready', async () => {
  await stack.servers.nats.kill('SIGKILL');
  try {
    const out = await failing(/^FAIL +service gateway +gateway is not ready: nats/m);
    expect(out).toMatch(/^FAIL +service reservations +reservations is unreachable/m);
    expect(out).toMatch(/^FAIL +backlog +The backlog of reservations is not known/m);
    const listed = await outbox();
    expect(listed.code, listed.out).toBe(1);
    expect(listed.notes).toContain('reservations is missing from this result');
    await eventually('nothing is ready', async () => (await ready()).length === 0, WITHIN_A_MINUTE);
    expect(await status()).toBe(503);
  } finally {
    await stack.servers.nats.start();
  }
  await untilWell();
}, 180_000);

it('Postgres away: doctor and outbox fail at each service, and nothing is ready', async () => {
  await stack.servers.postgres.kill('SIGQUIT');
  try {
    const out = await failing(/^FAIL +service reservations +reservations is not ready: .*postgres/m);
    expect(out).toMatch(/^FAIL +payment accounts +The tenants cannot be read/m);
    const listed = await outbox();
    expect(listed.code, listed.out).toBe(1);
    expect(listed.notes).toContain('reservations is missing from this result');
    await eventually('nothing is ready', async () => (await ready()).length === 0, WITHIN_A_MINUTE);
    expect(await status()).toBe(503);
  } finally {
    await stack.servers.postgres.start();
  }
  await untilWell();
}, 180_000);

it('The disk of Postgres full: doctor fails at what cannot be written, what is read is answered, and all is well with space', async ({
  skip,
}) => {
  const { postgres } = stack.servers;
  const { volume } = postgres;
  if (volume === undefined) return skip('the database has no volume of its own here (needs root on Linux)');
  volume.fill();
  try {
    await eventually('no booking is made', async () => (await status()) === 503, WITHIN_A_MINUTE);
    const out = await failing(/^FAIL +service reservations +reservations cannot commit to its database: /m);
    expect(out.match(/^FAIL +service/gm), out).toHaveLength(ALL.length);
    // What is only read is answered meanwhile.
    expect(await ready()).toEqual(ALL);
    expect((await tenant.secret.get('/v1/resources')).status).toBe(200);
  } finally {
    volume.free();
    // Postgres ends itself when it cannot write its log.
    if (!(await answers(postgres))) {
      await postgres.kill('SIGQUIT').catch(() => {});
      await postgres.start();
    }
  }
  await untilWell();
}, 240_000);

const answers = (postgres: Stack['servers']['postgres']) =>
  postgres.query('SELECT 1').then(
    () => true,
    () => false,
  );
