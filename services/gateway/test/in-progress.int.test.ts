import { randomUUID } from 'node:crypto';
import { eventually } from '@lodging/kit-testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeKey, makeTenant, SHOP } from './build-tenant.ts';
import { expectProblem } from './expect-problem.ts';
import { HttpClient } from './http-client.ts';
import type { Answer } from './http-client.ts';
import { startGateway } from './start-gateway.ts';
import type { RunningGateway } from './start-gateway.ts';
import { startStubServices } from './stub-services.ts';
import type { StubServices } from './stub-services.ts';

let gateway: RunningGateway;
let stubs: StubServices;
let tenantId: string;
let browser: HttpClient;
let server: HttpClient;
beforeAll(async () => {
  [gateway, stubs] = await Promise.all([startGateway({ TRUSTED_PROXIES: '127.0.0.1' }), startStubServices()]);
  tenantId = (await makeTenant(gateway)).id;
});
beforeEach(async () => {
  const [publishable, secret] = await Promise.all([
    makeKey(gateway, tenantId, { mode: 'live', kind: 'publishable', allowedOrigins: [SHOP] }),
    makeKey(gateway, tenantId, { mode: 'live', kind: 'secret' }),
  ]);
  browser = new HttpClient(gateway.url, publishable.key, SHOP);
  server = new HttpClient(gateway.url, secret.key);
});
afterAll(async () => {
  await gateway.stop();
  await stubs.stop();
});

const window = { from: '2027-06-10T15:00:00Z', to: '2027-06-12T10:00:00Z' };
const resourceId = randomUUID();
const period = `from=${window.from}&to=${window.to}`;
const from = (address: string) => ({ 'x-forwarded-for': address });
const ok = (value: unknown) => ({ ok: true as const, value });

type Send = (client: HttpClient, address: string, alternatives?: number) => Promise<Answer>;

const search: Send = (client, address) => {
  const dates = { arrival: '2027-06-10', departure: '2027-06-12' };
  return client.post('/v1/search', { dates, adults: 2 }, from(address));
};
const quote: Send = (client, address, alternatives) => {
  const body = { resourceId, ...window, partySize: 2, ...(alternatives !== undefined && { alternatives }) };
  return client.post('/v1/quotes', body, from(address));
};
const availability: Send = (client, address, alternatives) => {
  const more = alternatives === undefined ? '' : `&alternatives=${alternatives}`;
  const path = `/v1/availability?resource_id=${resourceId}&${period}&party_size=2${more}`;
  return client.get(path, { headers: from(address) });
};
const calendar: Send = (client, address) =>
  client.get(`/v1/resources/${resourceId}/calendar?${period}`, { headers: from(address) });

const found = { asOf: '2027-06-01T00:00:00.000Z', evaluated: 0, results: [], nextAfter: null };
const days = { etag: '"e"', calendar: { days: [] } };

/** What is sent to the operation stays in progress until `end`. */
function hold(operation: string, value: unknown) {
  const started = { count: 0 };
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  stubs.answer(operation, async () => {
    started.count += 1;
    await ended;
    return ok(value);
  });
  const sent: Promise<Answer>[] = [];
  const run = async (requests: readonly Promise<Answer>[]) => {
    sent.push(...requests);
    await eventually('they are in progress', () => started.count >= sent.length);
  };
  const endAll = async () => {
    end();
    for (const { status, text } of await Promise.all(sent)) expect(status, text).toBe(200);
  };
  return { run, endAll };
}

const times = (count: number, send: (at: number) => Promise<Answer>) =>
  Array.from({ length: count }, (_, at) => send(at));

describe('with a publishable key a client network has so many requests in progress', () => {
  it.each([
    ['searches', 1, 'search-stays', search, found],
    ['quotes with alternatives', 2, 'create-quote', quote, { id: 'q' }],
    ['availabilities with alternatives', 2, 'find-availability', availability, { available: true }],
    ['calendars', 6, 'read-calendar', calendar, days],
  ] as const)('%s: %i', async (_name, most, operation, send, value) => {
    const { run, endAll } = hold(operation, value);
    try {
      await run(times(most, () => send(browser, '203.0.113.1', 1)));
      const refused = await send(browser, '203.0.113.1', 1);
      expect(expectProblem(refused, 'rate_limited')).toMatchObject({ status: 429 });
      expect(refused.headers.get('retry-after')).toBe('1');
      // Neither another network nor a secret key waits for them.
      await run([send(browser, '203.0.113.2', 1), ...times(8, () => send(server, '203.0.113.1', 1))]);
    } finally {
      await endAll();
    }
    stubs.answer(operation, ok(value));
    expect((await send(browser, '203.0.113.1', 1)).status).toBe(200);
  });

  it.each([
    ['quotes', 'create-quote', quote, { id: 'q' }],
    ['availabilities', 'find-availability', availability, { available: true }],
  ] as const)('but any number of %s without alternatives', async (_name, operation, send, value) => {
    const { run, endAll } = hold(operation, value);
    await run([
      ...times(6, () => send(browser, '203.0.113.1')),
      ...times(6, () => send(browser, '203.0.113.1', 0)),
    ]);
    await endAll();
  });

  it('and a /56 of IPv6 has four times as many, a /48 sixteen times', async () => {
    const { run, endAll } = hold('search-stays', found);
    // The last two digits of the fourth group are within a /56.
    const at = (subnet: number) => `2001:db8:1:${subnet.toString(16)}::1`;
    try {
      await run(times(4, (network) => search(browser, at(network))));
      expectProblem(await search(browser, at(4)), 'rate_limited');
      await run(times(12, (network) => search(browser, at(0x100 * (1 + Math.floor(network / 4)) + network))));
      expectProblem(await search(browser, at(0xff00)), 'rate_limited');
      await run([search(browser, '2001:db8:2::1')]);
    } finally {
      await endAll();
    }
    stubs.answer('search-stays', ok(found));
    for (const subnet of [0, 4, 0xff00]) expect((await search(browser, at(subnet))).status).toBe(200);
  });
});
