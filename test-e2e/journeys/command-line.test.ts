import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connect } from '@nats-io/transport-node';
import { promisify } from 'node:util';
import { execFile } from 'node:child_process';
import { describe, expect, inject, it } from 'vitest';
import { bookedOffline, weeklyStays } from '../harness/bookings.ts';
import { Client } from '../harness/client.ts';
import type { Demo } from '../harness/demo.ts';
import { lodging, lodgingJson } from '../harness/command-line.ts';
import { eventually } from '../harness/eventually.ts';
import { expectProblem } from '../harness/expect-problem.ts';
import { makeLodging, makeTenant } from '../harness/own-tenant.ts';
import { hold, requestedStayFor } from '../harness/stay.ts';
import { startWebhookReceiver } from '../harness/webhook-receiver.ts';
import { registered } from '../harness/webhooks.ts';

const [demo, home] = [inject('demo'), inject('home')];
const run = (...args: string[]) => lodging(home, args);
const newSlug = () => `cli-${randomUUID().slice(0, 13)}`;

interface Letter {
  id: string;
  service: string;
  subject: string;
  error: string;
  replayedAt: string | null;
}
const letters = async (service: string) =>
  (await lodgingJson<{ deadLetters: Letter[] }>(home, ['dead-letters', 'list', '--service', service]))
    .deadLetters;

/** Everything a reader of demo.json could misuse. */
function secretsOf({ adminToken, stripe, postgresUrl, natsUrl, tenants }: Demo): string[] {
  const passwords = [postgresUrl, natsUrl].map((url) => decodeURIComponent(new URL(url).password));
  const keys = tenants.flatMap(({ secretKey, testSecretKey }) => [secretKey, testSecretKey]);
  return [adminToken, stripe.secretKey, stripe.webhookSecret, ...passwords, ...keys].filter(Boolean);
}

describe('a new tenant', () => {
  it('is created with a key and an account, and takes bookings', async () => {
    const slug = newSlug();
    const made = await run(
      'tenants',
      'create',
      '--name',
      'Hotel Süd',
      '--slug',
      slug,
      '--timezone',
      'Europe/Zurich',
    );
    expect(made, made.notes).toMatchObject({ code: 0 });
    expect(made.out).toMatch(/^slug +cli-/m);
    const { key } = await lodgingJson<{ key: string }>(home, ['keys', 'create', slug, '--name', 'pms']);
    await lodgingJson(home, ['payment-accounts', 'set', slug, 'acct_commandline01']);
    const secret = new Client(demo.gatewayUrl, key);
    const room = await makeLodging(secret);
    const plans = [{ id: room.ratePlanId, code: 'flex' }];
    const held = await hold(
      secret,
      requestedStayFor({ id: room.id, name: 'room', kind: 'hotel_room', ratePlans: plans }),
    );
    expect(held.state).toBe('held');
  });

  it('is given its policies and taxes by file, and the changes are printed', async () => {
    const slug = newSlug();
    await run('tenants', 'create', '--name', slug, '--slug', slug);
    const { key } = await lodgingJson<{ key: string }>(home, ['keys', 'create', slug]);
    const env = { LODGING_SECRET_KEY: key };
    const none = { kind: 'none' };
    const policy = { code: 'Flex', name: 'Flexible', afterwards: none, noShow: none };
    const vat = { code: 'VAT', name: 'VAT', kind: 'tax', basis: 'percent', rateBps: '700' };
    const file = join(home, `${slug}.json`);
    const put = async (command: string, rules: object) => {
      await writeFile(file, JSON.stringify(rules));
      return lodging(home, [command, 'put', file], { env });
    };
    expect((await put('policies', { cancellationPolicies: [policy] })).out).toMatch(/^Flex +added$/m);
    expect((await put('policies', [policy])).out).toMatch(/^Flex +unchanged$/m);
    expect((await put('policies', [{ ...policy, name: 'New' }])).out).toMatch(/^Flex +changed$/m);
    expect((await put('taxes', { taxRules: [vat] })).out).toMatch(/^VAT +added$/m);
    const secret = new Client(demo.gatewayUrl, key);
    expect((await secret.get('/v1/cancellation-policies/flex')).body).toMatchObject({ version: 2 });
    expect((await secret.get('/v1/tax-rules/vat')).status).toBe(200);
    expect(await put('taxes', [{ ...vat, rateBps: 7 }])).toMatchObject({
      code: 1,
      notes: expect.stringContaining('/rateBps'),
    });
    expect(await put('taxes', {})).toMatchObject({ code: 2 });
    const keyless = await lodging(home, ['taxes', 'put', file]);
    expect(keyless).toMatchObject({ code: 2, notes: expect.stringContaining('LODGING_SECRET_KEY') });
  });

  it('has its key printed once, on standard output only, and revoked after confirmation only', async () => {
    const slug = newSlug();
    await run('tenants', 'create', '--name', slug, '--slug', slug);
    const created = await run('keys', 'create', slug);
    const key = /sk_live_\w+/.exec(created.out)?.[0] ?? '';
    expect(created.notes).not.toContain(key);
    const listed = await run('keys', 'list', slug);
    expect(listed.out).toContain(key.slice(0, 12));
    expect(listed.out).not.toContain(key);
    const id = /^[0-9a-f-]{36}/m.exec(listed.out)?.[0] ?? '';
    expect(await run('keys', 'revoke', slug, id)).toMatchObject({
      code: 2,
      notes: expect.stringContaining('--yes'),
    });
    expect((await new Client(demo.gatewayUrl, key).get('/v1/resources')).status).toBe(200);
    expect(await run('keys', 'revoke', slug, id, '--yes')).toMatchObject({ code: 0 });
    await eventually('the key is refused', async () => {
      return (await new Client(demo.gatewayUrl, key).get('/v1/resources')).status === 401;
    });
  });

  it('has operators who sign in with a password that was no argument', async () => {
    const slug = newSlug();
    await run('tenants', 'create', '--name', slug, '--slug', slug);
    const email = `${slug}@hotel.example`;
    const args = ['operators', 'create', slug, '--email', email, '--password-file', '-'];
    expect(await lodging(home, args, { input: 'correct horse\n' })).toMatchObject({ code: 0 });
    const session = await new Client(demo.gatewayUrl).post('/v1/operator/sessions', {
      email,
      password: 'correct horse',
    });
    expect(session.status).toBe(201);
  });
});

