import type pg from 'pg';
import { bookedOffline } from '../harness/bookings.ts';
import { makeLodging } from '../harness/own-tenant.ts';
import { authorized } from './holds.ts';
import { sendEachOnce, type Figures } from './load.ts';
import { analyse, multiplyLodging, withDatabase, withoutRowChecks } from './multiply.ts';
import { totalOf, withProcessorTime } from './processes.ts';
import { makeUnlimitedTenant, type Stage } from './stage.ts';

export interface CalendarFigures {
  readonly resources: number;
  readonly nights: number;
  readonly entries: number;
  /** At one connection. */
  readonly read: Figures;
}

const RESOURCES = 100;
const NIGHTS = 60;
/** A stay of two nights every three. */
const EVERY = 3;
const GOAL_P99_MS = 60;
const READS = 120;

/** The calendar of the console: all stays of a page of resources. */
export async function measureCalendar(stage: Stage): Promise<CalendarFigures> {
  const own = { ...stage, ...(await makeUnlimitedTenant(stage.demo)) };
  const room = await makeLodging(own.secret);
  const first = Temporal.Now.plainDateISO('UTC').add({ days: 30 });
  const window = { from: `${first}T15:00:00Z`, to: `${first.add({ days: 2 })}T10:00:00Z` };
  const { id } = await bookedOffline(own.secret, {
    resourceId: room.id,
    ratePlanId: room.ratePlanId,
    ...window,
    partySize: 1,
    guestEmail: 'guest@example.test',
  });
  await withDatabase(stage.demo, async (client) => {
    const rooms = await multiplyLodging(client, room.id, RESOURCES - 1);
    await copyStay(client, id, [room.id, ...rooms.map(({ resourceId }) => resourceId)]);
  });
  await analyse(stage.demo);
  const path = `/v1/occupancy?from=${first}&to=${first.add({ days: NIGHTS })}&limit=${RESOURCES}`;
  const { body } = await own.secret.get<{ resources: { entries: unknown[] }[] }>(path);
  const requests = Array.from({ length: READS }, () => ({ method: 'GET' as const, path }));
  const read = () => sendEachOnce(stage.demo.gatewayUrl, authorized(own), [requests]);
  // Node compiles code as it is used.
  await read();
  return {
    resources: body.resources.length,
    nights: NIGHTS,
    entries: body.resources.reduce((sum, { entries }) => sum + entries.length, 0),
    read: await withProcessorTime(stage.demo, read),
  };
}

/** Copies have no guest, whose data is sealed for one booking. */
async function copyStay(client: pg.Client, id: string, resourceIds: readonly string[]): Promise<void> {
  const insert = () =>
    client.query(
      `INSERT INTO reservations.reservations
       SELECT copy.* FROM reservations.reservations AS original, unnest($2::uuid[]) WITH ORDINALITY AS room (id, number),
         generate_series(1, $3::int) AS n,
         LATERAL (SELECT gen_random_uuid() AS id WHERE n > 0 AND room.number > 0) AS own,
         jsonb_populate_record(original, jsonb_build_object('id', own.id, 'idempotency_key', own.id, 'quote_id', null,
           'reference', lpad((n * 1000 + room.number)::text, 8, '0'), 'guest_sealed', null,
           'guest_email_hash', null, 'resource_id', room.id,
           'starts_at', original.starts_at + n * $4::int * interval '1 day',
           'ends_at', original.ends_at + n * $4::int * interval '1 day')) AS copy
       WHERE original.id = $1`,
      [id, resourceIds, Math.floor(NIGHTS / EVERY) - 1, EVERY],
    );
  await withoutRowChecks(client, insert);
}

export function calendarLines({ resources, nights, entries, read }: CalendarFigures): string[] {
  const name = `calendar of ${resources} × ${nights} nights`;
  const figures = `p50 ${read.p50Ms.toFixed(1)} ms, p99 ${read.p99Ms.toFixed(1)} ms (goal ${GOAL_P99_MS})`;
  const processor = `processor ${totalOf(read.processorMs ?? {}).toFixed(1)} ms`;
  return [`${name.padEnd(34)}${figures}, ${processor}; ${entries} entries`];
}
