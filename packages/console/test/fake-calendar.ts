import type { components } from '@lodging/client';
import { addDays, daysBetween } from '@lodging/format';
import { NOW, ok, problem } from './fake-api.ts';
import type { FakeApi, Handler, Reply, Request } from './fake-api.ts';
import { RESOURCES } from './records.ts';
import type { FakeBooking } from './records.ts';

/** Occupancy, blocks and changes of stays over the bookings of the fake API. */

type Schemas = components['schemas'];
type Entry = Schemas['OccupancyEntry'];
type Block = Schemas['Block'];

export interface FakeCalendar {
  readonly operations: Readonly<Record<string, Handler>>;
  /** Those of ours by the API; imported ones are added here. */
  readonly blocks: Map<string, FakeBlock>;
  readonly changes: Schemas['StayChange'][];
  resources: Schemas['Resource'][];
  /** Minor units that every change costs more. */
  difference: number;
}

type FakeBlock = Omit<Block, 'kind'> & { readonly kind: NonNullable<Entry['block']> };

const NONE: Omit<Entry, 'kind' | 'id' | 'from' | 'to' | 'startsAt' | 'endsAt' | 'units'> = {
  reference: null,
  groupId: null,
  state: null,
  guestName: null,
  partySize: null,
  source: null,
  balanceState: null,
  holdExpiresAt: null,
  block: null,
  note: null,
  connectionId: null,
  version: null,
};

const SHOWN = ['held', 'confirmed', 'checked_in', 'checked_out'];

export function stayEntry(one: FakeBooking): Entry {
  return {
    ...NONE,
    kind: one.state === 'held' ? 'hold' : 'stay',
    id: one.id,
    reference: one.reference,
    from: one.startsAt.slice(0, 10),
    to: one.endsAt.slice(0, 10),
    startsAt: one.startsAt,
    endsAt: one.endsAt,
    units: one.quantity,
    state: one.state,
    guestName: one.guestName,
    partySize: 2,
    source: one.source,
    balanceState: one.balanceState,
    holdExpiresAt: one.state === 'held' ? one.holdExpiresAt : null,
    version: one.version,
  };
}

const blockEntry = (one: FakeBlock): Entry => ({
  ...NONE,
  kind: 'block',
  id: one.id,
  from: one.from,
  to: one.to,
  startsAt: one.startsAt,
  endsAt: one.endsAt,
  units: one.units,
  block: one.kind,
  note: one.note,
  connectionId: one.kind === 'external' ? 'feed-1' : null,
  version: one.kind === 'external' ? null : one.version,
});

export function fakeBlock(n: number, more: Partial<FakeBlock>): FakeBlock {
  const from = more.from ?? '2027-06-12';
  const to = more.to ?? addDays(from, 2);
  return {
    id: `0197a204-5555-7000-8000-${String(n).padStart(12, '0')}`,
    resourceId: RESOURCES[0]?.id ?? '',
    units: 1,
    kind: 'out_of_order',
    note: null,
    version: 1,
    createdAt: NOW,
    updatedAt: NOW,
    ...more,
    from,
    to,
    startsAt: `${from}T13:00:00.000Z`,
    endsAt: `${to}T09:00:00.000Z`,
  };
}

export function fakeCalendar(): FakeCalendar {
  const calendar: FakeCalendar = {
    blocks: new Map(),
    changes: [],
    resources: [...RESOURCES],
    difference: 0,
    operations: {
      'GET /v1/resources': () => ok({ resources: calendar.resources, nextCursor: null }),
      'GET /v1/occupancy': (request, api) => occupancy(calendar, request, api),
      'POST /v1/blocks': ({ body }, api) => {
        const made = fakeBlock(calendar.blocks.size + 1, body as Partial<FakeBlock>);
        const refused = inTheWay(api, made);
        if (refused !== null) return refused;
        calendar.blocks.set(made.id, made);
        return { status: 201, body: made };
      },
      'PATCH /v1/blocks/{id}': ({ ids: [id = ''], body, headers }) => {
        const found = calendar.blocks.get(id);
        if (found === undefined) return problem({ status: 404, code: 'block_not_found' });
        if (headers['if-match'] !== `"v${found.version}"`)
          return problem({ status: 412, code: 'version_mismatch', currentVersion: found.version });
        const changed = { ...found, ...(body as Partial<FakeBlock>), version: found.version + 1 };
        calendar.blocks.set(id, { ...fakeBlock(0, changed), id });
        return ok(changed);
      },
      'DELETE /v1/blocks/{id}': ({ ids: [id = ''] }) => {
        calendar.blocks.delete(id);
        return { status: 204 };
      },
      'POST /v1/bookings/{id}/change-quotes': (request, api) => quoted(calendar, request, api),
      'POST /v1/bookings/{id}/changes': (request, api) => changed(calendar, request, api),
      'GET /v1/bookings/{id}/changes': ({ ids: [id] }) =>
        ok({ changes: calendar.changes.filter(({ bookingId }) => bookingId === id), nextCursor: null }),
      'DELETE /v1/bookings/{id}/changes/{changeId}': ({ ids: [, id] }) => {
        const at = calendar.changes.findIndex((one) => one.id === id);
        const found = calendar.changes[at];
        if (found) calendar.changes[at] = { ...found, state: 'cancelled', expiresAt: null };
        return { status: 204 };
      },
    },
  };
  return calendar;
}