describe('the administration of a tenant', () => {
  it('is suspended after confirmation only, and reinstated', async () => {
    const slug = newSlug();
    await run('tenants', 'create', '--name', slug, '--slug', slug);
    const { key } = await lodgingJson<{ key: string }>(home, ['keys', 'create', slug]);
    const secret = new Client(demo.gatewayUrl, key);
    expect(await run('tenants', 'suspend', slug, '--reason', 'unpaid')).toMatchObject({ code: 2 });
    expect((await secret.get('/v1/resources')).status).toBe(200);
    const suspended = await run('tenants', 'suspend', slug, '--reason', 'unpaid', '--yes');
    expect(suspended, suspended.notes).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^reason +unpaid$/m),
    });
    expect((await secret.get('/v1/resources')).status).toBe(403);
    expect(await run('tenants', 'reinstate', slug)).toMatchObject({ code: 0 });
    const trail = await run('audit', '--tenant', slug, '--actor', 'root');
    for (const action of ['tenant.created', 'api_key.created', 'tenant.suspended', 'tenant.reinstated']) {
      expect(trail.out).toContain(action);
    }
    expect(trail.out).not.toContain(key.slice(12));
    expect((await secret.get('/v1/resources')).status).toBe(200);
  });

  it('has a key changed without another one made', async () => {
    const slug = newSlug();
    await run('tenants', 'create', '--name', slug, '--slug', slug);
    const made = await lodgingJson<{ id: string; key: string }>(home, ['keys', 'create', slug]);
    const changed = await lodgingJson(home, ['keys', 'update', slug, made.id, '--permission', 'operate']);
    expect(changed).toMatchObject({ id: made.id, permissions: ['operate'] });
    const bare = await run('keys', 'update', slug, made.id, '--no-permissions');
    expect(bare.out).toMatch(/^effective permissions +read book operate$/m);
    expect((await run('keys', 'list', slug)).out).toContain('read book operate');
    await run('keys', 'update', slug, made.id, '--permission', 'operate');
    const answer = await new Client(demo.gatewayUrl, made.key).get('/v1/resources');
    expectProblem(answer, 403, 'insufficient_permission');
  });

  it('has limits lifted, and keys for some operations until a time, whose name and limit can be removed', async () => {
    const slug = newSlug();
    await run('tenants', 'create', '--name', slug, '--slug', slug);
    const lifted = ['tenants', 'limit', slug, '--open-holds', 'none', '--unit-nights', '0'];
    expect(await lodgingJson(home, lifted)).toMatchObject({ maxOpenHolds: null, maxHeldUnitNights: 0 });
    const bySize = ['tenants', 'limit', slug, '--unit-nights', 'by-size', '--key-factor', '20'];
    expect(await lodgingJson(home, bySize)).toMatchObject({
      maxHeldUnitNights: 750,
      heldUnitNightsFollowSize: true,
      keyLimitFactor: 20,
    });
    const until = Temporal.Now.instant().add({ hours: 1 }).toString({ smallestUnit: 'second' });
    const options = ['--name', 'till', '--permission', 'read', '--requests-per-minute', '600'];
    const create = ['keys', 'create', slug, ...options, '--expires-at', until];
    const made = await lodgingJson<{ id: string; key: string; expiresAt: string }>(home, create);
    expect(Temporal.Instant.from(made.expiresAt).toString()).toBe(until);
    const { id, key } = made;
    const secret = new Client(demo.gatewayUrl, key);
    expect((await secret.get('/v1/resources')).status).toBe(200);
    const refused = await secret.post('/v1/room-types', { code: 'double', name: 'Double room' });
    expectProblem(refused, 403, 'insufficient_permission');
    const bare = ['keys', 'update', slug, id, '--no-name', '--requests-per-minute', 'none'];
    expect(await lodgingJson(home, bare)).toMatchObject({ name: null, requestsPerMinute: null });
    const unknown = await run('keys', 'create', slug, '--permission', 'everything');
    expect(unknown).toMatchObject({ code: 1, out: '', notes: expect.stringContaining('/permissions/0') });
  });

  it('has its trail read by tenant, actor, action and time', async () => {
    const slug = newSlug();
    const before = Temporal.Now.instant().subtract({ seconds: 5 }).toString();
    await run('tenants', 'create', '--name', slug, '--slug', slug);
    await run('keys', 'create', slug, '--name', 'pms');
    const found = async (...filter: string[]) => {
      const trail = ['audit', '--tenant', slug, ...filter];
      const { entries } = await lodgingJson<{ entries: { action: string }[] }>(home, trail);
      return entries.map(({ action }) => action);
    };
    const after = Temporal.Now.instant().add({ seconds: 5 }).toString();
    expect(await found()).toEqual(['api_key.created', 'tenant.created']);
    expect(await found('--action', 'tenant.created')).toEqual(['tenant.created']);
    expect(await found('--actor', 'root', '--limit', '1')).toEqual(['api_key.created']);
    expect(await found('--actor', 'operator')).toEqual([]);
    expect(await found('--from', before, '--to', after)).toHaveLength(2);
    expect(await found('--from', after)).toEqual([]);
    expect(await run('audit', '--from', 'yesterday')).toMatchObject({
      code: 1,
      notes: expect.stringContaining('/from'),
    });
  });

  it('has the events of a period sent once more to one endpoint, after confirmation only', async () => {
    const receiver = await startWebhookReceiver();
    const tenant = await makeTenant(demo);
    const endpoint = await registered(tenant.secret, receiver.urlOf('/again'), ['reservation.confirmed']);
    const from = Temporal.Now.instant().subtract({ seconds: 5 }).toString();
    const booking = await bookedOffline(tenant.secret, weeklyStays(await makeLodging(tenant.secret))());
    const received = () => receiver.received('/again').map(({ body }) => body.id);
    await eventually('it receives the stay', async () => received().length === 1);
    const replay = ['webhooks', 'replay', tenant.id, endpoint.id, '--from', from];
    expect(await run(...replay)).toMatchObject({ code: 2, notes: expect.stringContaining('--yes') });
    expect(received(), booking.id).toHaveLength(1);
    expect(await lodgingJson(home, [...replay, '--yes'])).toEqual({ deliveries: 1 });
    await eventually('it receives it once more', async () => received().length === 2);
    expect(received()[1]).toBe(received()[0]);
    expect(await run('webhooks', 'replay', tenant.id, randomUUID(), '--from', from, '--yes')).toMatchObject({
      code: 1,
      notes: expect.stringContaining('webhook_endpoint_not_found'),
    });
    await receiver.stop();
  });

  it('has operators listed, given another password, signed out and removed', async () => {
    const slug = newSlug();
    await run('tenants', 'create', '--name', slug, '--slug', slug);
    const email = `${slug}@hotel.example`;
    const create = ['operators', 'create', slug, '--email', email, '--password-file', '-'];
    await lodging(home, create, { input: 'correct horse\n' });
    const signIn = (password: string) =>
      new Client(demo.gatewayUrl).post('/v1/operator/sessions', { email, password });
    expect((await signIn('correct horse')).status).toBe(201);
    const { operators } = await lodgingJson<{ operators: { id: string; sessions: number }[] }>(home, [
      'operators',
      'list',
      slug,
    ]);
    expect(operators).toMatchObject([{ email, sessions: 1 }]);
    const id = operators[0]?.id ?? '';
    const setPassword = ['operators', 'set-password', slug, id, '--password-file', '-'];
    expect(await lodging(home, setPassword, { input: 'another horse\n' })).toMatchObject({ code: 0 });
    expect((await signIn('another horse')).status).toBe(201);
    expect(await run('operators', 'sign-out', slug, id)).toMatchObject({ code: 0 });
    expect(await run('operators', 'remove', slug, id, '--yes')).toMatchObject({ code: 0 });
    expect((await signIn('another horse')).status).toBe(401);
  });

  it('works with a named token too, until it is revoked', async () => {
    const { id, token } = await lodgingJson<{ id: string; token: string }>(home, [
      'admin-tokens',
      'create',
      '--name',
      'night shift',
    ]);
    const named = { env: { LODGING_ADMIN_URL: demo.adminUrl, LODGING_ADMIN_TOKEN: token } };
    expect(await lodging(home, ['tenants', 'list'], named)).toMatchObject({ code: 0 });
    const listed = await run('admin-tokens', 'list');
    expect(listed.out).toContain('night shift');
    expect(listed.out).not.toContain(token);
    expect(await run('admin-tokens', 'revoke', id, '--yes')).toMatchObject({ code: 0 });
    expect(await lodging(home, ['tenants', 'list'], named)).toMatchObject({ code: 1 });
  });

  it('is looked at with a token for reading, which changes nothing and makes no other token', async () => {
    const wanted = ['admin-tokens', 'create', '--name', 'dashboard', '--scope', 'read'];
    const { id, token } = await lodgingJson<{ id: string; token: string }>(home, wanted);
    const named = { env: { LODGING_ADMIN_URL: demo.adminUrl, LODGING_ADMIN_TOKEN: token } };
    expect(await lodging(home, ['tenants', 'list'], named)).toMatchObject({ code: 0 });
    expect((await run('admin-tokens', 'list')).out).toMatch(new RegExp(`^${id} +dashboard +read `, 'm'));
    const slug = newSlug();
    const notes = expect.stringContaining('insufficient_permission');
    for (const command of [
      wanted,
      ['admin-tokens', 'revoke', id, '--yes'],
      ['tenants', 'create', '--name', slug, '--slug', slug],
    ])
      expect(await lodging(home, command, named)).toMatchObject({ code: 1, out: '', notes });
    expect(await run('admin-tokens', 'revoke', id, '--yes')).toMatchObject({ code: 0 });
  });
});

