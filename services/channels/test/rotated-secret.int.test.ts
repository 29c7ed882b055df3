import { eventually } from '@lodging/kit-testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFeedVault } from '../src/outbound/connections/feed-vault.ts';
import { stays } from './feed-server.ts';
import { importFeed } from './import-feed.ts';
import { startChannels } from './start-channels.ts';
import type { TestChannels } from './start-channels.ts';

const NEW = 'the secret that replaces it, as long as the other';
let channels: TestChannels;

beforeAll(async () => {
  channels = await startChannels();
});
afterAll(() => channels.stop());

/** Of the feed addresses that are stored: how many the secrets open. */
async function openedBy(secrets: string[]): Promise<number> {
  const rows = await channels.rows<{ tenant_id: string; id: string; sealed_feed_url: string }>(
    'SELECT tenant_id, id, sealed_feed_url FROM channels.connections',
  );
  const vault = createFeedVault(secrets);
  return rows.filter((row) => vault.open(row.tenant_id, row.id, row.sealed_feed_url) !== undefined).length;
}

it('FEED_SECRET is replaced while calendars are read: each process opens what the others seal, and one with a wrong secret does not start', async () => {
  const { environment } = channels;
  const old = environment['FEED_SECRET'] ?? '';
  const feed = await importFeed(channels, stays(2));
  expect(await openedBy([old])).toBe(1);

  environment['FEED_SECRET'] = JSON.stringify([old, NEW]);
  await channels.startReplica();
  await importFeed(channels, stays(1));
  environment['FEED_SECRET'] = JSON.stringify([NEW, old]);
  await channels.startReplica();
  await eventually('all addresses are sealed again', async () => (await openedBy([NEW])) === 2);
  expect(await openedBy([old])).toBe(0);

  environment['FEED_SECRET'] = NEW;
  await channels.startReplica();
  feed.setFeed(stays(3));
  environment['FEED_SECRET'] = 'a secret that has never sealed anything here';
  await expect(channels.startReplica()).rejects.toThrow('FEED_SECRET does not open');
}, 60_000);

it('a process starts though one old address is left that FEED_SECRET does not open', async () => {
  const [oldest] = await channels.rows<{ tenant_id: string; id: string }>(
    'SELECT tenant_id, id FROM channels.connections ORDER BY created_at LIMIT 1',
  );
  const { tenant_id: tenantId = '', id = '' } = oldest ?? {};
  const lost = createFeedVault('a secret that is lost').seal(tenantId, id, 'http://lost.example');
  await channels.rows(`UPDATE channels.connections SET sealed_feed_url = '${lost}' WHERE id = '${id}'`);
  channels.environment['FEED_SECRET'] = NEW;
  await channels.startReplica();
}, 60_000);
