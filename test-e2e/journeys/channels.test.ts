import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { book } from '../harness/bookings.ts';
import {
  connect,
  connected,
  dayAfter,
  eventAfter,
  map,
  nightsAfter,
  nightsWith,
  readConnection,
  reasonsAgainst,
  synced,
} from '../harness/calendars.ts';
import { eventually } from '../harness/eventually.ts';
import { expectProblem } from '../harness/expect-problem.ts';
import { calendarOf, sendCalendar, startFeedServer } from '../harness/feed-server.ts';
import type { FeedEvent, FeedServer } from '../harness/feed-server.ts';
import { makeLodging, makeTenant } from '../harness/own-tenant.ts';
import type { OwnTenant } from '../harness/own-tenant.ts';
import type { Connection, Listing } from '../harness/records.ts';

const demo = inject('demo');
let tenant: OwnTenant;
let elsewhere: FeedServer;
let count = 0;

/** The second fetch comes after one or two minutes, so this starts first and is checked last. */
let shrunken: Imported & { readonly shrankAt: number };

beforeAll(async () => {
  [tenant, elsewhere] = await Promise.all([makeTenant(demo), startFeedServer()]);
  const all = [eventAfter('a', 2, 3), eventAfter('b', 4, 5), eventAfter('c', 6, 7), eventAfter('d', 8, 9)];
  const importing = await imported(...all);
  elsewhere.serve(importing.path, calendarOf(...all.slice(0, 1)));
  shrunken = { ...importing, shrankAt: Date.now() };
  const quarantined = await synced(tenant.secret, importing.connection.id);
  expect([quarantined.status, quarantined.eventCount]).toEqual(['error', 4]);
});

afterAll(() => elsewhere.stop());

const window = { from: dayAfter(0), to: dayAfter(60) };
const blocked = (roomId: string) => nightsWith(tenant.secret, roomId, window);

interface Imported {
  readonly room: { id: string; ratePlanId: string };
  readonly path: string;
  readonly connection: Connection;
}

/** A separate room with an imported calendar that has been synced. */
async function imported(...events: FeedEvent[]): Promise<Imported> {
  count += 1;
  const path = `/calendar-${count}.ics`;
  elsewhere.serve(path, calendarOf(...events));
  const room = await makeLodging(tenant.secret);
  const connection = await connected(tenant.secret, elsewhere.urlOf(path), room.id);
  return { room, path, connection };
}

