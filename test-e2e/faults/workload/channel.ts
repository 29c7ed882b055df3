import type { FeedEvent } from '../../harness/feed-server.ts';
import type { ResourceFacts } from '../history/entries.ts';
import { call } from './call.ts';
import { anyResource, dayAt, NIGHTS, pause } from './world.ts';
import type { Client, Tenant } from './world.ts';

/** Another channel: sells nights in its calendar, has the calendar imported, and takes nights back. */
export async function beChannel(client: Client, tenant: Tenant): Promise<void> {
  const { random, world } = client;
  const resource = anyResource(client, tenant);
  const path = feedPath(tenant, resource);
  const mood = random.pick(['whole', 'whole', 'whole', 'whole', 'empty', 'truncated', 'error'] as const);
  if (mood === 'whole') change(client, tenant, resource);
  world.feeds.mood(path, mood);
  await call(client, tenant, {
    op: 'sync',
    method: 'POST',
    path: `/v1/channel-connections/${resource.connectionId}/sync`,
    input: { resourceId: resource.id },
  });
  await pause(random.int(300, 1_500));
  world.feeds.mood(path, 'whole');
}

export function feedPath(tenant: Pick<Tenant, 'marker'>, resource: Pick<ResourceFacts, 'id'>): string {
  return `/${tenant.marker}/${resource.id}.ics`;
}

/** The calendar stays small, so that no shrinking is quarantined. */
function change({ random, world, name }: Client, tenant: Tenant, resource: ResourceFacts): void {
  const path = feedPath(tenant, resource);
  const present = world.feeds.events(path);
  const remove = present.length >= 3 || (present.length > 0 && random.chance(0.4));
  const { recorder } = world;
  if (remove) {
    const gone = random.pick(present);
    recorder.note({
      kind: 'note',
      at: recorder.now(),
      note: 'feed-removed',
      fields: { tenant: tenant.id, resourceId: resource.id, uid: gone.uid },
    });
    world.feeds.set(
      path,
      present.filter((event) => event !== gone),
    );
    return;
  }
  const first = random.int(0, NIGHTS - 2);
  const event: FeedEvent = {
    uid: `${random.uuid()}@${tenant.marker}`,
    from: dayAt(first),
    to: dayAt(first + random.int(1, 2)),
  };
  world.feeds.set(path, [...present, event]);
  recorder.note({
    kind: 'note',
    at: recorder.now(),
    note: 'feed-added',
    fields: { tenant: tenant.id, resourceId: resource.id, client: name, ...event },
  });
}
