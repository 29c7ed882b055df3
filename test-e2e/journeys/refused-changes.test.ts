import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { bookedOffline, weeklyStays } from '../harness/bookings.ts';
import { expectProblem } from '../harness/expect-problem.ts';
import { makeLodging, makeTenant } from '../harness/own-tenant.ts';
import type { OwnTenant } from '../harness/own-tenant.ts';

const demo = inject('demo');
let tenant: OwnTenant;
let id: string;
let room: { id: string; ratePlanId: string };
let others: Record<'usd' | 'tokyo' | 'unpriced' | 'full', { id: string; ratePlanId: string }>;
let stay: { from: string; to: string };

beforeAll(async () => {
  tenant = await makeTenant(demo);
  const { secret } = tenant;
  room = await makeLodging(secret);
  others = {
    usd: await makeLodging(secret, { currency: 'USD' }),
    tokyo: await makeLodging(secret, { timezone: 'Asia/Tokyo' }),
    unpriced: await makeLodging(secret, { baseAmountMinorUnits: null }),
    full: await makeLodging(secret),
  };
  const request = weeklyStays(room)();
  stay = { from: request.from, to: request.to };
  const { id: resourceId, ratePlanId } = others.full;
  await bookedOffline(secret, { ...request, resourceId, ratePlanId });
  ({ id } = await bookedOffline(secret, request));
});

const quoteChange = (body: object, bookingId = id, ifMatch?: string) =>
  tenant.secret.post(`/v1/bookings/${bookingId}/change-quotes`, body, {
    headers: ifMatch === undefined ? {} : { 'if-match': ifMatch },
  });
const change = (body: object, bookingId = id, idempotencyKey = randomUUID()) =>
  tenant.secret.post(`/v1/bookings/${bookingId}/changes`, body, { idempotencyKey });
const placeOf = ({ id: resourceId, ratePlanId }: { id: string; ratePlanId: string }) => ({
  resourceId,
  ratePlanId,
});
const longer = () => ({ to: Temporal.Instant.from(stay.to).add({ hours: 24 }).toString() });

async function tokenFor(body: object): Promise<string> {
  const quoted = await tenant.secret.post<{ changeToken: string }>(`/v1/bookings/${id}/change-quotes`, body);
  expect(quoted.status, JSON.stringify(quoted.body)).toBe(200);
  return quoted.body.changeToken;
}

describe('a quote of a change', () => {
  const malformed: [string, object][] = [
    ['nothing', {}],
    ['a date that is none', { from: 'tomorrow' }],
    ['no guests', { partySize: 0 }],
    ['part of a guest', { partySize: 1.5 }],
    ['no units', { quantity: 0 }],
    ['a room that is no id', { resourceId: 'x' }],
    ['another way to price', { reprice: 'some' }],
    ['another way with the penalty', { penalty: { kind: 'double' } }],
    ['a child of no age', { childAges: [-1] }],
    ['an age of no child', { childAges: [9] }],
    ['fewer ages than children', { occupancyChildren: 2, childAges: [9] }],
    ['a currency that is none', { currency: 'euro' }],
  ];
  it.each(malformed)('of %s is a malformed body', async (_, body) => {
    expectProblem(await quoteChange(body), 400, 'validation_failed');
  });

  it('limits the adults of a party where it has a number of children alone, as a quote of a stay does', async () => {
    const { secret } = tenant;
    const limits = { maxOccupancy: 4, maxAdults: 2, maxChildren: 2 };
    const { body: type } = await secret.post<{ id: string }>('/v1/room-types', {
      code: 'FAMILY',
      name: 'Family room',
      ...limits,
    });
    const family = await makeLodging(secret, { roomTypeId: type.id, capacity: 4 });
    const { id: ofThree } = await bookedOffline(secret, { ...weeklyStays(family)(), partySize: 3 });
    expect((await quoteChange(longer(), ofThree)).status).toBe(200);
    const named = await quoteChange({ ...longer(), occupancyChildren: 0 }, ofThree);
    expectProblem(named, 409, 'unavailable');
  });

  it('of a stay that cannot be had is refused for the reason', async () => {
    const { secret } = tenant;
    expectProblem(await quoteChange({ from: stay.to, to: stay.from }), 400, 'invalid_window');
    expectProblem(await quoteChange({ resourceId: randomUUID() }), 404, 'resource_not_found');
    expectProblem(await quoteChange({ resourceId: others.full.id }), 400, 'rate_plan_required');
    expectProblem(await quoteChange(placeOf(others.usd)), 409, 'currency_mismatch');
    expectProblem(await quoteChange(placeOf(others.tokyo)), 400, 'validation_failed');
    expectProblem(await quoteChange(placeOf(others.unpriced)), 422, 'no_pricing_rule');
    expectProblem(await quoteChange(placeOf(others.full)), 409, 'unavailable');
    expectProblem(await quoteChange(stay), 400, 'no_change');
    expectProblem(await quoteChange({ currency: 'EUR' }), 400, 'no_change');
    expectProblem(await quoteChange(longer(), randomUUID()), 404, 'booking_not_found');
    expectProblem(await quoteChange(longer(), 'x'), 404, 'booking_not_found');
    expectProblem(await quoteChange(longer(), id, '"v99"'), 412, 'version_mismatch');
    const gone = await bookedOffline(secret, { ...weeklyStays(room, '2028-01-03')(), ...placeOf(room) });
    await secret.send('DELETE', `/v1/bookings/${gone.id}`);
    const problem = expectProblem(await quoteChange({ partySize: 1 }, gone.id), 409, 'change_not_allowed');
    expect(problem).toMatchObject({ state: 'cancelled' });
  });
});

