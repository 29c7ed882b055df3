import * as contract from '@lodging/contract-channels';
import { eventually } from '@lodging/kit-testing';
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { answers, answersConditionally, calendar, stays } from './feed-server.ts';
import { datesOf, importFeed } from './import-feed.ts';
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

const refused = (code: string) => ({ ok: false, refusal: { code } });

describe('a connection', () => {
  it('is synced at once when it is created, and its first listing gets the blocks', async () => {
    const events = stays(3);
    const { connection, dates, resourceId } = await importFeed(channels, events);
    expect(connection).toMatchObject({
      channel: 'ical',
      status: 'active',
      lastError: null,
      eventCount: 3,
      feedUrl: channels.feeds.url('/ical/***.ics'),
    });
    expect(connection.lastSuccessAt).toBe(connection.lastSyncAt);
    const wait = Date.parse(connection.nextSyncAt ?? '') - Date.parse(connection.lastSyncAt ?? '');
    expect(wait).toBeGreaterThan(800_000);
    expect(wait).toBeLessThan(1_000_000);
    expect(dates()).toEqual(datesOf(events));
    const [block] = channels.inventory.blocks(connection.id);
    expect(block).toMatchObject({ key: 'stay-0@channel', inboundEvent: 'stay-0@channel', resourceId });
    expect(block?.startsAt).toBe(
      Temporal.PlainDate.from(events[0]?.from ?? '')
        .toZonedDateTime('Europe/Berlin')
        .toInstant()
        .toString({ smallestUnit: 'millisecond' }),
    );
  });

  it.each([
    'http://127.0.0.1/a.ics',
    'ftp://host.example/a.ics',
    'http://10.0.0.1/a.ics',
    'https://host.example:8443/a.ics',
    'http://host.example:443/a.ics',
    'nonsense',
  ])('cannot be created for %s', async (feedUrl) => {
    const answer = await channels.request(contract.createConnection, randomUUID(), {
      channel: 'ical',
      feedUrl,
    });
    expect(answer).toMatchObject({
      ok: false,
      refusal: { code: 'validation_failed', extra: { errors: [{ pointer: '/feedUrl' }] } },
    });
  });

  it('is listed for its tenant only, and not found by other tenants in any request', async () => {
    const { tenantId, connection, resourceId } = await importFeed(channels, stays(1));
    const { connections } = await channels.value(contract.listConnections, tenantId, {
      limit: 20,
      after: null,
    });
    expect(connections.map(({ id }) => id)).toEqual([connection.id]);
    const { listings } = await channels.value(contract.listListings, tenantId, {
      connectionId: connection.id,
    });
    const listingId = listings[0]?.id ?? '';

    const other = randomUUID();
    channels.inventory.addResource(other, resourceId);
    const theirs = await channels.value(contract.listConnections, other, { limit: 20, after: null });
    expect(theirs.connections).toEqual([]);
    for (const connectionId of [connection.id, randomUUID()]) {
      const answers = await Promise.all([
        channels.request(contract.readConnection, other, { connectionId }),
        channels.request(contract.changeConnection, other, { connectionId, status: 'paused' }),
        channels.request(contract.syncConnection, other, { connectionId }),
        channels.request(contract.createListing, other, { connectionId, resourceId }),
        channels.request(contract.listListings, other, { connectionId }),
        channels.request(contract.deleteListing, other, { connectionId, listingId }),
        channels.request(contract.deleteConnection, other, { connectionId }),
      ]);
      for (const answer of answers) expect(answer).toMatchObject(refused('connection_not_found'));
    }
    expect(await channels.read(tenantId, connection.id)).toMatchObject({ status: 'active' });
  });

  it('keeps its blocks while it is paused, is not fetched meanwhile, and is synced when it is resumed', async () => {
    const { tenantId, connection, path, dates, setFeed } = await importFeed(channels, stays(2));
    const change = (status: 'active' | 'paused') =>
      channels.value(contract.changeConnection, tenantId, { connectionId: connection.id, status });
    expect(await change('paused')).toMatchObject({ status: 'paused', nextSyncAt: null });
    const syncing = await channels.request(contract.syncConnection, tenantId, {
      connectionId: connection.id,
    });
    expect(syncing).toMatchObject(refused('connection_paused'));
    const reads = channels.feeds.requests(path).length;
    setFeed(stays(3));
    expect(dates()).toHaveLength(2);
    expect(channels.feeds.requests(path)).toHaveLength(reads);
    const resumed = await change('active');
    expect(resumed).toMatchObject({ status: 'active' });
    expect(await synced(channels, tenantId, resumed)).toMatchObject({ eventCount: 3 });
    expect(dates()).toHaveLength(3);
  });

  it('releases its blocks before it is deleted', async () => {
    const { tenantId, connection } = await importFeed(channels, stays(2));
    const gone = { connectionId: connection.id };
    expect(await channels.value(contract.deleteConnection, tenantId, gone)).toEqual({ deleted: true });
    expect(channels.inventory.blocks(connection.id)).toEqual([]);
    expect(await channels.request(contract.readConnection, tenantId, gone)).toMatchObject(
      refused('connection_not_found'),
    );
    expect(await channels.request(contract.deleteConnection, tenantId, gone)).toMatchObject(
      refused('connection_not_found'),
    );
    expect(await channels.rows('SELECT id FROM connections WHERE id = $1', [connection.id])).toEqual([]);
  });

  it('is hidden while inventory is unavailable, and releases its blocks afterwards', async () => {
    const { tenantId, connection } = await importFeed(channels, stays(2));
    channels.inventory.isBroken = true;
    await channels.value(contract.deleteConnection, tenantId, { connectionId: connection.id });
    const { connections } = await channels.value(contract.listConnections, tenantId, {
      limit: 20,
      after: null,
    });
    expect(connections).toEqual([]);
    expect(channels.inventory.blocks(connection.id)).toHaveLength(2);
    channels.inventory.isBroken = false;
    await channels.rows('UPDATE connections SET next_sync_at = now() WHERE id = $1', [connection.id]);
    await eventually(
      'a due sync releases the blocks',
      () => channels.inventory.blocks(connection.id).length === 0,
    );
    await eventually('and deletes the row', async () => {
      return (await channels.rows('SELECT id FROM connections WHERE id = $1', [connection.id])).length === 0;
    });
  });
});

