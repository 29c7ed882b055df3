import { randomUUID } from 'node:crypto';
import { okReplayed } from '@lodging/kit-messaging';
import { systemClock } from '@lodging/kit-runtime';
import { fixedClock } from '@lodging/kit-testing';
import type { FixedClock } from '@lodging/kit-testing';
import { refuse } from '@lodging/kernel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HttpClient } from './http-client.ts';
import { expectProblem } from './expect-problem.ts';
import { makeKey, makeOperator, makeTenant, SHOP, signIn } from './build-tenant.ts';
import { startGateway } from './start-gateway.ts';
import { startStubServices } from './stub-services.ts';
import type { TestTenant } from './build-tenant.ts';
import type { RunningGateway } from './start-gateway.ts';
import type { StubServices } from './stub-services.ts';

let gateway: RunningGateway;
let stubs: StubServices;
let tenant: TestTenant;
let clock: FixedClock;

beforeAll(async () => {
  clock = fixedClock(systemClock.now().round('millisecond'));
  [gateway, stubs] = await Promise.all([startGateway({}, clock), startStubServices()]);
  tenant = await makeTenant(gateway);
});

afterAll(async () => {
  await gateway.stop();
  await stubs.stop();
});

const id = randomUUID();
const lastCall = (name: string) => stubs.calls.get(name)?.at(-1)?.request;
const pointersOf = (problem: Record<string, unknown>) =>
  (problem['errors'] as { pointer: string }[]).map(({ pointer }) => pointer);
const stay = { from: '2027-05-03T17:00:00+02:00', to: '2027-05-05T10:00:00Z' };
const inUtc = { from: '2027-05-03T15:00:00.000Z', to: '2027-05-05T10:00:00.000Z' };

