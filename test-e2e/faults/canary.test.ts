import { randomBytes, randomInt } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Client } from '../harness/client.ts';
import { eventually } from '../harness/eventually.ts';
import { findEverywhere, formsOf } from '../harness/find-everywhere.ts';
import { startMailServer } from '../harness/mail-server.ts';
import type { MailServer } from '../harness/mail-server.ts';
import { startOtlpSink } from '../harness/otlp-sink.ts';
import type { OtlpSink } from '../harness/otlp-sink.ts';
import { makeLodging, makeTenant } from '../harness/own-tenant.ts';
import type { OwnTenant } from '../harness/own-tenant.ts';
import { hold, openPayment, quote } from '../harness/stay.ts';
import { startStack } from './stack/start-stack.ts';
import type { Stack } from './stack/start-stack.ts';

const word = randomBytes(6).toString('hex');
const guest = {
  guestEmail: `quixel${word}@canary.example`,
  guestName: `Zephyrine${word} Okonkwo${word}`,
  guestPhone: `+49${randomInt(1e11, 9e11)}`,
  guestMessage: `Wexforth${word} Ballymoor${word}`,
};
const operator = { email: `opera${word}@canary.example`, password: `Passphrase${word}` };

let mail: MailServer;
let sink: OtlpSink;
let stack: Stack;
let tenant: OwnTenant;
let room: { id: string; ratePlanId: string };
let day = 0;
let dumps: string;

beforeAll(async () => {
  [mail, sink, dumps] = await Promise.all([
    startMailServer(),
    startOtlpSink(),
    mkdtemp(join(tmpdir(), 'lodging-canary-')),
  ]);
  stack = await startStack({
    SMTP_URL: mail.url,
    TRACE_SAMPLE_RATIO: '1',
    LOG_LEVEL: 'debug',
    OTEL_EXPORTER_OTLP_ENDPOINT: sink.url,
    OTEL_METRIC_EXPORT_INTERVAL: '1000',
    OTEL_BSP_SCHEDULE_DELAY: '200',
    HOLD_TTL_SECONDS: '300',
  });
  tenant = await makeTenant(stack.demo);
  room = await makeLodging(tenant.secret, { units: 50 });
  await stack.servers.postgres.query(`ALTER SYSTEM SET log_min_duration_statement = 0`);
  await stack.servers.postgres.query(`ALTER SYSTEM SET log_min_error_statement = 'debug1'`);
  await stack.servers.postgres.query('SELECT pg_reload_conf()');
});

afterAll(async () => {
  await stack?.stop();
  await Promise.all([mail.stop(), sink.stop(), rm(dumps, { recursive: true, force: true })]);
});

function requestedStay() {
  const start = Temporal.Now.plainDateISO('UTC').add({ days: 30 + (day += 3) });
  const window = { from: `${start}T15:00:00Z`, to: `${start.add({ days: 2 })}T10:00:00Z` };
  return { resourceId: room.id, ratePlanId: room.ratePlanId, ...window, partySize: 1 };
}

const book = (changes: object = {}) =>
  tenant.secret.create<{ booking: { id: string } }>('/v1/bookings', {
    ...requestedStay(),
    ...guest,
    ...changes,
  });
const sendCode = (id: string, client = tenant.browser) =>
  client.post(`/v1/holds/${id}/otp`, { email: guest.guestEmail });
const verify = (id: string, code: string, client = tenant.browser) =>
  client.post<{ guestVerificationToken: string }>(`/v1/holds/${id}/otp/verify`, {
    email: guest.guestEmail,
    code,
    guest: { name: guest.guestName, phone: guest.guestPhone, message: guest.guestMessage },
  });
const codeInMail = () =>
  /\b\d{6}\b/.exec(mail.received.at(-1)?.split('\n\n').slice(1).join('\n') ?? '')?.[0] ?? '';
const statusOf = (answer: { status: number }) => answer.status;