describe('an imported calendar', () => {
  it('blocks its nights up to the day of departure', async () => {
    const { room, connection } = await imported(
      eventAfter('a', 2, 4),
      eventAfter('b', 4, 5),
      eventAfter('c', 9, 11),
    );
    expect(connection).toMatchObject({ channel: 'ical', status: 'active', lastError: null, eventCount: 3 });
    expect(connection.lastSuccessAt).not.toBeNull();
    expect(await blocked(room.id)).toEqual([...nightsAfter(2, 5), ...nightsAfter(9, 11)]);
    expect(await reasonsAgainst(tenant.secret, room.id, { from: dayAfter(1), to: dayAfter(3) })).toEqual([
      'external_block',
    ]);
    // Adjacent stays on both sides.
    expect(await reasonsAgainst(tenant.secret, room.id, { from: dayAfter(5), to: dayAfter(9) })).toEqual([]);
    const requestedStay = {
      resourceId: room.id,
      ratePlanId: room.ratePlanId,
      from: `${dayAfter(10)}T15:00:00Z`,
      to: `${dayAfter(12)}T10:00:00Z`,
      partySize: 1,
      guestEmail: 'ada@example.com',
    };
    const refused = await book(tenant.secret, { ...requestedStay, paidOffline: true });
    expect(expectProblem(refused, 409, 'unavailable').reasons).toEqual(['external_block']);
  });

  it('moves a block with its event, and releases it when the event disappears', async () => {
    const { room, path, connection } = await imported(
      eventAfter('a', 2, 4),
      eventAfter('b', 10, 12),
      eventAfter('c', 20, 21),
    );
    elsewhere.serve(path, calendarOf(eventAfter('a', 3, 6), eventAfter('b', 10, 12)));
    await synced(tenant.secret, connection.id);
    expect(await blocked(room.id)).toEqual([...nightsAfter(3, 6), ...nightsAfter(10, 12)]);
  });

  it('ignores cancelled, transparent and invalid events', async () => {
    const odd = eventAfter('odd', 30, 32);
    const { room, path, connection } = await imported(
      eventAfter('cancelled', 2, 4, 'STATUS:CANCELLED'),
      eventAfter('transparent', 5, 7, 'TRANSP:TRANSPARENT'),
      eventAfter('backwards', 9, 8),
      eventAfter('good', 12, 13),
    );
    expect(await blocked(room.id)).toEqual(nightsAfter(12, 13));
    const broken = calendarOf(odd, eventAfter('good', 12, 13)).replace(
      /DTSTART;VALUE=DATE:\d{8}/,
      'DTSTART:soon',
    );
    elsewhere.serve(path, broken);
    const after = await synced(tenant.secret, connection.id);
    expect(after.status).toBe('active');
    expect(await blocked(room.id)).toEqual(nightsAfter(12, 13));
  });

  it('is fetched with its validators, and a 304 is a successful sync', async () => {
    const { room, path, connection } = await imported(eventAfter('a', 2, 4));
    const text = calendarOf(eventAfter('a', 2, 4), eventAfter('b', 6, 7));
    elsewhere.serve(path, (request, response) => {
      if (request.headers['if-none-match'] === '"v2"') response.writeHead(304, { etag: '"v2"' }).end();
      else sendCalendar(response, text, { etag: '"v2"' });
    });
    const first = await synced(tenant.secret, connection.id);
    const second = await synced(tenant.secret, connection.id);
    expect(elsewhere.requestHeaders(path).at(-1)?.['if-none-match']).toBe('"v2"');
    expect(String(second.lastSuccessAt) > String(first.lastSuccessAt)).toBe(true);
    expect([second.status, second.lastError]).toEqual(['active', null]);
    expect(await blocked(room.id)).toEqual([...nightsAfter(2, 4), ...nightsAfter(6, 7)]);
  });

  it('follows at most three redirects', async () => {
    const { room, path, connection } = await imported(eventAfter('a', 2, 4));
    const hop = (to: string) => (_request: unknown, response: Parameters<typeof sendCalendar>[0]) =>
      void response.writeHead(302, { location: to }).end();
    elsewhere.serve(path, hop(`${path}-1`));
    elsewhere.serve(`${path}-1`, hop(elsewhere.urlOf(`${path}-2`)));
    elsewhere.serve(`${path}-2`, hop(`${path}-3`));
    elsewhere.serve(`${path}-3`, calendarOf(eventAfter('a', 2, 5)));
    expect((await synced(tenant.secret, connection.id)).lastError).toBeNull();
    expect(await blocked(room.id)).toEqual(nightsAfter(2, 5));
    elsewhere.serve(`${path}-3`, hop(`${path}-4`));
    elsewhere.serve(`${path}-4`, calendarOf(eventAfter('a', 2, 6)));
    expect((await synced(tenant.secret, connection.id)).lastError).not.toBeNull();
    expect(await blocked(room.id)).toEqual(nightsAfter(2, 5));
  });

  it('with ten thousand events is imported within seconds', async () => {
    const many = Array.from({ length: 10_000 }, (_none, index) =>
      eventAfter(`many-${index}`, index % 600, (index % 600) + 1),
    );
    const started = performance.now();
    const { room, connection } = await imported(...many);
    expect(connection.eventCount).toBe(10_000);
    expect(await blocked(room.id)).toHaveLength(60);
    expect(performance.now() - started).toBeLessThan(30_000);
  });
});

