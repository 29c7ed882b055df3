import { randomInt, randomUUID } from 'node:crypto';
import { sync as ical } from 'node-ical';
import type { VEvent } from 'node-ical';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { bookedOffline, move } from '../harness/bookings.ts';
import { connected, dayAfter, nightsWith, openFeed, reasonsAgainst, synced } from '../harness/calendars.ts';
import { Client } from '../harness/client.ts';
import type { Answer } from '../harness/client.ts';
import { expectProblem } from '../harness/expect-problem.ts';
import { calendarOf, startFeedServer } from '../harness/feed-server.ts';
import { makeGeneric, makeLodging, makeTenant } from '../harness/own-tenant.ts';
import type { OwnTenant } from '../harness/own-tenant.ts';

const demo = inject('demo');
/** Anonymous: a calendar elsewhere has no key. */
const anyone = new Client(demo.gatewayUrl);
let tenant: OwnTenant;
let theirs: OwnTenant;

beforeAll(async () => {
  [tenant, theirs] = await Promise.all([makeTenant(demo), makeTenant(demo)]);
});

const GUEST = { guestEmail: 'ada.lovelace@example.com', guestName: 'Ada Lovelace', guestPhone: '+43 1 2345' };
type Room = { id: string; ratePlanId?: string };
const pathOf = (token: string) => `/v1/feeds/${token}.ics`;
const read = (token: string, headers: Record<string, string> = {}): Promise<Answer<string>> =>
  anyone.get<string>(pathOf(token), { headers });

function stayOf(room: Room, from: number, to: number) {
  return bookedOffline(tenant.secret, {
    resourceId: room.id,
    ...(room.ratePlanId === undefined ? {} : { ratePlanId: room.ratePlanId }),
    from: `${dayAfter(from)}T15:00:00Z`,
    to: `${dayAfter(to)}T10:00:00Z`,
    partySize: 1,
    ...GUEST,
  });
}

