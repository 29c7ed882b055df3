// Guards that nothing is lost with a process that ends without a word, and that one thought dead does no harm.
import { createConnection } from '@lodging/contract-channels';
import { openDatabase } from '@lodging/kit-postgres';
import { eventually } from '@lodging/kit-testing';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { connectionStore } from '../src/outbound/connection-store.ts';
import { syncQueue } from '../src/outbound/sync-queue.ts';
import { calendar, hangs, says, stays } from './feed-server.ts';
import { startRig } from './rig.ts';
import type { Rig } from './rig.ts';

let rig: Rig;

beforeEach(async () => {
  rig = await startRig({ replicas: 0 });
});
afterEach(() => rig.stop());

it('what a killed process was reading is taken over once its lease has run out, and read to the end', async () => {
  const path = '/takeover.ics';
  rig.feeds.set(path, hangs);
  const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));
  const env = { ...rig.environment, HEALTH_PORT: '0', PATH: process.env['PATH'] };
  const child = spawn(process.execPath, [main], { env, stdio: 'ignore' });
  try {
    const tenantId = randomUUID();
    const feedUrl = rig.feeds.url(path);
    const { id } = await eventually(
      'the process serves',
      () => rig.value(createConnection, tenantId, { channel: 'ical', feedUrl }),
      { withinMs: 20_000 },
    );
    await eventually('it reads the calendar', () => rig.feeds.requests(path).length === 1);
    child.kill('SIGKILL');
    await once(child, 'exit');

    rig.feeds.set(path, says(200, calendar(stays(2))));
    await rig.startReplica();
    expect(await rig.read(tenantId, id)).toMatchObject({ lastSyncAt: null });
    const lease = await rig.rows<{ seconds: number }>(
      'SELECT extract(epoch FROM leased_until - now())::float8 AS seconds FROM connections WHERE id = $1',
      [id],
    );
    expect(lease[0]?.seconds).toBeLessThanOrEqual(30);
    expect(rig.feeds.requests(path)).toHaveLength(1);
    await rig.rows('UPDATE connections SET leased_until = now() WHERE id = $1', [id]);
    await eventually('another takes over', async () => {
      return (await rig.read(tenantId, id)).eventCount === 2;
    });
  } finally {
    child.kill('SIGKILL');
  }
}, 60_000);

it('whoever lost its lease changes nothing any more', async () => {
  const tenantId = randomUUID();
  const db = openDatabase({
    url: rig.environment['POSTGRES_URL'] ?? '',
    schema: 'channels',
    log: rig.log,
  });
  try {
    const queue = syncQueue(db);
    const id = randomUUID();
    const shown = { shownFeedUrl: 'https://host.example/***', sealedFeedUrl: 'sealed' };
    await connectionStore(db).create(tenantId, { id, livemode: true, channel: 'ical', ...shown });
    const [first] = await queue.claim(randomUUID(), 10);
    expect(await queue.claim(randomUUID(), 10)).toEqual([]);
    await rig.rows('UPDATE connections SET leased_until = now()');
    const [second] = await queue.claim(randomUUID(), 10);
    if (first === undefined || second === undefined) throw new Error('nothing was claimed');

    expect(await queue.nextSequence(first)).toBeUndefined();
    expect(await queue.believe(first, [], '2027-01-01')).toBe(false);
    await queue.putBack(first, 0);
    const found = { lastError: null, failures: 0, eventCount: 7, etag: null, lastModified: null };
    const record = {
      ...found,
      readOn: null,
      appliedAs: null,
      doubted: null,
      againInSeconds: 900,
      toldAgainInSeconds: null,
    };
    await queue.finish(first, record);
    expect(await connectionStore(db).find(tenantId, id)).toMatchObject({ eventCount: 0, lastSyncAt: null });
    expect(await queue.nextSequence(second)).toBe(1);
    await queue.finish(second, record);
    expect(await connectionStore(db).find(tenantId, id)).toMatchObject({ eventCount: 7 });
  } finally {
    await db.close();
  }
});
