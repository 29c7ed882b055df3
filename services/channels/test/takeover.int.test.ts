import { createConnection } from '@lodging/contract-channels';
import { openDatabase } from '@lodging/kit-postgres';
import { eventually } from '@lodging/kit-testing';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { NO_CHANGES } from '../src/domain/sync/event-changes.ts';
import type { RefreshRecord } from '../src/domain/sync/sync-lease.ts';
import { createConnectionRepository } from '../src/outbound/connections/connection-repository.ts';
import { createSyncedFeedRepository } from '../src/outbound/sync/synced-feed-repository.ts';
import { createSyncLeaseRepository } from '../src/outbound/sync/sync-lease-repository.ts';
import { answers, calendar, hangs, stays } from './feed-server.ts';
import { startChannels } from './start-channels.ts';
import type { TestChannels } from './start-channels.ts';

let channels: TestChannels;

beforeEach(async () => {
  channels = await startChannels({ replicas: 0 });
});
afterEach(() => channels.stop());

it('the sync of a killed process is taken over when its lease has expired', async () => {
  const path = '/takeover.ics';
  channels.feeds.set(path, hangs);
  const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));
  const env = { ...channels.environment, HEALTH_PORT: '0', PATH: process.env['PATH'] };
  const child = spawn(process.execPath, [main], { env, stdio: 'ignore' });
  try {
    const tenantId = randomUUID();
    const feedUrl = channels.feeds.url(path);
    const { id } = await eventually(
      'the process serves',
      () => channels.value(createConnection, tenantId, { channel: 'ical', feedUrl }),
      { withinMs: 20_000 },
    );
    await eventually('it fetches the feed', () => channels.feeds.requests(path).length === 1);
    child.kill('SIGKILL');
    await once(child, 'exit');

    channels.feeds.set(path, answers(200, calendar(stays(2))));
    await channels.startReplica();
    expect(await channels.read(tenantId, id)).toMatchObject({ lastSyncAt: null });
    const lease = await channels.rows<{ seconds: number }>(
      'SELECT extract(epoch FROM leased_until - now())::float8 AS seconds FROM connections WHERE id = $1',
      [id],
    );
    expect(lease[0]?.seconds).toBeLessThanOrEqual(30);
    expect(channels.feeds.requests(path)).toHaveLength(1);
    await channels.rows('UPDATE connections SET leased_until = now() WHERE id = $1', [id]);
    await eventually('another process takes over', async () => {
      return (await channels.read(tenantId, id)).eventCount === 2;
    });
  } finally {
    child.kill('SIGKILL');
  }
}, 60_000);

it('a process that lost its lease changes nothing any more', async () => {
  const tenantId = randomUUID();
  const db = openDatabase({
    url: channels.environment['POSTGRES_URL'] ?? '',
    schema: 'channels',
    log: channels.log,
  });
  try {
    const leases = createSyncLeaseRepository(db);
    const feeds = createSyncedFeedRepository(db);
    const connections = createConnectionRepository(db);
    const id = randomUUID();
    const urls = { feedUrl: 'https://host.example/***', sealedFeedUrl: 'sealed' };
    await connections.create(tenantId, { id, livemode: true, channel: 'ical', ...urls }, 1);
    const room = { limit: 10, share: 10 };
    const [first] = await leases.leaseDue(randomUUID(), room);
    expect(await leases.leaseDue(randomUUID(), room)).toEqual([]);
    await channels.rows('UPDATE connections SET leased_until = now()');
    const [second] = await leases.leaseDue(randomUUID(), room);
    if (first === undefined || second === undefined) throw new Error('nothing was leased');

    expect(await leases.nextSequence(first)).toBeUndefined();
    expect(await feeds.accept(first, [], '2027-01-01')).toBe(false);
    await leases.retryLater(first, 0);
    const record: RefreshRecord = {
      result: { kind: 'unchanged', eventCount: 7, refreshInSeconds: 900 },
      applied: { appliedDigest: null, blockCount: null },
      read: {
        ...NO_CHANGES,
        id: randomUUID(),
        createdAt: Temporal.Now.instant(),
        outcome: 'unchanged',
        events: 7,
        durationMs: 1,
        error: null,
      },
    };
    await leases.completeRefresh(first, record);
    expect(await connections.find(tenantId, id)).toMatchObject({ eventCount: 0, lastSyncAt: null });
    expect(await leases.nextSequence(second)).toBe(1);
    await leases.completeRefresh(second, record);
    expect(await connections.find(tenantId, id)).toMatchObject({ eventCount: 7 });
  } finally {
    await db.close();
  }
});