describe('a booking', () => {
  const least = { resourceId: id, ...stay, partySize: 2, guestEmail: 'Guest@Example.com' };
  const book = (body: unknown, headers = { 'idempotency-key': randomUUID() }) =>
    tenant.secret.post('/v1/bookings', body, headers);

  it('is created with 201, and replayed with 200 and Idempotent-Replayed', async () => {
    const idempotencyKey = randomUUID();
    const headers = { 'idempotency-key': idempotencyKey };
    stubs.answer('create-booking', { ok: true, value: { booking: { id }, payment: null } });
    const first = await book(least, headers);
    expect([first.status, first.headers.get('idempotent-replayed')]).toEqual([201, null]);
    expect(first.body).toEqual({ booking: { id }, payment: null });
    expect(lastCall('create-booking')).toEqual({
      ...least,
      ...inUtc,
      guestEmail: 'guest@example.com',
      quantity: 1,
      paidOffline: false,
      idempotencyKey,
    });
    stubs.answer('create-booking', okReplayed({ booking: { id }, payment: null }));
    const again = await book(least, headers);
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
    const keyless = await tenant.secret.send('POST', '/v1/bookings', { rawBody: '{' });
    expectProblem(keyless, 'idempotency_key_required');
  });

  it('is paid at the property, at the total that was shown, and without an address', async () => {
    stubs.answer('create-booking', { ok: true, value: { booking: { id }, payment: null } });
    const body = { ...least, guestEmail: null, payAtProperty: true, expectedTotalMinorUnits: '20000' };
    expect((await book(body)).status).toBe(201);
    expect(lastCall('create-booking')).toMatchObject({
      guestEmail: null,
      payAtProperty: true,
      paidOffline: false,
      expectedTotalMinorUnits: '20000',
    });
    for (const [changes, pointer] of [
      [{ paidOffline: true }, '/payAtProperty'],
      [{ payAtProperty: false }, '/payAtProperty'],
      [{ expectedTotalMinorUnits: '1.5' }, '/expectedTotalMinorUnits'],
      [{ expectedTotalMinorUnits: 20_000 }, '/expectedTotalMinorUnits'],
      [{ guestEmail: undefined }, '/guestEmail'],
      [{ guestEmail: '' }, '/guestEmail'],
    ] as const)
      expect(pointersOf(expectProblem(await book({ ...body, ...changes }), 'validation_failed'))).toEqual([
        pointer,
      ]);
    stubs.answer('create-booking', refuse('price_changed', 'changed', { totalMinorUnits: '21000' }));
    const changed = expectProblem(await book(body), 'price_changed');
    expect(changed).toMatchObject({ status: 409, totalMinorUnits: '21000' });
  });

  it('is refused with a pointer to every invalid field', async () => {
    const answer = await book({
      ...least,
      guestEmail: 'x',
      guestName: '',
      guestPhone: '',
      occupancyChildren: -1,
      quantity: 0,
      ratePlanId: 'x',
      currency: 'EURO',
      paidOffline: 'yes',
    });
    expect(pointersOf(expectProblem(answer, 'validation_failed'))).toEqual([
      '/guestEmail',
      '/guestName',
      '/guestPhone',
      '/occupancyChildren',
      '/quantity',
      '/ratePlanId',
      '/currency',
      '/paidOffline',
    ]);
  });

  it('is refused with the code of the service; a failed provider is 502', async () => {
    stubs.answer('create-booking', refuse('payment_setup_failed', 'The provider did not answer.'));
    expectProblem(await book(least), 'payment_setup_failed');
    const missingDates = ['2027-05-03'];
    stubs.answer('create-booking', refuse('no_pricing_rule', 'No price.', { missingDates }));
    expect(expectProblem(await book(least), 'no_pricing_rule')['missingDates']).toEqual(missingDates);
  });

  it('moves to a known state, and DELETE cancels it', async () => {
    const move = (body: unknown) => tenant.secret.send('PATCH', `/v1/bookings/${id}`, { body });
    stubs.answer('change-booking', { ok: true, value: { id, state: 'checked_in' } });
    stubs.answer('cancel-booking', { ok: true, value: { id, state: 'cancelled' } });
    stubs.answer('record-no-show', { ok: true, value: { id, state: 'no_show' } });
    const moved = await move({ state: 'checked_in', reason: 'early' });
    expect([moved.status, moved.body]).toEqual([200, { id, state: 'checked_in' }]);
    expect(lastCall('change-booking')).toEqual({ reservationId: id, state: 'checked_in', reason: 'early' });
    await move({ state: 'held' });
    expect(lastCall('change-booking')).toEqual({ reservationId: id, state: 'held' });
    expect((await move({ state: 'no_show', notes: 'Not reached.' })).body).toEqual({ id, state: 'no_show' });
    expect(lastCall('record-no-show')).toEqual({ reservationId: id, notes: 'Not reached.' });
    expect((await move({ state: 'cancelled', reason: 'ill' })).body).toEqual({ id, state: 'cancelled' });
    expect(lastCall('cancel-booking')).toEqual({ reservationId: id, reason: 'ill' });
    for (const body of [{ state: 'arrived' }, { state: null }, {}, { state: 'CANCELLED' }]) {
      expect(pointersOf(expectProblem(await move(body), 'validation_failed'))).toEqual(['/state']);
    }
    const deleted = await tenant.secret.send('DELETE', `/v1/bookings/${id}`);
    expect([deleted.status, deleted.body]).toEqual([200, { id, state: 'cancelled' }]);
    expect(lastCall('cancel-booking')).toEqual({ reservationId: id });
    const extra = { from: 'no_show', to: 'cancelled', allowed: [] };
    stubs.answer('cancel-booking', refuse('illegal_transition', 'It is over.', extra));
    const illegal = expectProblem(await move({ state: 'cancelled' }), 'illegal_transition');
    expect(illegal).toMatchObject(extra);
  });
});