describe('exit codes', () => {
  it('give the outcome of the command, with a message', async () => {
    const refused = await run('tenants', 'show', randomUUID());
    expect(refused).toMatchObject({ code: 1, out: '' });
    expect(refused.notes).toMatch(/There is no such tenant\. \(tenant_not_found, request [0-9a-f-]{36}\)/);
    expect(await run('tenants', 'shwo')).toMatchObject({ code: 2, out: '' });
    const nowhere = { env: { LODGING_ADMIN_URL: 'http://127.0.0.1:9', LODGING_ADMIN_TOKEN: 'adm_x' } };
    const away = await lodging(home, ['tenants', 'list'], nowhere);
    expect(away).toMatchObject({ code: 3, out: '' });
    const stranger = { env: { LODGING_ADMIN_URL: demo.adminUrl, LODGING_ADMIN_TOKEN: 'adm_wrong' } };
    expect(await lodging(home, ['tenants', 'list'], stranger)).toMatchObject({
      code: 1,
      notes: expect.stringContaining('invalid_admin_token'),
    });
  });
});

describe('an unreadable event', () => {
  it('is listed, shown without its data, and replayed', async () => {
    // Only the publisher itself may write to its stream.
    const secrets: Record<string, string> = JSON.parse(await readFile(join(home, 'secrets.json'), 'utf8'));
    const pass = secrets['nats.reservations'] ?? '';
    const nats = await connect({ servers: new URL(demo.natsUrl).host, user: 'reservations', pass });
    const before = new Set((await letters('payments')).map(({ id }) => id));
    const subject = 'evt.reservations.v1.reservation.cancelled';
    nats.publish(subject, JSON.stringify({ type: subject, guest: 'ada@example.com' }));
    await nats.drain();
    const letter = await eventually('payments stores a dead letter', async () =>
      (await letters('payments')).find(({ id }) => !before.has(id)),
    );
    const table = await run('dead-letters', 'list', '--service', 'payments');
    expect(table.out).toContain(letter.id);
    const shown = await run('dead-letters', 'show', letter.id);
    expect(shown.out).toMatch(new RegExp(`^subject +${subject}$`, 'm'));
    expect(shown.out).toContain('not an event');
    expect(shown.out).not.toContain('ada@example.com');
    const replayed = await run('dead-letters', 'replay', letter.id);
    expect(replayed).toMatchObject({ code: 1, out: expect.stringMatching(/failed .*not an event/) });
    expect(await run('dead-letters', 'replay', randomUUID())).toMatchObject({
      code: 1,
      out: expect.stringContaining('dead_letter_not_found'),
    });
  });
});