describe('never releases blocks', () => {
  type Broken = Parameters<FeedServer['serve']>[1];
  const good = calendarOf(eventAfter('a', 2, 4));
  const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, ' '));
  const cases: [string, Broken][] = [
    ['a page for people', '<!doctype html><html><body>Please log in</body></html>'],
    ['an empty body', ''],
    ['an empty calendar', calendarOf()],
    ['a calendar that was cut off', good.slice(0, -20)],
    ['a 403', (_request, response) => void response.writeHead(403).end('no')],
    ['a 500', (_request, response) => void response.writeHead(500).end(good)],
    ['a connection that breaks', (_request, response) => void response.destroy()],
    ['twelve megabytes', `${good}${'X-PAD:x\r\n'.repeat(1_400_000)}`],
    [
      'a decompression bomb',
      (_request, response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
    ],
    [
      'a way to a private address',
      (_request, response) =>
        void response.writeHead(302, { location: demo.gatewayUrl.replace('localhost', '127.0.0.1') }).end(),
    ],
    [
      'a way to a file',
      (_request, response) => void response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
    ],
  ];

  it.each(cases)('%s', async (_name, answer) => {
    const { room, path, connection } = await imported(
      eventAfter('a', 2, 4),
      eventAfter('b', 8, 9),
      eventAfter('c', 12, 13),
    );
    elsewhere.serve(path, answer);
    const after = await synced(tenant.secret, connection.id);
    expect(after.status).toBe('error');
    expect(after.lastError).toMatch(/\w/);
    expect(after.lastError).not.toMatch(/127\.0\.0\.1|localhost|calendar-\d|ECONN|undefined/);
    expect(String(after.lastSuccessAt) < String(after.lastSyncAt)).toBe(true);
    expect(await blocked(room.id)).toEqual([
      ...nightsAfter(2, 4),
      ...nightsAfter(8, 9),
      ...nightsAfter(12, 13),
    ]);
    elsewhere.serve(path, calendarOf(eventAfter('a', 2, 5), eventAfter('b', 8, 9), eventAfter('c', 12, 13)));
    expect(await synced(tenant.secret, connection.id)).toMatchObject({ status: 'active', lastError: null });
    expect(await blocked(room.id)).toEqual([
      ...nightsAfter(2, 5),
      ...nightsAfter(8, 9),
      ...nightsAfter(12, 13),
    ]);
  });

  it('more than half of the events missing at once; exactly half is accepted', async () => {
    const all = [eventAfter('a', 2, 3), eventAfter('b', 4, 5), eventAfter('c', 6, 7), eventAfter('d', 8, 9)];
    const { room, path, connection } = await imported(...all);
    elsewhere.serve(path, calendarOf(...all.slice(0, 1)));
    const quarantined = await synced(tenant.secret, connection.id);
    expect(quarantined.lastError).toMatch(/\w/);
    expect(await blocked(room.id)).toHaveLength(4);
    elsewhere.serve(path, calendarOf(...all.slice(0, 2)));
    expect((await synced(tenant.secret, connection.id)).lastError).toBeNull();
    expect(await blocked(room.id)).toEqual([...nightsAfter(2, 3), ...nightsAfter(4, 5)]);
  });

  it('a response that never ends', { timeout: 120_000 }, async () => {
    const { room, path, connection } = await imported(eventAfter('a', 2, 4));
    elsewhere.serve(path, (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/calendar' });
      const dripping = setInterval(() => response.write('BEGIN:VCALENDAR\r\n'), 500);
      response.once('close', () => clearInterval(dripping));
    });
    await tenant.secret.post(`/v1/channel-connections/${connection.id}/sync`);
    const after = await eventually(
      'the reading is given up',
      async () => {
        const now = await readConnection(tenant.secret, connection.id);
        return now.lastError === null ? undefined : now;
      },
      { withinMs: 60_000, everyMs: 500 },
    );
    expect(after.status).toBe('error');
    expect(await blocked(room.id)).toEqual(nightsAfter(2, 4));
  });
});