describe('the list of bookings', () => {
  it('forwards its filters and has a cursor of its own', async () => {
    const nextAfter = { createdAt: '2026-11-20 09:00:00.123456+00', id };
    stubs.answer('list-bookings', { ok: true, value: { bookings: [{ id }], nextAfter } });
    const filters = new URLSearchParams({
      resourceId: id.toUpperCase(),
      state: 'held',
      from: '2027-05-03',
      to: stay.to,
      guestEmail: 'Guest@Example.com',
    });
    const page = await tenant.secret.get(`/v1/bookings?${filters}&limit=1`);
    expect(page.body).toEqual({ bookings: [{ id }], nextCursor: expect.any(String) });
    const passedOn = {
      resourceId: id,
      state: 'held',
      from: '2027-05-03',
      to: inUtc.to,
      guestEmail: 'guest@example.com',
      limit: 1,
    };
    expect(lastCall('list-bookings')).toEqual({ ...passedOn, after: null });
    const cursor = String(page.body['nextCursor']);
    await tenant.secret.get(`/v1/bookings?${filters}&cursor=${cursor}&order=asc`);
    expect(lastCall('list-bookings')).toEqual({ ...passedOn, limit: 20, after: nextAfter, order: 'asc' });
    for (const others of ['', `${filters}&order=desc`, `${filters}&source=manual`, 'state=held'])
      expectProblem(await tenant.secret.get(`/v1/bookings?${others}&cursor=${cursor}`), 'invalid_cursor');
    expectProblem(await tenant.testSecret.get(`/v1/bookings?${filters}&cursor=${cursor}`), 'invalid_cursor');
    expectProblem(await tenant.secret.get(`/v1/resources?cursor=${cursor}`), 'invalid_cursor');
  });

  it('takes several states and balance states, and its cursor belongs to the order', async () => {
    const nextAfter = { createdAt: '2026-11-20 09:00:00.123456+00', id };
    stubs.answer('list-bookings', { ok: true, value: { bookings: [{ id }], nextAfter } });
    const query = 'state=confirmed,checked_in,confirmed&balanceState=due,scheduled';
    const page = await tenant.secret.get(`/v1/bookings?${query}&sort=arrival`);
    const passedOn = {
      state: ['confirmed', 'checked_in'],
      balanceState: ['due', 'scheduled'],
      limit: 20,
      after: null,
    };
    expect(lastCall('list-bookings')).toEqual({ ...passedOn, sort: 'arrival' });
    const cursor = String(page.body['nextCursor']);
    await tenant.secret.get(`/v1/bookings?${query}&sort=arrival&cursor=${cursor}`);
    expect(lastCall('list-bookings')).toEqual({ ...passedOn, sort: 'arrival', after: nextAfter });
    for (const sort of ['', '&sort=created', '&sort=departure', '&sort=arrival&order=desc'])
      expectProblem(
        await tenant.secret.get(`/v1/bookings?${query}${sort}&cursor=${cursor}`),
        'invalid_cursor',
      );
    const byCreation = String((await tenant.secret.get(`/v1/bookings?${query}`)).body['nextCursor']);
    const same = await tenant.secret.get(`/v1/bookings?${query}&sort=created&cursor=${byCreation}`);
    expect(same.status).toBe(200);
  });

  it.each([
    'resourceId=x',
    'state=arrived',
    'state=',
    'state=held,',
    'state=held, confirmed',
    'state=HELD',
    'state=held,arrived',
    'state=held&state=confirmed',
    'balanceState=owed',
    'balanceState=due,,paid',
    'sort=updated',
    'from=tomorrow',
    'to=2027-02-30',
    'guestEmail=x',
    'limit=0',
    'order=up',
    'q=ab',
    'quantityMin=0',
    'source=channel',
    'metadataValue=x',
    'metadataKey=a%5Bb',
    'createdFrom=now',
    'ratePlanId=x',
  ])('refuses %s', async (query) => {
    const problem = expectProblem(await tenant.secret.get(`/v1/bookings?${query}`), 'validation_failed');
    expect(pointersOf(problem)).toEqual([`/${query.split('=')[0]}`]);
  });
});

