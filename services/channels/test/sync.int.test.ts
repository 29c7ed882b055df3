import type { RequestListener } from 'node:http';
import { createConnection } from '@lodging/contract-channels';
import { eventually } from '@lodging/kit-testing';
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { answers, answersConditionally, calendar, stays } from './feed-server.ts';
import { datesOf, importFeed } from './import-feed.ts';
import type { ImportedFeed } from './import-feed.ts';
import { startChannels, synced } from './start-channels.ts';
import type { TestChannels } from './start-channels.ts';

let channels: TestChannels;

beforeAll(async () => {
  channels = await startChannels();
});
afterAll(() => channels.stop());
afterEach(() => {
  channels.inventory.isBroken = false;
});

const waitOf = ({ nextSyncAt, lastSyncAt }: { nextSyncAt: string | null; lastSyncAt: string | null }) =>
  (Date.parse(nextSyncAt ?? '') - Date.parse(lastSyncAt ?? '')) / 1_000;

/** Makes the feed due, as if the delay had passed. */
async function due({ connection }: ImportedFeed): Promise<void> {
  await channels.rows(
    `UPDATE connections SET next_sync_at = now(), doubted_at = doubted_at - interval '61 seconds' WHERE id = $1`,
    [connection.id],
  );
}

async function whenDue(feed: ImportedFeed) {
  const before = await feed.read();
  await due(feed);
  return synced(channels, feed.tenantId, before);
}

const broken: [string, RequestListener][] = [
  ['does not exist', answers(404, 'gone')],
  ['answers with an error', answers(500, calendar([]))],
  ['is an empty body', answers(200, '')],
  ['is a login page', answers(200, '<!doctype html><html>Sign in</html>', { 'content-type': 'text/html' })],
  ['is cut short', answers(200, calendar(stays(6)).slice(0, 200))],
  ['redirects to a private address', answers(302, '', { location: 'http://127.0.0.1:1/a.ics' })],
  [
    'redirects for ever',
    (request, response) => answers(302, '', { location: request.url ?? '' })(request, response),
  ],
  [
    'is larger than the limit',
    answers(200, `BEGIN:VCALENDAR\r\n${'X-A:B\r\n'.repeat(2_000_000)}END:VCALENDAR\r\n`),
  ],
  ['closes the connection', (request) => request.socket.destroy()],
];