/** The stay as it should be: everything of the guest is given, mailed, verified, read and found. */
async function stay(): Promise<{ code: string; token: string; holdId: string }> {
  const { id } = await hold(tenant.browser, requestedStay());
  expect((await sendCode(id)).status).toBe(200);
  const code = codeInMail();
  const verified = await verify(id, code);
  expect(verified.status, JSON.stringify(verified.body)).toBe(200);
  await openPayment(tenant.secret, id);
  const booked = await book({ paidOffline: true });
  expect(booked.status, JSON.stringify(booked.body)).toBe(201);
  const found = await find();
  expect(found.body).toMatchObject({ bookings: [{ guestEmail: guest.guestEmail }, {}] });
  return { code, token: verified.body.guestVerificationToken, holdId: id };
}

const find = () => tenant.secret.get(`/v1/bookings?guestEmail=${encodeURIComponent(guest.guestEmail)}`);

async function whileLocked(tables: string, work: () => Promise<unknown>): Promise<void> {
  const url = new URL(stack.servers.postgres.current().adminUrl);
  url.pathname = '/lodging';
  const locker = new pg.Client({ connectionString: url.href });
  await locker.connect();
  try {
    await locker.query(`BEGIN; LOCK TABLE ${tables} IN ACCESS EXCLUSIVE MODE`);
    await work();
  } finally {
    await locker.end();
  }
}

async function failEverything(holdId: string): Promise<void> {
  mail.refuse(`${guest.guestName} is unknown here`);
  expect((await sendCode(holdId, tenant.secret)).status).toBe(503);
  mail.accept();

  const operators = `/admin/v1/tenants/${tenant.id}/operators`;
  await whileLocked('reservations.reservations, reservations.guest_codes, gateway.operators', async () => {
    const answers = await Promise.all([
      book(),
      find(),
      verify(holdId, '000000', tenant.secret),
      sendCode(holdId, tenant.secret),
      tenant.admin.post(operators, operator),
    ]);
    for (const status of answers.map(statusOf)) expect([409, 503]).toContain(status);
  });
  expect((await tenant.admin.post(operators, operator)).status).toBe(201);
  expect((await tenant.admin.post(operators, operator)).status).toBe(409);
  await new Client(stack.demo.gatewayUrl).post('/v1/operator/sessions', {
    ...operator,
    password: `${operator.password}!`,
  });

  await stack.servers.redis.kill('SIGKILL');
  expect((await book({ paidOffline: true })).status).toBe(201);
  await stack.servers.redis.start();

  await fetch(`${stack.providerUrl}/_emulator/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ count: 0, effect: 'status', status: 500, probability: 1 }),
  });
  expect((await book()).status).toBeGreaterThanOrEqual(500);
  await fetch(`${stack.providerUrl}/_emulator/faults`, { method: 'DELETE' });

  await stack.servers.nats.kill('SIGKILL');
  expect((await book()).status).toBe(503);
  await stack.servers.nats.start();
  await eventually(
    'bookings are accepted once more',
    async () => (await book({ paidOffline: true })).status === 201,
  );
}

/** What clients get wrong, with the guest in it. */
async function sendWrongRequests(holdId: string, token: string): Promise<void> {
  const { secret } = tenant;
  const { guestEmail: email, guestName } = guest;
  await secret.send('POST', '/v1/bookings', {
    rawBody: `{"guestName":"${guestName}","guestEmail":"${email}`,
  });
  await secret.create('/v1/bookings', { ...requestedStay(), ...guest, guestEmail: `${guestName}@` });
  await secret.get(`/v1/bookings?guestEmail=${encodeURIComponent(`${guestName} ${email}`)}&cursor=${token}`);
  await secret.get(`/v1/resources/${encodeURIComponent(email)}`);
  await secret.post(`/v1/holds/${holdId}/confirm`, { guestVerificationToken: `${token}x` });
  await secret.create('/v1/holds', { signedQuoteToken: token });
  await new Client(stack.demo.gatewayUrl, `${secret.key}x`).get('/v1/resources');
  await fetch(`${stack.demo.paymentsUrl}/webhooks/stripe`, {
    method: 'POST',
    headers: { 'stripe-signature': `t=1,v1=${token}` },
    body: JSON.stringify({ data: { object: { receipt_email: email, name: guestName } } }),
  });
}