describe('refunds, metrics and checkout', () => {
  it('refund the whole amount where the body names none', async () => {
    stubs.answer('refund-booking', { ok: true, value: { id } });
    const refund = (sending: object) =>
      tenant.secret.send('POST', `/v1/bookings/${id}/refunds`, { ...sending });
    for (const sending of [{}, { rawBody: '' }, { body: {} }]) {
      const answer = await refund(sending);
      expect([answer.status, answer.body]).toEqual([201, { id }]);
      expect(lastCall('refund-booking')).toEqual({ reservationId: id });
    }
    await refund({ body: { amountMinorUnits: '0' } });
    expect(lastCall('refund-booking')).toEqual({ reservationId: id, amountMinorUnits: '0' });
    const beyondAll = '9'.repeat(16);
    await refund({ body: { amountMinorUnits: beyondAll } });
    expect(lastCall('refund-booking')).toEqual({ reservationId: id, amountMinorUnits: beyondAll });
    for (const amountMinorUnits of ['', '-1', '1.5', 5, '1e3']) {
      const problem = expectProblem(await refund({ body: { amountMinorUnits } }), 'validation_failed');
      expect(pointersOf(problem)).toEqual(['/amountMinorUnits']);
    }
  });

  it('report the current month of the tenant’s time zone, to keys and operators', async () => {
    const monthOf = (timezone: string) => {
      const first = clock.now().toZonedDateTimeISO(timezone).toPlainDate().with({ day: 1 });
      return { from: first.toString(), to: first.add({ months: 1 }).toString(), timezone };
    };
    for (const timezone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
      const slug = `t-${randomUUID()}`;
      const made = await gateway.admin.post('/admin/v1/tenants', { name: slug, slug, timezone });
      const owner = String(made.body['id']);
      const secret = await makeKey(gateway, owner, { kind: 'secret', mode: 'test' });
      const signedIn = await signIn(gateway, await makeOperator(gateway, owner));
      clock.advance({ hours: 24 * 9 + 7 });
      for (const client of [new HttpClient(gateway.url, secret.key), signedIn]) {
        expect((await client.get('/v1/metrics/summary')).status).toBe(200);
        expect(lastCall('summarize-period')).toEqual(monthOf(timezone));
        await client.get('/v1/metrics/summary?from=2026-01-31&to=2026-02-28');
        expect(lastCall('summarize-period')).toEqual({ from: '2026-01-31', to: '2026-02-28', timezone });
      }
    }
    for (const query of ['from=2026-1-1', 'to=2026-02-30', 'from=2026-01-01T00:00:00Z']) {
      expectProblem(await tenant.secret.get(`/v1/metrics/summary?${query}`), 'validation_failed');
    }
  });

  it('report the days of a period in one series, or by what the query names', async () => {
    const path = '/v1/metrics/daily?from=2026-01-31&to=2026-02-28';
    expect((await tenant.secret.get(path)).status).toBe(200);
    expect(lastCall('summarize-days')).toEqual({ from: '2026-01-31', to: '2026-02-28', by: 'total' });
    await tenant.secret.get(`${path}&by=roomType`);
    expect(lastCall('summarize-days')).toMatchObject({ by: 'roomType' });
    const problem = expectProblem(await tenant.secret.get(`${path}&by=guest`), 'validation_failed');
    expect(pointersOf(problem)).toEqual(['/by']);
    expectProblem(await tenant.browser.get(path), 'secret_key_required');
  });

  it('report what came since an instant, which must be named', async () => {
    const path = '/v1/metrics/pickup?from=2026-01-31&to=2026-02-28';
    await tenant.secret.get(`${path}&since=2026-01-01T00:00:00%2B01:00`);
    expect(lastCall('read-pickup')).toEqual({
      from: '2026-01-31',
      to: '2026-02-28',
      since: '2025-12-31T23:00:00.000Z',
    });
    const problem = expectProblem(await tenant.secret.get(path), 'validation_failed');
    expect(pointersOf(problem)).toEqual(['/since']);
  });

  it('create a checkout session for secret and publishable keys', async () => {
    const addresses = { successUrl: `${SHOP}/done`, cancelUrl: `${SHOP}/back` };
    for (const client of [tenant.secret, tenant.browser]) {
      const answer = await client.post(`/v1/holds/${id}/checkout-session`, addresses);
      expect(answer.status).toBe(201);
      expect(lastCall('create-checkout-session')).toEqual({ ...addresses, reservationId: id });
    }
    const bare = expectProblem(
      await tenant.browser.post(`/v1/holds/${id}/checkout-session`, {}),
      'validation_failed',
    );
    expect(pointersOf(bare)).toEqual(['/successUrl', '/cancelUrl']);
  });
});