describe('a rejected feed', () => {
  it.each(broken)(
    'keeps its blocks and has a lastError when it %s, and recovers afterwards',
    async (_what, feed) => {
      const events = stays(4);
      const imported = await importFeed(channels, events);
      imported.setFeed(feed);
      const failed = await imported.sync();
      expect(failed).toMatchObject({ status: 'error', eventCount: 4 });
      expect(failed.lastError).toMatch(/^[A-Z].{10,200}\.$/);
      expect(failed.lastError).not.toContain(imported.path);
      expect(failed.lastSuccessAt).toBe(imported.connection.lastSuccessAt);
      expect(imported.dates()).toEqual(datesOf(events));

      imported.setFeed(stays(5));
      expect(await imported.sync()).toMatchObject({ status: 'active', lastError: null, eventCount: 5 });
      expect(imported.dates()).toHaveLength(5);
    },
  );

  it('is fetched with backoff up to six hours, and at the interval once it recovers', async () => {
    const imported = await importFeed(channels, stays(1));
    imported.setFeed(answers(500, ''));
    const waits: number[] = [];
    for (let count = 0; count < 7; count += 1) waits.push(waitOf(await whenDue(imported)));
    const expected = [900, 1_800, 3_600, 7_200, 14_400, 21_600, 21_600];
    waits.forEach((wait, index) => {
      const share = wait / (expected[index] ?? 0);
      expect(share).toBeGreaterThan(0.89);
      expect(share).toBeLessThan(1.11);
    });
    imported.setFeed(stays(1));
    expect(waitOf(await whenDue(imported))).toBeLessThan(1_000);
  });

  it('is not fetched again before its Retry-After', async () => {
    const imported = await importFeed(channels, stays(1));
    imported.setFeed(answers(429, '', { 'retry-after': '7200' }));
    expect(waitOf(await whenDue(imported))).toBeGreaterThanOrEqual(7_199);
  });

  it('is applied within seconds after an outage of inventory, without another fetch', async () => {
    const imported = await importFeed(channels, stays(1));
    imported.setFeed(stays(2));
    channels.inventory.isBroken = true;
    const failed = await imported.sync();
    expect(failed).toMatchObject({
      status: 'error',
      lastError: expect.stringContaining('no fault of yours'),
      lastSuccessAt: imported.connection.lastSuccessAt,
    });
    expect(waitOf(failed)).toBeLessThan(5);
    const reads = channels.feeds.requests(imported.path).length;
    const outages = async () => {
      const [row] = await channels.rows<{ outages: number }>(
        'SELECT outages FROM connections WHERE id = $1',
        [failed.id],
      );
      return row?.outages ?? 0;
    };
    await eventually('the retry fails', async () => (await outages()) >= 2, { withinMs: 15_000 });
    channels.inventory.isBroken = false;
    const good = await eventually(
      'the blocks are applied',
      async () => {
        const now = await imported.read();
        return now.lastError === null ? now : undefined;
      },
      { withinMs: 15_000 },
    );
    expect(good).toMatchObject({ status: 'active', eventCount: 2, lastSuccessAt: good.lastSyncAt });
    expect(imported.dates()).toHaveLength(2);
    expect(channels.feeds.requests(imported.path)).toHaveLength(reads);
    expect(waitOf(good)).toBeGreaterThan(700);
    expect(await outages()).toBe(0);
  });

  it('keeps its lastError and its schedule when inventory is unavailable as well', async () => {
    const imported = await importFeed(channels, stays(1));
    imported.setFeed(answers(500, ''));
    channels.inventory.isBroken = true;
    await channels.rows(`UPDATE connections SET applied_as = NULL WHERE id = $1`, [imported.connection.id]);
    expect((await imported.sync()).lastError).toContain('no fault of yours');
    channels.inventory.isBroken = false;
    const reads = channels.feeds.requests(imported.path).length;
    const applied = await eventually(
      'the blocks are applied',
      async () => {
        const now = await imported.read();
        return now.lastError?.includes('500') ? now : undefined;
      },
      { withinMs: 15_000 },
    );
    expect(applied.status).toBe('error');
    expect(waitOf(applied)).toBeGreaterThan(700);
    expect(channels.feeds.requests(imported.path)).toHaveLength(reads);
  });
});

describe('a feed that shrank', () => {
  it('by more than half keeps its blocks until a second fetch agrees, after a minute or two', async () => {
    const imported = await importFeed(channels, stays(10));
    imported.setFeed(stays(4));
    const quarantined = await imported.sync();
    expect(quarantined).toMatchObject({ status: 'error', eventCount: 10 });
    expect(quarantined.lastError).toContain('from 10 to 4');
    expect(waitOf(quarantined)).toBeGreaterThan(59);
    expect(waitOf(quarantined)).toBeLessThan(121);
    expect(imported.dates()).toHaveLength(10);

    // A sync that is requested at once comes too soon to confirm it.
    expect(await imported.sync()).toMatchObject({ status: 'error' });
    expect(imported.dates()).toHaveLength(10);

    expect(await whenDue(imported)).toMatchObject({ status: 'active', lastError: null, eventCount: 4 });
    expect(imported.dates()).toHaveLength(4);
  });

  it('to nothing is quarantined, and loses no block when its events return in between', async () => {
    const imported = await importFeed(channels, stays(3));
    imported.setFeed(stays(0));
    expect(await imported.sync()).toMatchObject({ status: 'error' });
    imported.setFeed(stays(3));
    expect(await whenDue(imported)).toMatchObject({ status: 'active', eventCount: 3 });
    imported.setFeed(stays(0));
    expect(await whenDue(imported)).toMatchObject({ status: 'error' });
    expect(imported.dates()).toHaveLength(3);
  });

  it('is not accepted where the second fetch has other dates', async () => {
    const imported = await importFeed(channels, stays(10));
    imported.setFeed(stays(4));
    await imported.sync();
    imported.setFeed(stays(3));
    expect(await whenDue(imported)).toMatchObject({ status: 'error' });
    expect(imported.dates()).toHaveLength(10);
  });

  it('by exactly half is accepted at once', async () => {
    const imported = await importFeed(channels, stays(10));
    imported.setFeed(stays(5));
    expect(await imported.sync()).toMatchObject({ status: 'active', lastError: null, eventCount: 5 });
    expect(imported.dates()).toHaveLength(5);
  });
});