describe('a listing', () => {
  it('needs a resource that exists, and maps it once', async () => {
    const { tenantId, connection, resourceId } = await importFeed(channels, stays(1));
    const create = (id: string) =>
      channels.request(contract.createListing, tenantId, { connectionId: connection.id, resourceId: id });
    expect(await create(randomUUID())).toMatchObject(refused('resource_not_found'));
    expect(await create(resourceId)).toMatchObject(refused('listing_already_mapped'));
    const missing = { connectionId: connection.id, listingId: randomUUID() };
    expect(await channels.request(contract.deleteListing, tenantId, missing)).toMatchObject(
      refused('listing_not_found'),
    );
  });

  it('is one of at most 1000 of its connection, also where two requests add the last one', async () => {
    const { tenantId, connection, resourceId } = await importFeed(channels, stays(1));
    await channels.rows(
      `INSERT INTO listings (tenant_id, id, connection_id, resource_id)
       SELECT $1, gen_random_uuid(), $2, gen_random_uuid() FROM generate_series(1, 998)`,
      [tenantId, connection.id],
    );
    const create = (id: string) => {
      channels.inventory.addResource(tenantId, id);
      return channels.request(contract.createListing, tenantId, {
        connectionId: connection.id,
        resourceId: id,
      });
    };
    const answers = await Promise.all([create(randomUUID()), create(randomUUID()), create(randomUUID())]);
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    for (const answer of answers)
      if (!answer.ok) expect(answer.refusal).toMatchObject({ code: 'limit_reached', extra: { limit: 1000 } });
    expect(await create(resourceId)).toMatchObject(refused('listing_already_mapped'));
  });

  it('gets the blocks of a feed that has not changed since', async () => {
    const { tenantId, connection, path } = await importFeed(
      channels,
      answersConditionally('"1"', calendar(stays(2))),
    );
    expect(channels.feeds.requests(path).at(-1)?.headers['if-none-match']).toBe('"1"');
    expect(channels.inventory.blocks(connection.id)).toHaveLength(2);
    const second = randomUUID();
    channels.inventory.addResource(tenantId, second);
    const before = await channels.read(tenantId, connection.id);
    await channels.value(contract.createListing, tenantId, {
      connectionId: connection.id,
      resourceId: second,
    });
    expect(await synced(channels, tenantId, before)).toMatchObject({ lastError: null, eventCount: 2 });
    const blocked = channels.inventory.blocks(connection.id).map(({ resourceId }) => resourceId);
    expect(blocked.filter((id) => id === second)).toHaveLength(2);
  });

  it.each(['active', 'paused'] as const)(
    'is deleted with its blocks, also where the connection is %s and its feed is rejected',
    async (status) => {
      const { tenantId, connection, setFeed } = await importFeed(channels, stays(2));
      setFeed(answers(500, ''));
      await channels.value(contract.changeConnection, tenantId, { connectionId: connection.id, status });
      const { listings } = await channels.value(contract.listListings, tenantId, {
        connectionId: connection.id,
      });
      const which = { connectionId: connection.id, listingId: listings[0]?.id ?? '' };
      expect(await channels.value(contract.deleteListing, tenantId, which)).toEqual({ deleted: true });
      await eventually(
        'its blocks are released',
        () => channels.inventory.blocks(connection.id).length === 0,
      );
      // Inventory then also removes blocks that have begun.
      expect(channels.inventory.steps.at(-1)).toMatchObject({ connectionId: connection.id, mappedTo: [] });
    },
  );

  it('is removed from inventory also where no event blocks its resource', async () => {
    const { tenantId, connection } = await importFeed(channels, stays(0));
    const { listings } = await channels.value(contract.listListings, tenantId, {
      connectionId: connection.id,
    });
    const which = { connectionId: connection.id, listingId: listings[0]?.id ?? '' };
    await channels.value(contract.deleteListing, tenantId, which);
    await eventually('inventory has the new mapping', () => {
      const last = channels.inventory.steps.findLast(({ connectionId }) => connectionId === connection.id);
      return last?.mappedTo?.length === 0;
    });
  });
});
