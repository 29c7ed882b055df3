import { expect } from 'vitest';
import type { Answer, Client } from './client.ts';
import { eventually } from './eventually.ts';
import type { FeedEvent } from './feed-server.ts';
import type { CalendarDay, Conflict, Connection, IssuedFeed, Listing, Reason } from './records.ts';

const CONNECTIONS = '/v1/channel-connections';

export function connect(client: Client, feedUrl: string): Promise<Answer<Connection>> {
  return client.post<Connection>(CONNECTIONS, { channel: 'ical', feedUrl });
}

export async function map(client: Client, connectionId: string, resourceId: string): Promise<Listing> {
  const answer = await client.post<Listing>(`${CONNECTIONS}/${connectionId}/listings`, { resourceId });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
}

/** A mapped connection that has been synced once. */
export async function connected(
  client: Client,
  feedUrl: string,
  ...resourceIds: readonly string[]
): Promise<Connection> {
  const made = await connect(client, feedUrl);
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  for (const resourceId of resourceIds) await map(client, made.body.id, resourceId);
  return synced(client, made.body.id);
}

export async function readConnection(client: Client, id: string): Promise<Connection> {
  const answer = await client.get<Connection>(`${CONNECTIONS}/${id}`);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

/**
 * Syncs the feed and waits for the end. A sync that was already running may be the one that is observed, so the feed is
 * synced twice.
 */
export async function synced(client: Client, id: string, withinMs = 20_000): Promise<Connection> {
  await syncedOnce(client, id, withinMs);
  return syncedOnce(client, id, withinMs);
}

async function syncedOnce(client: Client, id: string, withinMs: number): Promise<Connection> {
  const before = await readConnection(client, id);
  const requested = await client.post<Connection>(`${CONNECTIONS}/${id}/sync`);
  expect(requested.status, JSON.stringify(requested.body)).toBe(202);
  return eventually(
    `the feed of connection ${id} is read again`,
    async () => {
      const now = await readConnection(client, id);
      return now.lastSyncAt !== null && now.lastSyncAt !== before.lastSyncAt ? now : undefined;
    },
    { withinMs },
  );
}

/** The nights from `from` to `to` (exclusive) with this reason in the calendar. */
export async function nightsWith(
  client: Client,
  resourceId: string,
  { from, to, reason = 'external_block' }: { from: string; to: string; reason?: Reason },
): Promise<string[]> {
  const window = `from=${from}T00:00:00Z&to=${to}T00:00:00Z`;
  const answer = await client.get<{ days: CalendarDay[] }>(`/v1/resources/${resourceId}/calendar?${window}`);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.days.filter(({ reasons }) => reasons.includes(reason)).map(({ date }) => date);
}

export async function reasonsAgainst(
  client: Client,
  resourceId: string,
  { from, to }: { from: string; to: string },
): Promise<string[]> {
  const query = new URLSearchParams({
    resource_id: resourceId,
    from: from.includes('T') ? from : `${from}T15:00:00Z`,
    to: to.includes('T') ? to : `${to}T10:00:00Z`,
    party_size: '1',
  });
  const answer = await client.get<{ reasons: string[] }>(`/v1/availability?${query}`);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.reasons;
}

export async function conflictsOf(
  client: Client,
  connectionId: string,
  status?: string,
): Promise<Conflict[]> {
  const query = status === undefined ? 'limit=100' : `limit=100&status=${status}`;
  const answer = await client.get<{ conflicts: Conflict[] }>(`/v1/channel/conflicts?${query}`);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.conflicts.filter((conflict) => conflict.connectionId === connectionId);
}

export async function openFeed(client: Client, resourceId: string, body: object = {}): Promise<IssuedFeed> {
  const answer = await client.post<IssuedFeed>(`/v1/resources/${resourceId}/feed-tokens`, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
}

/** A day that does not begin during a test, and is within the window of imported feeds. */
export function dayAfter(days: number): string {
  return Temporal.Now.plainDateISO('UTC')
    .add({ days: 60 + days })
    .toString();
}

/** An imported event over these nights; the end is exclusive. */
export function eventAfter(uid: string, from: number, to: number, ...more: string[]): FeedEvent {
  return { uid, from: dayAfter(from), to: dayAfter(to), more };
}

export function nightsAfter(from: number, to: number): string[] {
  return Array.from({ length: to - from }, (_none, index) => dayAfter(from + index));
}
