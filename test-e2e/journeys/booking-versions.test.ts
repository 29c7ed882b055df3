import { beforeAll, describe, expect, inject, it } from 'vitest';
import { book, bookedOffline, weeklyStays, type BookingRequest } from '../harness/bookings.ts';
import { expectProblem } from '../harness/expect-problem.ts';
import { makeLodging, makeTenant, type OwnTenant } from '../harness/own-tenant.ts';
import { quote } from '../harness/stay.ts';
import type { Booking } from '../harness/records.ts';

const demo = inject('demo');
let tenant: OwnTenant;
let next: () => BookingRequest;

beforeAll(async () => {
  tenant = await makeTenant(demo);
  next = weeklyStays(await makeLodging(tenant.secret));
});

const read = (id: string, headers: Record<string, string> = {}) =>
  tenant.secret.get<Booking>(`/v1/bookings/${id}`, { headers });
const change = (method: 'PATCH' | 'DELETE', id: string, ifMatch: string, state = 'checked_in') =>
  tenant.secret.send<Booking>(method, `/v1/bookings/${id}`, {
    headers: { 'if-match': ifMatch },
    ...(method === 'PATCH' && { body: { state } }),
  });

describe('a booking', () => {
  it('has its version as ETag, and is not sent again to a client that has it', async () => {
    const { id, version } = await bookedOffline(tenant.secret, next());
    const first = await read(id);
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toBe(`"v${version}"`);
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await read(id, { 'if-none-match': known });
      expect([again.status, again.body, again.headers.get('etag')]).toEqual([304, '', etag]);
    }
    expect((await read(id, { 'if-none-match': '"v0"' })).body).toEqual(first.body);
    const moved = await change('PATCH', id, etag);
    const after = await read(id, { 'if-none-match': etag });
    expect([after.status, after.body, after.headers.get('etag')]).toEqual([
      200,
      moved.body,
      `"v${version + 1}"`,
    ]);
  });

  it('is changed in the version that If-Match names, and in no other', async () => {
    const { id, version } = await bookedOffline(tenant.secret, next());
    for (const method of ['PATCH', 'DELETE'] as const)
      for (const stale of [`"v${version - 1}"`, `W/"v${version}"`, `v${version}`, `"v${version}`, '']) {
        const refused = expectProblem(await change(method, id, stale), 412, 'version_mismatch');
        expect(refused).toMatchObject({ currentVersion: version });
      }
    expectProblem(await change('PATCH', id, '"v0"', 'checked_out'), 412, 'version_mismatch');
    expectProblem(await change('PATCH', id, `"v${version}"`, 'checked_out'), 409, 'illegal_transition');
    expectProblem(await change('DELETE', crypto.randomUUID(), '"v0"'), 404, 'booking_not_found');
    expect((await change('DELETE', id, `"v0", "v${version}"`)).body.state).toBe('cancelled');
  });

  it('shows its version to a guest’s hold, too', async () => {
    const { signedQuoteToken } = await quote(tenant.browser, next());
    const held = await tenant.browser.create<Booking>('/v1/holds', { signedQuoteToken });
    expect(held.body.version).toBe((await read(held.body.id)).body.version);
  });

  it('is answered with its total in the requested currency, at the rate of a quote', async () => {
    const requestedStay = { ...next(), currency: 'USD', paidOffline: true };
    const { guestEmail: _guest, paidOffline: _paid, ...stay } = requestedStay;
    const { displayTotal, fx } = await quote(tenant.secret, stay);
    const key = crypto.randomUUID();
    const booked = await book(tenant.secret, requestedStay, key);
    expect(booked.body).toMatchObject({ displayTotal, fx: { ...fx, effectiveAt: expect.any(String) } });
    expect((await book(tenant.secret, requestedStay, key)).body).toEqual(booked.body);
    const plain = await book(tenant.secret, { ...next(), paidOffline: true });
    expect(Object.keys(plain.body).toSorted()).toEqual(['booking', 'payment']);
  });
});