describe('a change', () => {
  it.each([
    ['nothing', {}],
    ['a token that is none', { changeToken: 7 }],
    ['another time to settle', { changeToken: 'a.b.c', settle: 'never' }],
  ])('of %s is a malformed body', async (_, body) => {
    expectProblem(await change(body), 400, 'validation_failed');
  });

  it('with a token that was not issued for this booking is refused', async () => {
    const token = await tokenFor(longer());
    const other = await bookedOffline(tenant.secret, weeklyStays(room, '2028-03-06')());
    const altered = `${token.slice(0, -6)}AAAAAA`;
    for (const changeToken of ['x', 'a.b.c', altered])
      expectProblem(await change({ changeToken }), 400, 'invalid_change_token');
    expectProblem(await change({ changeToken: token }, other.id), 400, 'invalid_change_token');
    expectProblem(await change({ changeToken: token }, randomUUID()), 404, 'booking_not_found');
    const path = `/v1/bookings/${id}/changes`;
    expectProblem(await tenant.secret.post(path, { changeToken: token }), 400, 'idempotency_key_required');
  });

  it('of one quote is made once; its key is of no other request', async () => {
    const key = randomUUID();
    const first = await tokenFor({ partySize: 1 });
    expect((await change({ changeToken: first, settle: 'later' }, id, key)).status).toBe(201);
    expectProblem(await change({ changeToken: first }, id, key), 409, 'idempotency_key_conflict');
    expectProblem(await change({ changeToken: first }), 409, 'change_outdated');
  });

  it('that is over or unknown cannot be ended, and another one waits for none that is open', async () => {
    const { secret } = tenant;
    const path = `/v1/bookings/${id}/changes`;
    expectProblem(await secret.get(`${path}/${randomUUID()}`), 404, 'change_not_found');
    expectProblem(await secret.send('DELETE', `${path}/${randomUUID()}`), 404, 'change_not_found');
    expectProblem(await secret.send('DELETE', `${path}/x`), 404, 'change_not_found');
    const made = await secret.get<{ changes: { id: string }[] }>(path);
    const applied = made.body.changes[0]?.id ?? '';
    expectProblem(await secret.send('DELETE', `${path}/${applied}`), 409, 'change_not_allowed');
    const [first, second] = [await tokenFor(longer()), await tokenFor(longer())];
    const opened = await secret.create<{ change: { id: string } }>(path, { changeToken: first });
    expect(opened.status, JSON.stringify(opened.body)).toBe(201);
    for (const refused of [
      await change({ changeToken: second }),
      await quoteChange({ quantity: 1, to: stay.to }),
    ])
      expect(expectProblem(refused, 409, 'change_pending')).toMatchObject({
        changeId: opened.body.change.id,
      });
    expect((await secret.send('DELETE', `${path}/${opened.body.change.id}`)).status).toBe(204);
  });

  it('of a conflict needs a status that moves the stay', async () => {
    const body = { status: 'resolved_cancelled', changeToken: 'a.b.c' };
    const path = `/v1/channel/conflicts/${randomUUID()}`;
    expectProblem(await tenant.secret.send('PATCH', path, { body }), 400, 'validation_failed');
  });
});

describe('a guest who changes dates', () => {
  it('needs a link of the booking', async () => {
    const { browser } = tenant;
    const headers = { 'guest-token': 'a.b.c' };
    const quoted = await browser.post('/v1/manage/change-quotes', longer(), { headers });
    expectProblem(quoted, 401, 'guest_token_invalid');
    const idempotencyKey = randomUUID();
    const sent = { changeToken: 'a.b.c' };
    const changed = await browser.post('/v1/manage/changes', sent, { headers, idempotencyKey });
    expectProblem(changed, 401, 'guest_token_invalid');
  });
});
