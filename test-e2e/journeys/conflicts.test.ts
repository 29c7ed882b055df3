import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { bookedOffline, move } from '../harness/bookings.ts';
import {
  conflictsOf,
  connected,
  dayAfter,
  eventAfter,
  nightsAfter,
  nightsWith,
  reasonsAgainst,
  synced,
} from '../harness/calendars.ts';
import { eventually } from '../harness/eventually.ts';
import { expectProblem } from '../harness/expect-problem.ts';
import { calendarOf, startFeedServer } from '../harness/feed-server.ts';
import type { FeedServer } from '../harness/feed-server.ts';
import { makeLodging, makeTenant } from '../harness/own-tenant.ts';
import type { OwnTenant } from '../harness/own-tenant.ts';

const demo = inject('demo');
let tenant: OwnTenant;
let elsewhere: FeedServer;

beforeAll(async () => {
  [tenant, elsewhere] = await Promise.all([makeTenant(demo), startFeedServer()]);
});

afterAll(() => elsewhere.stop());

const window = { from: dayAfter(0), to: dayAfter(60) };
const blocked = (roomId: string) => nightsWith(tenant.secret, roomId, window);

describe('a conflict', () => {
  it('opens once over a stay, is resolved once, and opens again when the event moves', async () => {
    const room = await makeLodging(tenant.secret);
    const stay = await bookedOffline(tenant.secret, {
      resourceId: room.id,
      ratePlanId: room.ratePlanId,
      from: `${dayAfter(20)}T15:00:00Z`,
      to: `${dayAfter(24)}T10:00:00Z`,
      partySize: 1,
      guestEmail: 'ada@example.com',
    });
    const path = '/conflict.ics';
    elsewhere.serve(
      path,
      calendarOf(eventAfter('before', 18, 20), eventAfter('over', 22, 25), eventAfter('after', 26, 27)),
    );
    const connection = await connected(tenant.secret, elsewhere.urlOf(path), room.id);
    const [conflict] = await eventually('the conflict is listed', async () => {
      const found = await conflictsOf(tenant.secret, connection.id, 'open');
      return found.length > 0 ? found : undefined;
    });
    expect(conflict).toMatchObject({
      reservationId: stay.id,
      resourceId: room.id,
      inboundEvent: expect.stringContaining('over'),
      startsAt: expect.stringContaining(dayAfter(22)),
      endsAt: expect.stringContaining(dayAfter(25)),
      status: 'open',
    });
    expect(await blocked(room.id)).toEqual(expect.arrayContaining(nightsAfter(22, 25)));
    await synced(tenant.secret, connection.id);
    expect(await conflictsOf(tenant.secret, connection.id)).toHaveLength(1);

    const resolve = (status: string, id = conflict?.id) =>
      tenant.secret.send('PATCH', `/v1/channel/conflicts/${id}`, { body: { status } });
    expectProblem(await resolve('open'), 400, 'validation_failed');
    expectProblem(await resolve('resolved_relocated', room.id), 404, 'conflict_not_found');
    const resolved = await resolve('resolved_relocated');
    expect([resolved.status, resolved.body]).toEqual([200, { ...conflict, status: 'resolved_relocated' }]);
    expectProblem(await resolve('resolved_cancelled'), 409, 'conflict_already_resolved');
    elsewhere.serve(
      path,
      calendarOf(eventAfter('before', 18, 20), eventAfter('over', 22, 25), eventAfter('other', 30, 31)),
    );
    await synced(tenant.secret, connection.id);
    expect(await conflictsOf(tenant.secret, connection.id, 'open')).toEqual([]);

    elsewhere.serve(
      path,
      calendarOf(eventAfter('before', 18, 20), eventAfter('over', 21, 25), eventAfter('other', 30, 31)),
    );
    await synced(tenant.secret, connection.id);
    const again = await eventually('the conflict is open again', async () =>
      (await conflictsOf(tenant.secret, connection.id, 'open')).find(({ id }) => id === conflict?.id),
    );
    expect(again.startsAt).toContain(dayAfter(21));
    expect(await conflictsOf(tenant.secret, connection.id)).toHaveLength(1);
  });
});