describe('rates and restrictions', () => {
  it('include nightly rates where the query has both bounds of a window', async () => {
    const rates = `/v1/resources/${id}/rates`;
    await tenant.secret.get(rates);
    expect(lastCall('read-rates')).toEqual({ resourceId: id });
    await tenant.secret.get(`${rates}?from=2027-05-01&to=2027-06-01`);
    expect(lastCall('read-rates')).toEqual({
      resourceId: id,
      window: { from: '2027-05-01', to: '2027-06-01' },
    });
    const lone = async (query: string) =>
      pointersOf(expectProblem(await tenant.secret.get(`${rates}?${query}`), 'validation_failed'));
    expect(await lone('from=2027-05-01')).toEqual(['/to']);
    expect(await lone('to=2027-05-01')).toEqual(['/from']);
  });

  it('are set in bulk by a rate, a restriction, or both', async () => {
    const range = { roomTypeId: id, ratePlanCode: 'FLEX', from: '2027-05-01', to: '2027-06-01' };
    const nightlyRate = { amountMinorUnits: '12000', currency: 'EUR' };
    const bulk = (body: object) => tenant.secret.post('/v1/rates/bulk', body);
    for (const what of [{ nightlyRate }, { restriction: { stopSell: true, maxStayNights: null } }]) {
      const body = { ...range, ...what, daysOfWeek: [5, 6], resourceIds: [id] };
      expect((await bulk(body)).status).toBe(200);
      expect(lastCall('set-bulk-rates')).toEqual(body);
    }
    const refusedAt = async (body: object) =>
      pointersOf(expectProblem(await bulk({ ...range, nightlyRate, ...body }), 'validation_failed'));
    expect(pointersOf(expectProblem(await bulk(range), 'validation_failed'))).toEqual(['/nightlyRate']);
    expect(await refusedAt({ restriction: { stopSell: null } })).toEqual(['/restriction/stopSell']);
    expect(await refusedAt({ daysOfWeek: [8] })).toEqual(['/daysOfWeek/0']);
    expect(await refusedAt({ daysOfWeek: [] })).toEqual(['/daysOfWeek']);
    expect(await refusedAt({ resourceIds: [] })).toEqual(['/resourceIds']);
    const many = Array.from({ length: 501 }, () => id);
    expect(await refusedAt({ resourceIds: many })).toEqual(['/resourceIds']);
    expect(await refusedAt({ from: '2027-05-01T00:00:00Z' })).toEqual(['/from']);
  });

  it('accept one megabyte of restrictions', async () => {
    const path = `/v1/resources/${id}/restrictions`;
    const entry = { ratePlanCode: 'FLEX', ...inUtc, stopSell: true, minStayNights: null };
    const restrictions = Array.from({ length: 2_000 }, () => entry);
    const answer = await tenant.secret.put(path, { restrictions, filler: 'x'.repeat(400_000) });
    expect(answer.status).toBe(200);
    expect(lastCall('put-restrictions')).toEqual({ resourceId: id, restrictions });
    const more = { restrictions, filler: 'x'.repeat(1_000_000) };
    expectProblem(await tenant.secret.put(path, more), 'payload_too_large');
    const odd = [entry, { ...entry, from: '2027-05-03', minStayNights: 0 }];
    const problem = expectProblem(await tenant.secret.put(path, { restrictions: odd }), 'validation_failed');
    expect(pointersOf(problem)).toEqual(['/restrictions/1/from', '/restrictions/1/minStayNights']);
    expect((await tenant.secret.get(path)).status).toBe(200);
  });
});