async function textOf(token: string): Promise<string> {
  const answer = await read(token);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

/** As an independent reader understands it, in the order of arrival. */
function eventsOf(text: string): VEvent[] {
  const found = Object.values(ical.parseICS(text)).filter((part) => part?.type === 'VEVENT');
  return (found as VEvent[]).toSorted((one, other) => one.start.getTime() - other.start.getTime());
}

/** The reader gives dates as local midnights. */
function dateOf(date: Date | undefined): string {
  const [year, month, day] = [date?.getFullYear() ?? 0, (date?.getMonth() ?? 0) + 1, date?.getDate() ?? 0];
  return Temporal.PlainDate.from({ year, month, day }).toString();
}

describe('a feed', () => {
  it('lists confirmed stays as whole days up to the day of departure, and nothing of the guest', async () => {
    const room = await makeLodging(tenant.secret);
    await stayOf(room, 2, 5);
    await stayOf(room, 5, 6);
    const gone = await stayOf(room, 10, 12);
    await move(tenant.secret, gone.id, 'cancelled');
    const { token, url, name } = await openFeed(tenant.secret, room.id, { name: 'Airbnb' });
    expect(url).toBe(`${demo.gatewayUrl}${pathOf(token)}`);
    expect(name).toBe('Airbnb');
    const answer = await read(token);
    expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    const events = eventsOf(answer.body);
    expect(events.map(({ start, end }) => [dateOf(start), dateOf(end)])).toEqual([
      [dayAfter(2), dayAfter(5)],
      [dayAfter(5), dayAfter(6)],
    ]);
    expect(events.map(({ datetype, summary }) => [datetype, summary])).toEqual([
      ['date', 'Reserved'],
      ['date', 'Reserved'],
    ]);
    expect(new Set(events.map(({ uid }) => uid)).size).toBe(2);
    expect(answer.body).not.toMatch(/\bada\b|lovelace|example\.com|\+43/i);
    expect(answer.body).toContain('REFRESH-INTERVAL;VALUE=DURATION:PT15M');
  });

  it('is RFC 5545 to the octet: CRLF, and no line above 75 octets', async () => {
    const room = await makeLodging(tenant.secret);
    await stayOf(room, 2, 5);
    const { token } = await openFeed(tenant.secret, room.id);
    const text = await textOf(token);
    const lines = text.split('\r\n');
    expect(lines.at(-1)).toBe('');
    expect(lines[0]).toBe('BEGIN:VCALENDAR');
    expect(lines.at(-2)).toBe('END:VCALENDAR');
    for (const line of lines) {
      expect(line).not.toMatch(/[\r\n]/);
      expect(Buffer.byteLength(line), line).toBeLessThanOrEqual(75);
    }
  });

  it('of a resource without bookings is a calendar without events', async () => {
    const room = await makeLodging(tenant.secret);
    const { token } = await openFeed(tenant.secret, room.id);
    expect(eventsOf(await textOf(token))).toEqual([]);
  });

  it('of a generic resource has times in UTC', async () => {
    const bike = await makeGeneric(tenant.secret, 'Asia/Tokyo');
    await stayOf(bike, 2, 3);
    const { token } = await openFeed(tenant.secret, bike.id);
    const [event] = eventsOf(await textOf(token));
    expect(event?.start.toISOString()).toBe(`${dayAfter(2)}T15:00:00.000Z`);
    expect(event?.end?.toISOString()).toBe(`${dayAfter(3)}T10:00:00.000Z`);
  });

  it('keeps its ETag until something changes, and is not sent again to who has it', async () => {
    const room = await makeLodging(tenant.secret);
    const stay = await stayOf(room, 2, 5);
    const { token } = await openFeed(tenant.secret, room.id);
    const first = await read(token);
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[^"]+"$/);
    const second = await read(token);
    expect([second.headers.get('etag'), second.body]).toEqual([etag, first.body]);
    for (const tags of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const known = await read(token, { 'if-none-match': tags });
      expect([known.status, known.body, known.headers.get('etag')]).toEqual([304, '', etag]);
    }
    expect((await read(token, { 'if-none-match': '"x"' })).body).toBe(first.body);
    const head = await anyone.send('HEAD', pathOf(token));
    expect([head.status, head.body, head.headers.get('etag')]).toEqual([200, '', etag]);
    expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(first.body)));
    expect(Date.parse(head.headers.get('last-modified') ?? '')).not.toBeNaN();
    const [before] = eventsOf(first.body);
    await stayOf(room, 8, 9);
    const third = await read(token, { 'if-none-match': etag });
    expect(third.status).toBe(200);
    expect(third.headers.get('etag')).not.toBe(etag);
    expect(eventsOf(third.body)[0]?.uid).toBe(before?.uid);
    await move(tenant.secret, stay.id, 'cancelled');
    expect(eventsOf(await textOf(token))).toHaveLength(1);
  });

  it('is no business of browsers, and opens with its whole token alone', async () => {
    const room = await makeLodging(tenant.secret);
    const { token } = await openFeed(tenant.secret, room.id);
    const fromPage = await read(token, { origin: 'https://evil.example' });
    expect(fromPage.headers.get('access-control-allow-origin')).toBeNull();
    const wrong = [
      token.slice(0, -1),
      `${token}x`,
      token.toUpperCase(),
      'x',
      'a'.repeat(500),
      '%00',
      '..%2f',
    ];
    for (const other of wrong) expectProblem(await read(other), 404, 'not_found');
  });

  it('leaves out what came from the calendar it is for', async () => {
    const elsewhere = await startFeedServer();
    try {
      elsewhere.serve('/a.ics', calendarOf({ uid: 'theirs', from: dayAfter(20), to: dayAfter(22) }));
      const room = await makeLodging(tenant.secret);
      await stayOf(room, 2, 5);
      const { id } = await connected(tenant.secret, elsewhere.urlOf('/a.ics'), room.id);
      const whole = await openFeed(tenant.secret, room.id);
      const without = await openFeed(tenant.secret, room.id, { excludeConnectionId: id });
      const summaries = async ({ token }: { token: string }) =>
        eventsOf(await textOf(token)).map(({ start, summary }) => [dateOf(start), summary]);
      expect(await summaries(whole)).toEqual([
        [dayAfter(2), 'Reserved'],
        [dayAfter(20), 'Not available'],
      ]);
      expect(await summaries(without)).toEqual([[dayAfter(2), 'Reserved']]);
    } finally {
      await elsewhere.stop();
    }
    const unknown = { excludeConnectionId: randomUUID() };
    const room = await makeLodging(tenant.secret);
    const refused = await tenant.secret.post(`/v1/resources/${room.id}/feed-tokens`, unknown);
    expectProblem(refused, 404, 'connection_not_found');
  });
});

describe('a feed token', () => {
  it('is shown once, and says when its feed was last read', async () => {
    const room = await makeLodging(tenant.secret);
    const { token, url, ...shown } = await openFeed(tenant.secret, room.id, { name: 'Vrbo' });
    expect(url).toContain(token);
    const list = async () =>
      (
        await tenant.secret.get<{ feedTokens: Record<string, unknown>[] }>(
          `/v1/resources/${room.id}/feed-tokens`,
        )
      ).body.feedTokens;
    expect(await list()).toEqual([{ ...shown, url: null, lastAccessedAt: null }]);
    await textOf(token);
    const [read] = await list();
    expect(read?.['lastAccessedAt']).toEqual(expect.any(String));
    expect(JSON.stringify(await list())).not.toContain(token);
  });

  it('that was replaced opens the feed for another day beside the new one; a deleted one opens nothing', async () => {
    const room = await makeLodging(tenant.secret);
    await stayOf(room, 2, 5);
    const old = await openFeed(tenant.secret, room.id);
    const path = `/v1/resources/${room.id}/feed-tokens/${old.id}`;
    const rotated = await tenant.secret.post<typeof old>(`${path}/rotate`);
    expect(rotated.status).toBe(201);
    expect(rotated.body.token).not.toBe(old.token);
    expect(rotated.body.url).toBe(`${demo.gatewayUrl}${pathOf(rotated.body.token)}`);
    expect(await textOf(rotated.body.token)).toBe(await textOf(old.token));
    const named = `/v1/resources/${room.id}/feed-tokens/${rotated.body.id}`;
    expect((await tenant.secret.send('DELETE', named)).status).toBe(204);
    expectProblem(await read(rotated.body.token), 404, 'not_found');
    expectProblem(await read(old.token), 404, 'not_found');
    expectProblem(await tenant.secret.send('DELETE', named), 404, 'feed_token_not_found');
    expectProblem(await tenant.secret.post(`${named}/rotate`), 404, 'feed_token_not_found');
  });
});