function queryRedis(port: number, line: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port }, () => socket.write(`${line}\r\n`));
    socket.once('data', (answer) => {
      socket.destroy();
      resolve(answer.toString());
    });
    socket.once('error', reject);
  });
}

/** Files with all that was written and does not lie in files already. */
async function dumpEverything(): Promise<void> {
  const { postgres, redis } = stack.servers;
  const tables = await postgres.query<{ name: string }>(
    `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
      WHERE table_schema NOT LIKE 'pg\\_%' AND table_schema <> 'information_schema'`,
  );
  expect(tables.length).toBeGreaterThan(40);
  for (const { name } of tables) {
    const rows = await postgres.query<{ row: string }>(`SELECT t::text AS row FROM ${name} AS t`);
    await writeFile(join(dumps, `${name}.txt`), rows.map(({ row }) => row).join('\n'));
  }
  const { port } = redis.current();
  await queryRedis(port, 'CONFIG SET rdbcompression no');
  expect(await queryRedis(port, 'SAVE')).toContain('OK');
  for (const [service, { healthUrl }] of Object.entries(stack.demo.services))
    await writeFile(join(dumps, `${service}.metrics`), await (await fetch(`${healthUrl}/metrics`)).text());
  await writeFile(join(dumps, 'otlp.json'), sink.raw());
}

/** Six digits alone are found by chance in any number: a code stands by itself, or in quotes. */
async function filesWithCode(code: string, directories: readonly string[]): Promise<string[]> {
  const standing = new RegExp(`(?<![\\w.:+-])${code}(?![\\w.:-])`);
  const found: string[] = [];
  for (const directory of directories)
    for (const file of await readdir(directory))
      if (standing.test(await readFile(join(directory, file), 'utf8'))) found.push(file);
  return found;
}

it('nothing of a guest, no code, token or key is written anywhere, whatever fails', async () => {
  const { code, token, holdId } = await stay();
  expect(code).toMatch(/^\d{6}$/);
  await failEverything(holdId);
  await sendWrongRequests(holdId, token);
  await quote(tenant.browser, requestedStay());
  const traced = sink.spans().length;
  await eventually('the last spans are exported', async () => sink.spans().length > traced, {
    withinMs: 10_000,
  });
  await dumpEverything();

  const needles = [
    guest.guestEmail.split('@')[0] ?? '',
    ...guest.guestName.split(' '),
    ...guest.guestMessage.split(' '),
    guest.guestPhone.slice(1),
    operator.password,
    tenant.secret.key ?? '',
    tenant.browser.key ?? '',
    token,
    token.split('.')[2] ?? '',
  ];
  // Tables and telemetry as text, then logs, the stores of NATS and Redis, and the files of the database with its WAL.
  expect(await findEverywhere(needles, [dumps, stack.logs, stack.directory])).toEqual([]);
  // The address of an operator is stored in clear, and stands in no log.
  const postgresLog = join(stack.directory, 'volume', 'postgres-1', 'postgres.log');
  const ofOperator = [operator.email.split('@')[0] ?? ''];
  expect(await findEverywhere(ofOperator, [stack.logs, postgresLog, join(dumps, 'otlp.json')])).toEqual([]);
  expect(await readFile(postgresLog, 'utf8')).toContain('insert_pending_with_details');
  expect(await filesWithCode(code, [dumps, stack.logs])).toEqual([]);

  // The search finds what is there: in each form, and in the mail, the one place that must have it.
  const planted = formsOf(needles[0] ?? '').map((form, index) => ({
    form,
    file: join(dumps, `planted-${index}`),
  }));
  for (const { form, file } of planted) await writeFile(file, `\u0000\u0001${form}\u0000`);
  const seen = (await findEverywhere(needles, [dumps])).map((line) => line.split(':')[0]);
  expect(new Set(seen)).toEqual(new Set(planted.map(({ file }) => file)));
  expect(mail.received.join('\n')).toContain(guest.guestEmail);
  expect(mail.received.join('\n')).toContain(code);
}, 120_000);
