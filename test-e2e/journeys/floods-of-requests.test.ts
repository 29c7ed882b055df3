import { randomBytes, randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFeed } from '../harness/calendars.ts';
import { Client } from '../harness/client.ts';
import type { Answer } from '../harness/client.ts';
import { eventually } from '../harness/eventually.ts';
import { expectProblem } from '../harness/expect-problem.ts';
import { startLodging, type Lodging } from '../harness/lodging.ts';
import { makeLodging, makeTenant, type OwnTenant } from '../harness/own-tenant.ts';

/** A stack of its own: floods of one address would hinder the other journeys, which have the same. */
let lodging: Lodging;
let tenant: OwnTenant;
let room: { id: string };
let anyone: Client;

beforeAll(async () => {
  lodging = await startLodging({ TRUSTED_PROXIES: '127.0.0.1', MAX_CONNECTIONS: '300' });
  tenant = await makeTenant(lodging.demo);
  room = await makeLodging(tenant.secret);
  anyone = new Client(lodging.demo.gatewayUrl);
});

afterAll(() => lodging.stop());

const from = (address: string) => ({ 'x-forwarded-for': address });
const count = (answers: readonly Answer<unknown>[], status: number) =>
  answers.filter((answer) => answer.status === status).length;
const window = { from: '2027-06-10T15:00:00Z', to: '2027-06-12T10:00:00Z' };
const isFree = async () => {
  const query = `resource_id=${room.id}&from=${window.from}&to=${window.to}&party_size=1`;
  const answer = await tenant.secret.get<{ results?: unknown }>(`/v1/availability?${query}`);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
};

/** A body of a hundred thousand values below eighteen lists. */
function nested(fields: object, bytes: number): string {
  const start = `${JSON.stringify(fields).slice(0, -1)},"z":${'['.repeat(18)}0`;
  const end = `${']'.repeat(18)}}`;
  return start + ',0'.repeat((bytes - start.length - end.length) >> 1) + end;
}

describe('deeply nested bodies', () => {
  it('of strangers and of publishable keys are refused by their size, and all others are served', async () => {
    const signIn = { rawBody: nested({ email: 'a@b.co', password: 'x' }, 256 * 1024) };
    const quote = { rawBody: nested({ resourceId: room.id, ...window, partySize: 1 }, 256 * 1024) };
    const flood = Promise.all(
      Array.from({ length: 30 }, async (_, at) =>
        at % 2 === 0
          ? anyone.post('/v1/operator/sessions', undefined, { ...signIn, headers: from('203.0.113.1') })
          : tenant.browser.post('/v1/quotes', undefined, quote),
      ),
    );
    for (let reads = 0; reads < 10; reads += 1) await isFree();
    for (const answer of await flood) expectProblem(answer, 413, 'payload_too_large');
  });

  it('of a secret key are read as fast as flat ones', async () => {
    const rawBody = nested({ name: 'x' }, 250 * 1024);
    const flood = Promise.all(
      Array.from({ length: 20 }, () => tenant.secret.post('/v1/room-types', undefined, { rawBody })),
    );
    for (let reads = 0; reads < 10; reads += 1) await isFree();
    for (const answer of await flood) expectProblem(answer, 400, 'validation_failed');
  });
});

describe('a stranger with many addresses', () => {
  /** Browsers of a tenant whose clients may hold one stay each. */
  async function shop(limits: object) {
    const own = await makeTenant(lodging.demo);
    const body = { maxOpenHolds: 1, ...limits };
    expect((await own.admin.send('PATCH', `/admin/v1/tenants/${own.id}`, { body })).status).toBe(200);
    const { id: resourceId, ratePlanId } = await makeLodging(own.secret, { units: 100 });
    return async (address: string) => {
      const headers = from(address);
      const stay = { resourceId, ratePlanId, ...window, partySize: 1 };
      const quoted = await own.browser.post<{ signedQuoteToken: string }>('/v1/quotes', stay, { headers });
      expect(quoted.status, JSON.stringify(quoted.body)).toBe(200);
      const { signedQuoteToken } = quoted.body;
      return own.browser.create('/v1/holds', { signedQuoteToken }, { headers });
    };
  }

  it('has sixteen times what one client may hold in a /48, and four times in a /56', async () => {
    const holdFrom = await shop({ keyLimitFactor: null });
    const in56 = Array.from({ length: 12 }, (_, at) => `2001:db8:48:10${at.toString(16)}::1`);
    const ofOne = await Promise.all(in56.map(holdFrom));
    expect([count(ofOne, 201), count(ofOne, 429)]).toEqual([4, 8]);
    const in48 = Array.from({ length: 40 }, (_, at) => `2001:db8:48:${(32 + at).toString(16)}00::1`);
    const ofAll = await Promise.all(in48.map(holdFrom));
    expect([count(ofAll, 201), count(ofAll, 429)]).toEqual([12, 28]);
    expect((await holdFrom('2001:db8:49::1')).status).toBe(201);
  });

  it('has ten times what one client may hold with one publishable key, from wherever', async () => {
    const holdFrom = await shop({});
    const addresses = Array.from({ length: 16 }, (_, at) => `198.51.100.${at + 1}`);
    const answers = await Promise.all(addresses.map(holdFrom));
    expect([count(answers, 201), count(answers, 429)]).toEqual([10, 6]);
    for (const refused of answers.filter(({ status }) => status === 429)) {
      expectProblem(refused, 429, 'rate_limited');
      expect(refused.body).toMatchObject({ detail: 'Too many holds are open for this key.' });
    }
  });
});