describe('from one tenant to another', () => {
  const localUrl = (token: string) => {
    const url = new URL(demo.gatewayUrl);
    url.hostname = 'localhost';
    return `${url.origin}${pathOf(token)}`;
  };

  it('a feed blocks the very nights that were sold', async () => {
    for (const timezone of ['UTC', 'Pacific/Auckland', 'America/Los_Angeles']) {
      const [room, copy] = await Promise.all([
        makeLodging(tenant.secret, { timezone }),
        makeLodging(theirs.secret, { timezone }),
      ]);
      let day = randomInt(5);
      for (let stays = 0; stays < 8; stays += 1) {
        const length = 1 + randomInt(9);
        const from = `${dayAfter(day)}T12:00:00[${timezone}]`;
        const to = `${dayAfter(day + length)}T10:00:00[${timezone}]`;
        await bookedOffline(tenant.secret, {
          resourceId: room.id,
          ratePlanId: room.ratePlanId,
          from: Temporal.ZonedDateTime.from(from).toInstant().toString(),
          to: Temporal.ZonedDateTime.from(to).toInstant().toString(),
          partySize: 1,
          ...GUEST,
        });
        // Nothing between two stays is as likely as a day or two.
        day += length + randomInt(3);
      }
      const window = { from: dayAfter(-3), to: dayAfter(120) };
      const sold = await nightsWith(tenant.secret, room.id, { ...window, reason: 'reserved' });
      expect(sold.length).toBeGreaterThanOrEqual(8);
      const { token } = await openFeed(tenant.secret, room.id);
      const { id } = await connected(theirs.secret, localUrl(token), copy.id);
      expect(await nightsWith(theirs.secret, copy.id, window), timezone).toEqual(sold);
      const late = `${dayAfter(day + 3)}T12:00:00[${timezone}]`;
      const left = `${dayAfter(day + 5)}T10:00:00[${timezone}]`;
      await bookedOffline(tenant.secret, {
        resourceId: room.id,
        ratePlanId: room.ratePlanId,
        from: Temporal.ZonedDateTime.from(late).toInstant().toString(),
        to: Temporal.ZonedDateTime.from(left).toInstant().toString(),
        partySize: 1,
        ...GUEST,
      });
      await synced(theirs.secret, id);
      expect(await nightsWith(theirs.secret, copy.id, window), timezone).toEqual(
        await nightsWith(tenant.secret, room.id, { ...window, reason: 'reserved' }),
      );
    }
  });

  it('a feed of a generic resource blocks the very hours', async () => {
    const [bike, copy] = await Promise.all([makeGeneric(tenant.secret), makeGeneric(theirs.secret)]);
    await stayOf(bike, 2, 3);
    const { token } = await openFeed(tenant.secret, bike.id);
    await connected(theirs.secret, localUrl(token), copy.id);
    const hours = (from: string, to: string) =>
      reasonsAgainst(theirs.secret, copy.id, {
        from: `${dayAfter(2)}T${from}Z`,
        to: `${dayAfter(3)}T${to}Z`,
      });
    expect(await hours('12:00:00', '14:00:00')).toEqual(['external_block']);
    expect(
      await reasonsAgainst(theirs.secret, copy.id, {
        from: `${dayAfter(2)}T10:00:00Z`,
        to: `${dayAfter(2)}T15:00:00Z`,
      }),
    ).toEqual([]);
    expect(
      await reasonsAgainst(theirs.secret, copy.id, {
        from: `${dayAfter(3)}T10:00:00Z`,
        to: `${dayAfter(3)}T12:00:00Z`,
      }),
    ).toEqual([]);
  });

  it('a tenant does not block itself with its own feed', async () => {
    const room = await makeLodging(tenant.secret);
    await stayOf(room, 2, 5);
    const { token } = await openFeed(tenant.secret, room.id);
    const connection = await connected(tenant.secret, localUrl(token), room.id);
    expect([connection.status, connection.lastError]).toEqual(['active', null]);
    const window = { from: dayAfter(0), to: dayAfter(10) };
    expect(await nightsWith(tenant.secret, room.id, window)).toEqual([]);
    const conflicts = await tenant.secret.get('/v1/channel/conflicts');
    expect(conflicts.body).toEqual({ conflicts: [], nextCursor: null });
  });
});
