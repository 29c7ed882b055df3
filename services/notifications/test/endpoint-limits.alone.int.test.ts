// How many endpoints a tenant may have, and how many of them with one host.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { atLeisure, caller, startWebhooks } from './webhooks-harness.ts';
import type { WebhooksHarness } from './webhooks-harness.ts';
import { createWebhookSender } from '../src/outbound/deliveries/webhook-sender.ts';

let webhooks: WebhooksHarness;

beforeAll(async () => {
  webhooks = await startWebhooks();
});
afterAll(() => webhooks.close());

type Who = ReturnType<typeof caller>;

const create = (who: Who, url: string) =>
  webhooks.endpoints.create(who, { url, eventTypes: ['reservation.created'] });
const createAtOnce = (who: Who, urls: readonly string[]) => Promise.all(urls.map((url) => create(who, url)));
const ownHosts = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => `https://8.8.${from}.${index + 1}/`);
const reached = (limit: number) => ({
  ok: false,
  refusal: { code: 'webhook_endpoint_limit_reached', extra: { limit } },
});

describe('a tenant', () => {
  it('has at most fifty endpoints, also when it makes many at once, and another after it deleted one', async () => {
    const who = caller();
    const made = await createAtOnce(who, ownHosts(1, 60));
    expect(made.filter(({ ok }) => ok)).toHaveLength(50);
    for (const refused of made.filter(({ ok }) => !ok)) expect(refused).toMatchObject(reached(50));
    const [one] = await webhooks.endpoints.list(who);
    expect(await webhooks.endpoints.list(who)).toHaveLength(50);
    await webhooks.endpoints.delete(who, one?.id ?? '');
    const again = await createAtOnce(who, ownHosts(2, 3));
    expect(again.filter(({ ok }) => ok)).toHaveLength(1);
    expect((await create(caller(), 'https://8.8.1.1/')).ok).toBe(true);
  });

  it('has at most five of one host, however the host is written and whatever the path, also at once', async () => {
    const who = caller();
    // Dotted, decimal, hexadecimal and octal spellings of one address, and its port.
    const spellings = ['8.8.4.4', '134743044', '0x8080404', '010.010.4.4', '8.8.4.4:443', '8.8.1028'];
    const made = await createAtOnce(
      who,
      [...spellings, ...spellings].map((host, nth) => `https://${host}/${nth}`),
    );
    expect(made.filter(({ ok }) => ok)).toHaveLength(5);
    for (const refused of made.filter(({ ok }) => !ok)) expect(refused).toMatchObject(reached(5));
    expect((await create(who, 'https://8.8.4.5/')).ok).toBe(true);
    expect((await create(caller(), 'https://8.8.4.4/')).ok).toBe(true);
    const one = made.find(({ ok }) => ok);
    await webhooks.endpoints.delete(who, one?.ok === true ? one.value.id : '');
    expect((await create(who, 'https://8.8.4.4/')).ok).toBe(true);
  });

  it('has any number of the host that the development setting allows, up to its fifty', async () => {
    const who = caller();
    const made = await createAtOnce(
      who,
      Array.from({ length: 51 }, (_, nth) => `http://localhost:${20_000 + nth}/`),
    );
    expect(made.filter(({ ok }) => ok)).toHaveLength(50);
    expect(made.find(({ ok }) => !ok)).toMatchObject(reached(50));
  });

  it('keeps what it had above the limits: those are counted, and stay', async () => {
    const who = caller();
    const had: readonly (readonly [host: string, url: string])[] = [
      ['8.8.8.8', 'https://8.8.8.8/'],
      ['8.8.8.8', 'https://8.8.8.8:443/a'],
      ['8.8.8.8', 'https://8.8.8.8?b'],
      ['8.8.8.8', 'https://8.8.8.8#c'],
      ['8.8.8.8', 'HTTPS://8.8.8.8/d'],
      ['8.8.8.8', 'https://8.8.8.8/e'],
      ['2001:4860:4860::8888', 'https://[2001:4860:4860::8888]:443/'],
    ];
    await atLeisure(
      webhooks,
      `INSERT INTO webhook_endpoints (tenant_id, id, host, url, event_types, sealed_secret, created_at)
       SELECT $1, gen_random_uuid(), host, url, '{reservation.created}', 'sealed', now()
       FROM unnest($2::text[], $3::text[]) AS had (host, url)`,
      [who.tenantId, had.map(([host]) => host), had.map(([, url]) => url)],
    );
    expect(await create(who, 'https://8.8.8.8/f')).toMatchObject(reached(5));
    const sixth = Array.from({ length: 5 }, (_, nth) => `https://[2001:4860:4860:0::8888]/${nth}`);
    expect((await createAtOnce(who, sixth)).filter(({ ok }) => ok)).toHaveLength(4);
    expect(await webhooks.endpoints.list(who)).toHaveLength(11);
  });
});

it.each([
  ['https://Hooks.Example/', 'hooks.example'],
  ['https://hooks.example.:443/', 'hooks.example'],
  ['https://h%6Foks.example../a', 'hooks.example'],
  ['https://ｈooks.example?b', 'hooks.example'],
  ['https://bücher.example/', 'xn--bcher-kva.example'],
  ['https://[2001:4860:4860:0:0:0:0:8888]/', '2001:4860:4860::8888'],
])('the host of %s is %s', async (url, name) => {
  const sender = createWebhookSender({
    clock: webhooks.clock,
    allowLocalhost: false,
    resolve: async () => ['8.8.8.8'],
  });
  expect(await sender.check(url)).toEqual({ ok: true, value: { name, isCounted: true } });
  sender.close();
});