describe('doctor', () => {
  it('finds no failure in a new stack, and prints JSON', async () => {
    const healthy = await run('doctor');
    expect(healthy.code, healthy.out + healthy.notes).toBe(0);
    for (const service of Object.keys(demo.services)) expect(healthy.out).toContain(`service ${service}`);
    const diagnosed = await lodgingJson<{ findings: { check: string }[]; fail: number }>(home, ['doctor']);
    expect(diagnosed).toMatchObject({ fail: 0 });
    expect(diagnosed.findings[0]).toEqual({
      check: 'admin API',
      level: 'ok',
      message: expect.any(String),
      remedy: null,
    });
    for (const secret of secretsOf(demo)) expect(JSON.stringify(diagnosed)).not.toContain(secret);
  });

  it('reports a wrong token and an unreachable admin API', async () => {
    const wrong = { env: { LODGING_ADMIN_URL: demo.adminUrl, LODGING_ADMIN_TOKEN: 'adm_wrong' } };
    expect(await lodging(home, ['doctor'], wrong)).toMatchObject({
      code: 1,
      out: expect.stringContaining('ADMIN_TOKEN'),
    });
    const away = { env: { LODGING_ADMIN_URL: 'http://127.0.0.1:9', LODGING_ADMIN_TOKEN: 'x' } };
    expect(await lodging(home, ['doctor'], away)).toMatchObject({
      code: 1,
      out: expect.stringContaining('admin API'),
    });
  });
});

it('runs the commands of its README', async () => {
  const root = join(import.meta.dirname, '..', '..');
  const readme = await readFile(join(root, 'packages', 'cli', 'README.md'), 'utf8');
  const commands = /```sh\n([\s\S]*?)```/.exec(readme)?.[1];
  if (commands === undefined) throw new Error('the README has no commands to paste');
  const env = { PATH: process.env['PATH'], LODGING_HOME: home };
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', commands], {
    cwd: root,
    env,
  });
  expect(stdout).toContain('acct_1PgafTB7xXfG');
  expect(stdout).toMatch(/^lakeside: sk_live_\w+$/m);
  expect(stdout).toMatch(/^ok +admin API/m);
});