describe('a calendar', () => {
  const path = `/v1/resources/${id}/calendar?${new URLSearchParams(stay)}`;
  const etag = '"5f3a"';
  const calendar = { resourceId: id, ...inUtc, currency: 'EUR', days: [] };
  const withTags = (tags: string) => ({ headers: { 'if-none-match': tags } });

  beforeAll(() => {
    stubs.answer('read-calendar', ({ knownEtags }: { knownEtags: string[] }) => {
      const isKnown = knownEtags.includes(etag) || knownEtags.includes('*');
      return { ok: true, value: { etag, calendar: isKnown ? null : calendar } };
    });
  });

  it('has an ETag and may be cached for a minute by its client', async () => {
    for (const client of [tenant.secret, tenant.browser]) {
      const answer = await client.get(path);
      expect([answer.status, answer.body]).toEqual([200, calendar]);
      expect(answer.headers.get('etag')).toBe(etag);
      expect(answer.headers.get('cache-control')).toBe('private, max-age=60');
      expect(answer.headers.get('vary')).toBe('Authorization, Origin');
      expect(lastCall('read-calendar')).toEqual({ resourceId: id, ...inUtc, knownEtags: [] });
    }
    const exposed = (await tenant.browser.get(path)).headers.get('access-control-expose-headers');
    expect(exposed).toContain('ETag');
  });

  it.each([etag, `"x", ${etag}`, `W/${etag}`, '*', `"x",W/"y" , W/${etag}`])(
    'is not sent again when If-None-Match is %s',
    async (tags) => {
      const answer = await tenant.browser.get(path, withTags(tags));
      expect([answer.status, answer.text]).toEqual([304, '']);
      expect(answer.headers.get('etag')).toBe(etag);
      expect(answer.headers.get('cache-control')).toBe('private, max-age=60');
      expect(answer.headers.get('vary')).toBe('Authorization, Origin');
      expect(answer.headers.get('content-type')).toBeNull();
      expect(answer.headers.get('access-control-allow-origin')).toBe(SHOP);
    },
  );

  it.each(['"x"', 'W/"x"', '5f3a', '', `${etag} ${etag}`])(
    'is sent when If-None-Match is %s',
    async (tags) => {
      expect((await tenant.secret.get(path, withTags(tags))).body).toEqual(calendar);
    },
  );

  it('answers HEAD', async () => {
    const head = await tenant.browser.send('HEAD', path);
    expect([head.status, head.text]).toEqual([200, '']);
    expect(head.headers.get('etag')).toBe(etag);
    expect(head.headers.get('content-length')).toBe(String(JSON.stringify(calendar).length));
    const known = await tenant.browser.send('HEAD', path, withTags(etag));
    expect([known.status, known.headers.get('etag')]).toEqual([304, etag]);
  });

  it('requires both bounds as date-times, and a refusal is not cacheable', async () => {
    const answer = await tenant.browser.get(`/v1/resources/${id}/calendar?from=2027-05-03`);
    expect(pointersOf(expectProblem(answer, 'validation_failed'))).toEqual(['/from', '/to']);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const odd = path.replace(id, 'x');
    expectProblem(await tenant.browser.get(odd), 'resource_not_found');
    stubs.answer('read-calendar', refuse('range_too_large', 'More than 366 nights.'));
    const refused = await tenant.browser.get(path, withTags('*'));
    expectProblem(refused, 'range_too_large');
    expect(refused.headers.get('cache-control')).toBe('no-store');
  });
});