describe('one address', () => {
  it('that sends unknown keys is refused after a hundred, and its good keys work', async () => {
    const headers = from('203.0.113.2');
    const unknown = () => new Client(lodging.demo.gatewayUrl, `sk_live_${randomBytes(24).toString('hex')}0`);
    const answers = await Promise.all(
      Array.from({ length: 150 }, () => unknown().get('/v1/resources', { headers })),
    );
    expect([count(answers, 401), count(answers, 429)]).toEqual([100, 50]);
    const made = await tenant.admin.post<{ key: string }>(`/admin/v1/tenants/${tenant.id}/api-keys`, {
      kind: 'secret',
      mode: 'live',
    });
    const fresh = new Client(lodging.demo.gatewayUrl, made.body.key);
    const works = async () => (await fresh.get('/v1/resources', { headers })).status === 200;
    await eventually('a key that was never seen works', works, { withinMs: 5_000 });
    expect((await tenant.secret.get('/v1/resources', { headers })).status).toBe(200);
  });

  it('that invents calendar tokens is refused after six hundred, and other calendars are served', async () => {
    const feed = await openFeed(tenant.secret, room.id);
    const path = new URL(feed.url).pathname;
    const headers = from('203.0.113.3');
    const answers: Answer<unknown>[] = [];
    for (let batch = 0; batch < 8; batch += 1) {
      const invented = () => anyone.get(`/v1/feeds/${randomBytes(24).toString('hex')}.ics`, { headers });
      answers.push(...(await Promise.all(Array.from({ length: 100 }, invented))));
    }
    expect([count(answers, 404), count(answers, 429)]).toEqual([600, 200]);
    expectProblem(await anyone.get(path, { headers }), 429, 'rate_limited');
    expect((await anyone.get(path, { headers: from('203.0.113.4') })).status).toBe(200);
  });

  it('that guesses admin tokens is refused after thirty, and the right one works', async () => {
    const headers = from('203.0.113.5');
    const guess = () => new Client(lodging.demo.adminUrl, randomUUID()).get('/admin/v1/tenants', { headers });
    const answers = await Promise.all(Array.from({ length: 50 }, guess));
    expect([count(answers, 401), count(answers, 429)]).toEqual([30, 20]);
    expect((await tenant.admin.get('/admin/v1/tenants', { headers })).status).toBe(200);
  });

  it('that tries passwords of many accounts is refused after fifty', async () => {
    const statuses: number[] = [];
    for (let tries = 0; tries < 60; tries += 1) {
      const body = { email: `${randomUUID()}@hotel.example`, password: 'battery staple' };
      const answer = await anyone.post('/v1/operator/sessions', body, { headers: from('203.0.113.6') });
      statuses.push(answer.status);
    }
    expect(statuses).toEqual([
      ...Array.from({ length: 50 }, () => 401),
      ...Array.from({ length: 10 }, () => 429),
    ]);
  });
});

describe('connections and messages', () => {
  function speak(address: string, text: string): Promise<string> {
    const url = new URL(address);
    return new Promise((resolve, reject) => {
      const socket = connect(Number(url.port), url.hostname, () => socket.write(text));
      socket.once('data', (data) => {
        socket.destroy();
        resolve(String(data));
      });
      socket.on('error', reject);
    });
  }

  it('with two Host headers are 400 at every server', async () => {
    const { gatewayUrl, adminUrl, paymentsUrl, services } = lodging.demo;
    const servers = [
      `${gatewayUrl}/v1/ping`,
      `${adminUrl}/admin/v1/tenants`,
      `${paymentsUrl}/webhooks/stripe`,
      ...Object.values(services).map(({ healthUrl }) => `${healthUrl}/livez`),
    ];
    for (const server of servers) {
      const { pathname } = new URL(server);
      const answer = await speak(server, `GET ${pathname} HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n`);
      expect(answer, server).toMatch(/^HTTP\/1\.1 400 [\s\S]*"code":"bad_request"/);
    }
  });

  it('beyond the most that the gateway takes are refused, and those that are open are served', async () => {
    await isFree();
    const url = new URL(lodging.demo.gatewayUrl);
    const sockets = Array.from({ length: 330 }, () => connect(Number(url.port), url.hostname));
    const answers: string[] = [];
    for (const socket of sockets) {
      socket.on('error', () => undefined).on('data', (data) => answers.push(String(data)));
    }
    try {
      await eventually('connections are refused', async () => answers.length >= 10);
      for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 503 [\s\S]*"service_unavailable"/);
    } finally {
      for (const socket of sockets) socket.destroy();
    }
    await eventually('new connections are served', async () => {
      return (await anyone.get('/v1/ping')).status === 200;
    });
  });
});
