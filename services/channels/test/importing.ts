import type { Connection } from '@lodging/contract-channels';
import { createConnection, createListing } from '@lodging/contract-channels';
import { randomUUID } from 'node:crypto';
import { calendar, says } from './feed-server.ts';
import type { Behaviour, TestEvent } from './feed-server.ts';
import { synced } from './rig.ts';
import type { Rig } from './rig.ts';

export interface Import {
  readonly tenantId: string;
  readonly resourceId: string;
  readonly path: string;
  readonly connection: Connection;
  readonly feed: (behaviour: Behaviour | readonly TestEvent[]) => void;
  readonly sync: () => Promise<Connection>;
  readonly read: () => Promise<Connection>;
  /** The dates that inventory was told last. */
  readonly dates: () => string[];
}

export async function startImport(rig: Rig, behaviour: Behaviour | readonly TestEvent[]): Promise<Import> {
  const [tenantId, resourceId] = [randomUUID(), randomUUID()];
  const path = `/ical/${randomUUID()}.ics`;
  rig.inventory.addResource(tenantId, resourceId);
  const feed = (next: Behaviour | readonly TestEvent[]) =>
    rig.feeds.set(path, typeof next === 'function' ? next : says(200, calendar(next)));
  feed(behaviour);
  const made = await rig.value(createConnection, tenantId, { channel: 'ical', feedUrl: rig.feeds.url(path) });
  const first = await synced(rig, tenantId, made);
  await rig.value(createListing, tenantId, { connectionId: made.id, resourceId });
  const connection = await synced(rig, tenantId, first);
  return {
    tenantId,
    resourceId,
    path,
    connection,
    feed,
    sync: () => rig.sync(tenantId, made.id),
    read: () => rig.read(tenantId, made.id),
    dates: () => rig.inventory.blocks(made.id).map(({ dates }) => (dates ?? []).join('/')),
  };
}

export const datesOf = (events: readonly TestEvent[]) => events.map(({ from, to }) => `${from}/${to}`);
