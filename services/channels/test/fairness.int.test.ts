// What one tenant's calendars may take from the others.
import { createConnection, syncConnection } from '@lodging/contract-channels';
import { openDatabase } from '@lodging/kit-postgres';
import { eventually } from '@lodging/kit-testing';
import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createConnectionRepository } from '../src/outbound/connections/connection-repository.ts';
import { createFeedTokenRepository } from '../src/outbound/feeds/feed-token-repository.ts';
import { answers } from './feed-server.ts';
import { importFeed } from './import-feed.ts';
import { stays } from './feed-server.ts';
import { startChannels, synced } from './start-channels.ts';
import type { TestChannels } from './start-channels.ts';

let channels: TestChannels;

beforeAll(async () => {
  channels = await startChannels();
});
afterAll(() => channels.stop());

/** Begins at once, and never comes to its end. */
const drips: RequestListener = (request, response) => {
  const drip = setInterval(() => response.write('X-DRIP:1\r\n'.repeat(60)), 500);
  request.socket.once('close', () => clearInterval(drip));
};

const create = (tenantId: string, path: string) =>
  channels.request(createConnection, tenantId, { channel: 'ical', feedUrl: channels.feeds.url(path) });

it('a tenant with 64 calendars on a server that drips delays no import and no sync of another', async () => {
  const other = await importFeed(channels, stays(1));
  const tenantId = randomUUID();
  const paths = Array.from({ length: 64 }, (_, index) => `/drips/${index}.ics`);
  for (const path of paths) channels.feeds.set(path, drips);
  const slow = await Promise.all(paths.map((path) => create(tenantId, path)));
  const open = () => paths.filter((path) => channels.feeds.requests(path).length > 0).length;
  await eventually('some of them are fetched', () => open() >= 4);
  const started = performance.now();
  for (const answer of slow)
    if (answer.ok) await channels.value(syncConnection, tenantId, { connectionId: answer.value.id });
  other.setFeed(stays(2));
  await other.sync();
  expect(other.dates()).toHaveLength(2);
  await importFeed(channels, stays(1));
  expect(performance.now() - started).toBeLessThan(8_000);
  expect(open()).toBe(4);
}, 60_000);

it('a sync that is requested again and again begins six times at once, and is accepted each time', async () => {
  const [tenantId, path] = [randomUUID(), `/often/${randomUUID()}.ics`];
  channels.feeds.set(path, answers(503, ''));
  const created = await channels.value(createConnection, tenantId, {
    channel: 'ical',
    feedUrl: channels.feeds.url(path),
  });
  await synced(channels, tenantId, created);
  const fetched = () => channels.feeds.requests(path).length;
  for (let count = 1; count <= 6; count += 1) {
    await channels.sync(tenantId, created.id);
    expect(fetched()).toBe(1 + count);
  }
  for (let count = 0; count < 20; count += 1) {
    const accepted = await channels.value(syncConnection, tenantId, { connectionId: created.id });
    const waitMs = Date.parse(accepted.nextSyncAt ?? '') - Date.now();
    expect(waitMs).toBeGreaterThan(0);
    expect(waitMs).toBeLessThanOrEqual(20_000);
  }
  expect(fetched()).toBe(7);
});

it('a tenant has at most 2000 connections, also when it makes several at once', async () => {
  const tenantId = randomUUID();
  const path = `/limit/${tenantId}.ics`;
  channels.feeds.set(path, answers(503, ''));
  await channels.rows(
    `INSERT INTO connections (tenant_id, id, livemode, channel, sealed_feed_url, shown_feed_url, next_sync_at)
     SELECT $1, gen_random_uuid(), true, 'ical', 'sealed', 'masked', NULL FROM generate_series(1, 1998)`,
    [tenantId],
  );
  const made = await Promise.all(Array.from({ length: 6 }, () => create(tenantId, path)));
  expect(made.filter((answer) => answer.ok)).toHaveLength(2);
  for (const answer of made)
    if (!answer.ok) expect(answer.refusal).toMatchObject({ code: 'limit_reached', extra: { limit: 2000 } });
  expect((await create(randomUUID(), path)).ok).toBe(true);
});

it('200 connections, or 64 feed tokens of one resource, that a tenant creates at once are all answered', async () => {
  const tenantId = randomUUID();
  const url = channels.environment['POSTGRES_URL'] ?? '';
  const db = openDatabase({ url, schema: 'channels', log: channels.log, maxConnections: 8 });
  try {
    const connections = createConnectionRepository(db);
    const urls = { feedUrl: 'https://host.example/***', sealedFeedUrl: 'sealed' };
    const connection = () => ({ id: randomUUID(), livemode: true, channel: 'ical', ...urls });
    const many = Array.from({ length: 200 }, () => connections.create(tenantId, connection(), 2_000));
    expect((await Promise.all(many)).filter((created) => created !== undefined)).toHaveLength(200);
    const feedTokens = createFeedTokenRepository(db);
    const resourceId = randomUUID();
    const createToken = () => {
      const createdAt = Temporal.Now.instant();
      const token = { id: randomUUID(), resourceId, name: null, createdAt, lastAccessedAt: null };
      const created = { ...token, livemode: true, excludeConnectionId: undefined };
      return feedTokens.create(tenantId, created, Buffer.from(randomUUID()), 20);
    };
    const tokens = await Promise.all(Array.from({ length: 64 }, createToken));
    expect(tokens.filter(Boolean)).toHaveLength(20);
  } finally {
    await db.close();
  }
});
