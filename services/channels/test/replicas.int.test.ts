import { createConnection } from '@lodging/contract-channels';
import { eventually } from '@lodging/kit-testing';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { answers } from './feed-server.ts';
import { startChannels } from './start-channels.ts';
import type { TestChannels } from './start-channels.ts';

let channels: TestChannels;

beforeAll(async () => {
  channels = await startChannels({ replicas: 2 });
});
afterAll(() => channels.stop());

const create = (tenantId: string, path: string) =>
  channels.value(createConnection, tenantId, { channel: 'ical', feedUrl: channels.feeds.url(path) });

it('two hundred feeds that are due at once are fetched once each, a few at a time', async () => {
  const tenantId = randomUUID();
  const paths = Array.from({ length: 200 }, (_, index) => `/many/${index}.ics`);
  const open = { now: 0, most: 0 };
  for (const path of paths) {
    channels.feeds.set(path, (request, response) => {
      open.most = Math.max(open.most, (open.now += 1));
      response.once('close', () => (open.now -= 1));
      setTimeout(() => answers(503, '')(request, response), 20);
    });
  }
  const ids: string[] = [];
  for (const path of paths) ids.push((await create(tenantId, path)).id);
  const countSynced = async () => {
    const [row] = await channels.rows<{ count: number }>(
      'SELECT count(*)::int AS count FROM connections WHERE id = ANY ($1) AND last_sync_at IS NOT NULL AND leased_by IS NULL',
      [ids],
    );
    return row?.count;
  };
  await eventually('each was fetched once', async () => (await countSynced()) === 200, { withinMs: 25_000 });
  const before = paths.map((path) => channels.feeds.requests(path).length);
  expect(before.every((count) => count === 1)).toBe(true);

  await channels.rows(
    'UPDATE connections SET next_sync_at = now(), last_sync_at = NULL WHERE id = ANY ($1)',
    [ids],
  );
  await eventually('each was fetched once more', async () => (await countSynced()) === 200, {
    withinMs: 25_000,
  });
  expect(paths.filter((path) => channels.feeds.requests(path).length !== 2)).toEqual([]);
  expect(open.most).toBeGreaterThan(1);
  expect(open.most).toBeLessThanOrEqual(16);
}, 60_000);
