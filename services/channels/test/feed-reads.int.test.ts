import { deleteListing, listConnections, listFeedReads, listListings } from '@lodging/contract-channels';
import type { FeedRead } from '@lodging/contract-channels';
import { eventually } from '@lodging/kit-testing';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answers, answersConditionally, calendar, stays } from './feed-server.ts';
import { importFeed } from './import-feed.ts';
import type { ImportedFeed } from './import-feed.ts';
import { startChannels } from './start-channels.ts';
import type { TestChannels } from './start-channels.ts';

let channels: TestChannels;

beforeAll(async () => {
  channels = await startChannels();
});
afterAll(() => channels.stop());

const FIRST_PAGE = { limit: 100, after: null };

async function readsOf({ tenantId, connection }: ImportedFeed): Promise<FeedRead[]> {
  const request = { connectionId: connection.id, ...FIRST_PAGE };
  return (await channels.value(listFeedReads, tenantId, request)).reads;
}

describe('the reads of a connection', () => {
  it('say of each fetch, newest first, what it came to and which events it changed', async () => {
    const events = stays(6);
    const feed = await importFeed(channels, events);
    feed.setFeed([...events.slice(1), { ...stays(7)[6], uid: 'new@channel' } as (typeof events)[0]]);
    await feed.sync();
    feed.setFeed(answers(500, ''));
    const failed = await feed.sync();
    feed.setFeed(stays(1));
    await feed.sync();
    const reads = await readsOf(feed);
    expect(reads.map(({ outcome }) => outcome)).toEqual([
      'quarantined',
      'rejected',
      'accepted',
      'accepted',
      'accepted',
    ]);
    const none = { added: 0, moved: 0, removed: 0 };
    expect(reads[0]).toMatchObject({ ...none, events: 1, error: expect.stringContaining('from 6 to 1') });
    expect(reads[1]).toMatchObject({ ...none, events: 0, error: failed.lastError });
    expect(reads[2]).toMatchObject({ events: 6, added: 1, moved: 0, removed: 1, error: null });
    expect(reads[4]).toMatchObject({ events: 6, added: 6, removed: 0 });
    const times = reads.map(({ at }) => Date.parse(at));
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    for (const { durationMs } of reads) expect(durationMs).toBeLessThan(5_000);
  });

  it('have an unchanged feed as such', async () => {
    const feed = await importFeed(channels, answersConditionally('"v1"', calendar(stays(2))));
    expect((await readsOf(feed))[0]).toMatchObject({ outcome: 'unchanged', events: 2, added: 0 });
  });

  it('are the last 200, in pages', async () => {
    const feed = await importFeed(channels, stays(1));
    const { id } = feed.connection;
    await channels.rows(
      `INSERT INTO feed_reads SELECT $1, $2, gen_random_uuid(), now() - make_interval(mins => n), 'unchanged', 1, 0, 0, 0, 5, NULL
       FROM generate_series(1, 210) AS n`,
      [feed.tenantId, id],
    );
    await feed.sync();
    const pages: FeedRead[][] = [];
    for (let after: typeof FIRST_PAGE.after | object = null; ;) {
      const request = { connectionId: id, limit: 80, after } as never;
      const { reads, nextAfter } = await channels.value(listFeedReads, feed.tenantId, request);
      pages.push(reads);
      if (nextAfter === null) break;
      after = nextAfter;
    }
    expect(pages.map(({ length }) => length)).toEqual([80, 80, 40]);
    const times = pages.flat().map(({ at }) => Date.parse(at));
    expect(times).toEqual(times.toSorted((a, b) => b - a));
  });

  it('of another tenant are those of an unknown connection', async () => {
    const { connection } = await importFeed(channels, stays(1));
    for (const connectionId of [connection.id, randomUUID()]) {
      const request = { connectionId, ...FIRST_PAGE };
      expect(await channels.request(listFeedReads, randomUUID(), request)).toMatchObject({
        ok: false,
        refusal: { code: 'connection_not_found' },
      });
    }
  });
});

describe('a connection', () => {
  it('counts its listings and its blocks', async () => {
    const feed = await importFeed(channels, stays(3));
    expect(feed.connection).toMatchObject({ listings: 1, blocks: 3, failingSince: null, quarantine: null });
    const { tenantId, connection } = feed;
    const { listings } = await channels.value(listListings, tenantId, { connectionId: connection.id });
    await channels.value(deleteListing, tenantId, {
      connectionId: connection.id,
      listingId: listings[0]?.id ?? '',
    });
    await eventually('its blocks are released', async () => (await feed.read()).blocks === 0);
    const listed = await channels.value(listConnections, tenantId, FIRST_PAGE);
    expect(listed.connections).toMatchObject([{ listings: 0, blocks: 0 }]);
  });

  it('says since when it fails, from its last good sync on', async () => {
    const feed = await importFeed(channels, stays(1));
    feed.setFeed(answers(500, ''));
    await feed.sync();
    const failing = { failingSince: feed.connection.lastSuccessAt, quarantine: null, blocks: 1 };
    expect(await feed.sync()).toMatchObject(failing);
    feed.setFeed(stays(1));
    expect(await feed.sync()).toMatchObject({ failingSince: null });
  });

  it('says what is in quarantine, until a feed is accepted', async () => {
    const feed = await importFeed(channels, stays(10));
    feed.setFeed(stays(4));
    const first = await feed.sync();
    const quarantine = { since: expect.any(String), eventsBefore: 10, eventsNow: 4 };
    expect(first).toMatchObject({ quarantine, blocks: 10 });
    expect((await feed.sync()).quarantine).toEqual(first.quarantine);
    feed.setFeed(stays(10));
    expect(await feed.sync()).toMatchObject({ quarantine: null, eventCount: 10 });
  });
});