function occupancy(calendar: FakeCalendar, { query, headers }: Request, api: FakeApi): Reply {
  const [from, to] = [query.get('from') ?? '', query.get('to') ?? ''];
  const ids = (query.get('resourceIds') ?? '').split(',');
  const isSeen = (one: { from: string; to: string }): boolean => one.from < to && one.to > from;
  const stays = [...api.bookings.values()].filter(({ state }) => SHOWN.includes(state));
  const byResource = (id: string): Entry[] =>
    [
      ...stays.filter(({ resourceId }) => resourceId === id).map(stayEntry),
      ...[...calendar.blocks.values()].filter(({ resourceId }) => resourceId === id).map(blockEntry),
    ].filter(isSeen);
  const resources = calendar.resources
    .filter(({ id }) => ids.includes(id))
    .map(({ id, units }) => ({ resourceId: id, units, entries: byResource(id) }));
  const etag = `"${JSON.stringify(resources).length}-${resources
    .flatMap(({ entries }) =>
      entries.map(({ id, version, from: begin }) => `${id.slice(-4)}.${version}.${begin.slice(5)}`),
    )
    .join(';')
    .slice(0, 4_000)}"`;
  if (headers['if-none-match'] === etag) return { status: 304 };
  return ok({ from, to, asOf: NOW, resources, nextCursor: null }, { etag });
}

function inTheWay(api: FakeApi, { resourceId, from, to }: FakeBlock): Reply | null {
  const stays = [...api.bookings.values()].filter(
    (one) =>
      one.resourceId === resourceId &&
      SHOWN.includes(one.state) &&
      one.startsAt.slice(0, 10) < to &&
      one.endsAt.slice(0, 10) > from,
  );
  if (stays.length === 0) return null;
  const reservationIds = stays.map(({ id }) => id);
  return problem({ status: 409, code: 'block_conflict', reservationIds, from, to, unitsTaken: 1 });
}

const stayOf = (one: FakeBooking): Schemas['StayOfChange'] => ({
  from: one.startsAt,
  to: one.endsAt,
  resourceId: one.resourceId,
  ratePlanId: one.ratePlanId,
  partySize: 2,
  quantity: one.quantity,
  totalMinorUnits: one.totalMinorUnits,
});

function quoted(calendar: FakeCalendar, { ids: [id = ''], body }: Request, api: FakeApi): Reply {
  const found = api.bookings.get(id);
  if (found === undefined) return problem({ status: 404, code: 'booking_not_found' });
  const current = stayOf(found);
  const { reprice: _reprice, ...fields } = body;
  const proposed = { ...current, ...fields } as typeof current;
  const taken = [...api.bookings.values()].some(
    (one) =>
      one.id !== id &&
      one.resourceId === proposed.resourceId &&
      SHOWN.includes(one.state) &&
      one.startsAt < proposed.to &&
      one.endsAt > proposed.from,
  );
  if (taken) return problem({ status: 409, code: 'unavailable', reasons: ['reserved'] });
  const nights = daysBetween(proposed.from.slice(0, 10), proposed.to.slice(0, 10));
  const before = daysBetween(current.from.slice(0, 10), current.to.slice(0, 10));
  const more = BigInt((nights - before) * 20_000 + calendar.difference);
  const total = String(BigInt(current.totalMinorUnits) + more);
  const amount = String(more < 0n ? -more : more);
  return ok({
    bookingId: id,
    version: found.version,
    expiresAt: '2027-06-10T08:15:00.000Z',
    changeToken: JSON.stringify({ ...proposed, totalMinorUnits: total }),
    current,
    proposed: {
      ...proposed,
      totalMinorUnits: total,
      priceBreakdown: {},
      bill: {
        ...found.bill,
        totalMinorUnits: total,
        nights: Array.from({ length: nights }, (_, night) => ({
          date: addDays(proposed.from.slice(0, 10), night),
          amountMinorUnits: '20000',
        })),
      },
      cancellation: null,
      schedule: [],
    },
    changes: Object.keys(fields),
    removedMinorUnits: more < 0n ? amount : '0',
    retainedMinorUnits: '0',
    difference: { kind: more > 0n ? 'charge' : more < 0n ? 'refund' : 'none', amountMinorUnits: amount },
    refundMinorUnits: more < 0n ? amount : '0',
    dueMinorUnits: more > 0n ? amount : '0',
  });
}

function changed(calendar: FakeCalendar, { ids: [id = ''], body }: Request, api: FakeApi): Reply {
  const found = api.bookings.get(id);
  if (found === undefined) return problem({ status: 404, code: 'booking_not_found' });
  const proposed = JSON.parse(String(body['changeToken'])) as Schemas['StayOfChange'];
  const due = BigInt(proposed.totalMinorUnits) - BigInt(found.totalMinorUnits);
  const waits = body['settle'] !== 'later' && due > 0n;
  const change: Schemas['StayChange'] = {
    id: `0197a204-6666-7000-8000-${String(calendar.changes.length).padStart(12, '0')}`,
    bookingId: id,
    state: waits ? 'awaiting_payment' : 'applied',
    settle: waits ? 'now' : 'later',
    createdAt: NOW,
    expiresAt: waits ? '2027-06-10T08:15:00.000Z' : null,
    changes: ['to'],
    previous: stayOf(found),
    proposed,
    removedMinorUnits: '0',
    retainedMinorUnits: '0',
    refundMinorUnits: '0',
    dueMinorUnits: String(due < 0n ? 0n : due),
  };
  calendar.changes.push(change);
  if (!waits)
    api.change(id, {
      startsAt: new Date(proposed.from).toISOString(),
      endsAt: new Date(proposed.to).toISOString(),
      resourceId: proposed.resourceId,
      ratePlanId: proposed.ratePlanId,
      totalMinorUnits: proposed.totalMinorUnits,
    });
  return { status: 201, body: { booking: api.bookings.get(id), change, payment: null, refunds: [] } };
}