describe('a stay that is moved out of its conflict', () => {
  it('is moved once, also by a repeated request, and not again once the conflict is resolved', async () => {
    const { secret } = tenant;
    const rooms = [await makeLodging(secret), await makeLodging(secret), await makeLodging(secret)];
    const [room, next, third] = rooms as [(typeof rooms)[0], (typeof rooms)[0], (typeof rooms)[0]];
    const stay = await bookedOffline(secret, {
      resourceId: room.id,
      ratePlanId: room.ratePlanId,
      from: `${dayAfter(20)}T15:00:00Z`,
      to: `${dayAfter(24)}T10:00:00Z`,
      partySize: 1,
      guestEmail: 'ada@example.com',
    });
    elsewhere.serve('/moved.ics', calendarOf(eventAfter('over', 22, 25)));
    const connection = await connected(secret, elsewhere.urlOf('/moved.ics'), room.id);
    const [conflict] = await conflictsOf(secret, connection.id, 'open');
    const tokenTo = async ({ id: resourceId, ratePlanId }: (typeof rooms)[0]) => {
      const path = `/v1/bookings/${stay.id}/change-quotes`;
      const quoted = await secret.post<{ changeToken: string }>(path, { resourceId, ratePlanId });
      expect(quoted.status, JSON.stringify(quoted.body)).toBe(200);
      return quoted.body.changeToken;
    };
    const relocate = (changeToken: string) =>
      secret.send('PATCH', `/v1/channel/conflicts/${conflict?.id}`, {
        body: { status: 'resolved_relocated', changeToken },
      });
    const placeOf = async () =>
      (await secret.get<{ resourceId: string }>(`/v1/bookings/${stay.id}`)).body.resourceId;

    const first = await tokenTo(next);
    for (const answer of [await relocate(first), await relocate(first)])
      expect([answer.status, answer.body]).toEqual([200, { ...conflict, status: 'resolved_relocated' }]);
    expect(await placeOf()).toBe(next.id);
    expectProblem(await relocate(await tokenTo(third)), 409, 'conflict_already_resolved');
    expect(await placeOf()).toBe(next.id);
  });
});

describe('a stay whose guest has left early', () => {
  it('opens no conflict, though its nights stay sold', async () => {
    const room = await makeLodging(tenant.secret);
    const stay = await bookedOffline(tenant.secret, {
      resourceId: room.id,
      ratePlanId: room.ratePlanId,
      from: `${dayAfter(-61)}T15:00:00Z`,
      to: `${dayAfter(-50)}T10:00:00Z`,
      partySize: 1,
      guestEmail: 'ada@example.com',
    });
    const later = await bookedOffline(tenant.secret, {
      resourceId: room.id,
      ratePlanId: room.ratePlanId,
      from: `${dayAfter(20)}T15:00:00Z`,
      to: `${dayAfter(24)}T10:00:00Z`,
      partySize: 1,
      guestEmail: 'ada@example.com',
    });
    await move(tenant.secret, stay.id, 'checked_in');
    await move(tenant.secret, stay.id, 'checked_out');
    elsewhere.serve(
      '/left.ics',
      calendarOf(eventAfter('over the rest', -58, -52), eventAfter('over the next', 22, 25)),
    );
    // The event of the departure takes a moment; an import before it still opens a conflict.
    await eventually('only the stay to come is in conflict', async () => {
      const connection = await connected(tenant.secret, elsewhere.urlOf('/left.ics'), room.id);
      const conflicts = await eventually('the conflict of the stay to come is listed', async () => {
        const found = (await conflictsOf(tenant.secret, connection.id)).map((one) => one.reservationId);
        return found.includes(later.id) ? found : undefined;
      });
      if (conflicts.length === 1) return true;
      await tenant.secret.send('DELETE', `/v1/channel-connections/${connection.id}`);
      return false;
    });
    const rest = { from: dayAfter(-58), to: dayAfter(-57) };
    expect(await reasonsAgainst(tenant.secret, room.id, rest)).toEqual(['reserved', 'external_block']);
  });
});