describe('an event', () => {
  it('keeps its key when its dates change, and when its UID changes', async () => {
    const [event] = stays(1);
    if (event === undefined) throw new Error('no event');
    const imported = await importFeed(channels, [event]);
    const block = () => channels.inventory.blocks(imported.connection.id)[0];
    const to = Temporal.PlainDate.from(event.to).add({ days: 2 }).toString();
    imported.setFeed([{ ...event, to }]);
    await imported.sync();
    expect(block()).toMatchObject({ key: event.uid, dates: [event.from, to] });
    imported.setFeed([{ ...event, to, uid: 'another@channel' }]);
    await imported.sync();
    expect(block()).toMatchObject({ key: event.uid, inboundEvent: event.uid, dates: [event.from, to] });
  });

  it('that ended days ago, or is more than two years ahead, blocks nothing', async () => {
    const today = Temporal.Now.plainDateISO('UTC');
    const around = (days: number, uid: string) => ({
      uid,
      from: today.add({ days }).toString(),
      to: today.add({ days: days + 1 }).toString(),
    });
    const imported = await importFeed(channels, [around(-10, 'past'), around(5, 'soon'), around(800, 'far')]);
    expect(channels.inventory.blocks(imported.connection.id).map(({ key }) => key)).toEqual(['soon']);
    expect(imported.connection.eventCount).toBe(1);
  });
});

it('an unchanged feed is a good sync, and sends nothing to inventory', async () => {
  const imported = await importFeed(channels, answersConditionally('"v1"', calendar(stays(2))));
  const steps = channels.inventory.steps.length;
  const again = await imported.sync();
  expect(channels.feeds.requests(imported.path).at(-1)?.headers['if-none-match']).toBe('"v1"');
  expect(again).toMatchObject({ status: 'active', lastError: null, eventCount: 2 });
  expect(again.lastSuccessAt).toBe(again.lastSyncAt);
  expect(again.lastSuccessAt).not.toBe(imported.connection.lastSuccessAt);
  expect(channels.inventory.steps).toHaveLength(steps);
});

it('no secret of a feed URL is in the database or the log', async () => {
  const secret = randomUUID();
  const imported = await importFeed(channels, stays(1));
  const feedUrl = channels.feeds.url(`/ical/${secret}.ics?s=${secret}`);
  const made = await channels.value(createConnection, imported.tenantId, { channel: 'ical', feedUrl });
  const failed = await synced(channels, imported.tenantId, made);
  expect(failed.status).toBe('error');
  expect(channels.feeds.requests(`/ical/${secret}.ics`)).toHaveLength(1);

  const tables = await channels.rows<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'channels'::regnamespace`,
  );
  expect(tables.length).toBeGreaterThan(5);
  for (const { name } of tables) {
    const rows = await channels.rows<{ row: string }>(`SELECT t::text AS row FROM ${name} AS t`);
    expect(rows.filter(({ row }) => row.includes(secret))).toEqual([]);
  }
  await eventually('something is logged', () => channels.log.lines.length > 0);
  expect(JSON.stringify(channels.log.lines)).not.toContain(secret);
  expect(JSON.stringify([made, failed])).not.toContain(secret);
});
