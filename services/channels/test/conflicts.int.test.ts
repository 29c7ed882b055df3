import { listConflicts, ops, resolveConflict } from '@lodging/contract-channels';
import { blockConflicted } from '@lodging/contract-inventory';
import { eventually } from '@lodging/kit-testing';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startChannels } from './start-channels.ts';
import type { TestChannels } from './start-channels.ts';

let channels: TestChannels;

beforeAll(async () => {
  channels = await startChannels();
});
afterAll(() => channels.stop());

const found = () => ({
  connectionId: randomUUID(),
  listingId: randomUUID(),
  reservationId: randomUUID(),
  resourceId: randomUUID(),
  inboundEvent: 'uid@channel',
  startsAt: '2027-05-03T00:00:00.000Z',
  endsAt: '2027-05-05T00:00:00.000Z',
});

function publish(tenantId: string, data: ReturnType<typeof found>): void {
  const event = { id: randomUUID(), type: blockConflicted.type, tenantId, livemode: false };
  const occurredAt = Temporal.Now.instant().toString();
  const envelope = { ...event, occurredAt, aggregateId: data.connectionId, aggregateVersion: 1, data };
  channels.bus.connection.publish(blockConflicted.type, JSON.stringify(envelope));
}

const list = async (tenantId: string, status?: 'open') => {
  const page = { limit: 20, after: null, ...(status !== undefined && { status }) };
  return (await channels.value(listConflicts, tenantId, page)).conflicts;
};

it('a block over a stay opens a conflict; resolved, it opens again only when its dates change', async () => {
  const tenantId = randomUUID();
  const data = found();
  publish(tenantId, data);
  const conflict = await eventually('it is open', async () => (await list(tenantId, 'open'))[0]);
  expect(conflict).toMatchObject({ ...data, status: 'open' });

  const settle = () =>
    channels.request(resolveConflict, tenantId, { conflictId: conflict.id, status: 'resolved_cancelled' });
  expect(await settle()).toMatchObject({ ok: true, value: { ...conflict, status: 'resolved_cancelled' } });
  expect(await settle()).toMatchObject({ refusal: { code: 'conflict_already_resolved' } });
  expect(await list(tenantId, 'open')).toEqual([]);

  const moved = { ...data, endsAt: '2027-05-06T00:00:00.000Z' };
  publish(tenantId, data);
  publish(tenantId, moved);
  const again = await eventually('it is open again', async () => (await list(tenantId, 'open'))[0]);
  expect(again).toEqual({ ...conflict, endsAt: moved.endsAt });
  expect(await list(tenantId)).toHaveLength(1);
});

it('the backlog report has the consumer of inventory’s events, and neither an outbox nor a stream', async () => {
  const backlog = await channels.value(ops.reportBacklog, randomUUID(), {});
  expect(backlog).toMatchObject({
    outbox: null,
    stream: null,
    consumers: [{ stream: 'EVT_INVENTORY', consumer: 'channels', exists: true, pending: 0 }],
    deadLetters: { open: 0 },
  });
});

it('a rolling window does not open a resolved conflict again each day', async () => {
  const tenantId = randomUUID();
  const data = found();
  await channels.rows(
    `INSERT INTO connections (tenant_id, id, livemode, channel, sealed_feed_url, shown_feed_url, next_sync_at)
     VALUES ($1, $2, true, 'ical', '', '', NULL)`,
    [tenantId, data.connectionId],
  );
  const known = [{ shown: data.inboundEvent, key: data.inboundEvent, rolls: 2 }];
  await channels.rows(
    `INSERT INTO believed_feeds (tenant_id, connection_id, events, believed_on) VALUES ($1, $2, $3, now())`,
    [tenantId, data.connectionId, JSON.stringify(known)],
  );
  publish(tenantId, data);
  const conflict = await eventually('it is open', async () => (await list(tenantId, 'open'))[0]);
  await channels.value(resolveConflict, tenantId, { conflictId: conflict.id, status: 'resolved_relocated' });
  const moved = { ...data, startsAt: '2027-05-04T00:00:00.000Z', endsAt: '2027-05-06T00:00:00.000Z' };
  publish(tenantId, moved);
  await eventually('its dates are current', async () => {
    const [now] = await list(tenantId);
    return now?.endsAt === moved.endsAt && now.status === 'resolved_relocated';
  });
});

it('every table but that of the migrations enforces row level security, also for its owner', async () => {
  const tables = await channels.rows<{ name: string; safe: boolean }>(
    `SELECT relname AS name, relrowsecurity AND relforcerowsecurity
        AND EXISTS (SELECT FROM pg_policy WHERE polrelid = pg_class.oid) AS safe
     FROM pg_class WHERE relkind = 'r' AND relnamespace = 'channels'::regnamespace`,
  );
  expect(tables.filter(({ safe }) => !safe).map(({ name }) => name)).toEqual(['schema_migrations']);
});