describe('a connection', () => {
  const one = ({ id }: { id: string }) => `/v1/channel-connections/${id}`;

  it('keeps its blocks while paused, syncs when resumed, and releases them when deleted', async () => {
    const { room, path, connection } = await imported(eventAfter('a', 2, 4));
    const set = (status: string) =>
      tenant.secret.send<Connection>('PATCH', one(connection), { body: { status } });
    expect((await set('paused')).body.status).toBe('paused');
    expectProblem(await tenant.secret.post(`${one(connection)}/sync`), 409, 'connection_paused');
    elsewhere.serve(path, calendarOf(eventAfter('a', 2, 4), eventAfter('b', 6, 7)));
    expect(await blocked(room.id)).toEqual(nightsAfter(2, 4));
    expectProblem(await set('error'), 400, 'validation_failed');
    expect((await set('active')).body.status).toBe('active');
    await synced(tenant.secret, connection.id);
    expect(await blocked(room.id)).toEqual([...nightsAfter(2, 4), ...nightsAfter(6, 7)]);
    expect((await tenant.secret.send('DELETE', one(connection))).status).toBe(204);
    expectProblem(await tenant.secret.get(one(connection)), 404, 'connection_not_found');
    expectProblem(await tenant.secret.send('DELETE', one(connection)), 404, 'connection_not_found');
    await eventually('the nights are free', async () => (await blocked(room.id)).length === 0);
  });

  it('releases a block that has begun when its connection is deleted', async () => {
    const { room, connection } = await imported(eventAfter('running', -61, -55));
    const tomorrow = { from: dayAfter(-59), to: dayAfter(-58) };
    expect(await reasonsAgainst(tenant.secret, room.id, tomorrow)).toEqual(['external_block']);
    expect((await tenant.secret.send('DELETE', one(connection))).status).toBe(204);
    await eventually('the nights are free', async () => {
      const left = await reasonsAgainst(tenant.secret, room.id, tomorrow);
      return left.length === 0;
    });
  });

  it('releases a block that has begun when its resource is unmapped', async () => {
    const { room, connection } = await imported(eventAfter('running', -61, -55), eventAfter('next', 2, 4));
    const tomorrow = { from: dayAfter(-59), to: dayAfter(-58) };
    const path = `${one(connection)}/listings`;
    const { listings } = (await tenant.secret.get<{ listings: Listing[] }>(path)).body;
    expect((await tenant.secret.send('DELETE', `${path}/${listings[0]?.id}`)).status).toBe(204);
    await eventually('the nights are free', async () => {
      const left = await reasonsAgainst(tenant.secret, room.id, tomorrow);
      return left.length === 0 && (await blocked(room.id)).length === 0;
    });
  });

  it('blocks each mapped resource once, until it is unmapped', async () => {
    const { room, connection } = await imported(eventAfter('a', 2, 4));
    const other = await makeLodging(tenant.secret);
    const listings = `${one(connection)}/listings`;
    const listing = await map(tenant.secret, connection.id, other.id);
    await synced(tenant.secret, connection.id);
    expect([await blocked(room.id), await blocked(other.id)]).toEqual([nightsAfter(2, 4), nightsAfter(2, 4)]);
    const twice = await tenant.secret.post(listings, { resourceId: other.id });
    expectProblem(twice, 409, 'listing_already_mapped');
    const unknown = await tenant.secret.post(listings, { resourceId: connection.id });
    expectProblem(unknown, 404, 'resource_not_found');
    const listed = await tenant.secret.get<{ listings: Listing[] }>(listings);
    expect(listed.body.listings.map(({ resourceId }) => resourceId)).toEqual([room.id, other.id]);
    expect((await tenant.secret.send('DELETE', `${listings}/${listing.id}`)).status).toBe(204);
    expectProblem(await tenant.secret.send('DELETE', `${listings}/${listing.id}`), 404, 'listing_not_found');
    await eventually('the other is free', async () => (await blocked(other.id)).length === 0);
    expect(await blocked(room.id)).toEqual(nightsAfter(2, 4));
  });

  it('never shows the secrets of its URL', async () => {
    const secret = 's3cr3t-0123456789abcdef';
    const made = await connect(tenant.secret, elsewhere.urlOf(`/ical/${secret}.ics?s=${secret}`));
    expect(made.status).toBe(201);
    const listed = await tenant.secret.get('/v1/channel-connections?limit=100');
    const failed = await synced(tenant.secret, made.body.id);
    expect(JSON.stringify([made.body, listed.body, failed])).not.toContain(secret);
    expect(URL.canParse(made.body.feedUrl)).toBe(true);
  });

  it.each([
    'http://127.0.0.1/a.ics',
    'http://127.1/a.ics',
    'http://2130706433/a.ics',
    'http://0x7f000001/a.ics',
    'http://0177.0.0.1/a.ics',
    'http://0/a.ics',
    'http://[::1]/a.ics',
    'http://[::ffff:127.0.0.1]/a.ics',
    'http://[64:ff9b::7f00:1]/a.ics',
    'http://[fd00::1]/a.ics',
    'http://[fe80::1]/a.ics',
    'http://10.0.0.1/a.ics',
    'http://172.16.0.1/a.ics',
    'http://192.168.1.1/a.ics',
    'http://100.64.0.1/a.ics',
    'http://169.254.169.254/latest/meta-data',
    'http://localhost./a.ics',
    'http://calendars.localhost/a.ics',
    'http://１２７.0.0.1/a.ics',
    'ftp://calendars.example/a.ics',
    'file:///etc/passwd',
    'calendars.example/a.ics',
    '',
  ])('is never made to %s', async (feedUrl) => {
    const problem = expectProblem(await connect(tenant.secret, feedUrl), 400, 'validation_failed');
    expect(problem.errors?.map(({ pointer }) => pointer)).toEqual(['/feedUrl']);
  });
});

describe('a calendar that shrank by more than half', () => {
  it(
    'keeps its nights until it was read again by itself, a minute or two later',
    { timeout: 180_000 },
    async () => {
      const { room, path, connection, shrankAt } = shrunken;
      const isAccepted = async () => (await readConnection(tenant.secret, connection.id)).lastError === null;
      if (!(await isAccepted())) expect(await blocked(room.id)).toHaveLength(4);
      await eventually('it is accepted', isAccepted, { withinMs: 150_000, everyMs: 1_000 });
      const readings = elsewhere.requestTimes(path).filter((at) => at >= shrankAt);
      const waited = ((readings.at(-1) ?? 0) - (readings[0] ?? 0)) / 1_000;
      expect(waited).toBeGreaterThanOrEqual(60);
      expect(waited).toBeLessThan(135);
      expect(await blocked(room.id)).toEqual(nightsAfter(2, 3));
      expect(await readConnection(tenant.secret, connection.id)).toMatchObject({
        status: 'active',
        eventCount: 1,
      });
    },
  );
});
