import type { Connection } from '@lodging/contract-channels';
import { createConnection, createListing } from '@lodging/contract-channels';
import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { answers, calendar } from './feed-server.ts';
import type { TestEvent } from './feed-server.ts';
import { synced } from './start-channels.ts';
import type { TestChannels } from './start-channels.ts';

/** A connection to a feed of the test server, with one listing. */
export interface ImportedFeed {
  readonly tenantId: string;
  readonly resourceId: string;
  readonly path: string;
  readonly connection: Connection;
  /** Changes the answer of the feed's server. */
  readonly setFeed: (feed: RequestListener | readonly TestEvent[]) => void;
  readonly sync: () => Promise<Connection>;
  readonly read: () => Promise<Connection>;
  /** The dates of its blocks in inventory. */
  readonly dates: () => string[];
}

export async function importFeed(
  channels: TestChannels,
  initial: RequestListener | readonly TestEvent[],
): Promise<ImportedFeed> {
  const [tenantId, resourceId] = [randomUUID(), randomUUID()];
  const path = `/ical/${randomUUID()}.ics`;
  channels.inventory.addResource(tenantId, resourceId);
  const setFeed = (feed: RequestListener | readonly TestEvent[]) =>
    channels.feeds.set(path, typeof feed === 'function' ? feed : answers(200, calendar(feed)));
  setFeed(initial);
  const created = await channels.value(createConnection, tenantId, {
    channel: 'ical',
    feedUrl: channels.feeds.url(path),
  });
  const first = await synced(channels, tenantId, created);
  await channels.value(createListing, tenantId, { connectionId: created.id, resourceId });
  const connection = await synced(channels, tenantId, first);
  return {
    tenantId,
    resourceId,
    path,
    connection,
    setFeed,
    sync: () => channels.sync(tenantId, created.id),
    read: () => channels.read(tenantId, created.id),
    dates: () => channels.inventory.blocks(created.id).map(({ dates }) => (dates ?? []).join('/')),
  };
}

export const datesOf = (events: readonly TestEvent[]) => events.map(({ from, to }) => `${from}/${to}`);
