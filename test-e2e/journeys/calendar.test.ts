import { beforeAll, describe, expect, inject, it } from 'vitest';
import { bookedOffline, move } from '../harness/bookings.ts';
import type { Client } from '../harness/client.ts';
import { expectProblem } from '../harness/expect-problem.ts';
import { makeLodging, makeTenant, type OwnTenant } from '../harness/own-tenant.ts';
import type { Calendar } from '../harness/records.ts';

const demo = inject('demo');
let tenant: OwnTenant;

beforeAll(async () => {
  tenant = await makeTenant(demo);
});

const path = (id: string, from = '2027-03-01', to = '2027-03-06') =>
  `/v1/resources/${id}/calendar?from=${from}T00:00:00Z&to=${to}T00:00:00Z`;
const read = (client: Client, id: string, headers: Record<string, string> = {}) =>
  client.get<Calendar>(path(id), { headers });

describe('calendar', () => {
  it('shows each night with its status, reasons, price and the least restrictive rules of its plans', async () => {
    const room = await makeLodging(tenant.secret, { plan: { minStayNights: 2 } });
    await tenant.secret.put(`/v1/resources/${room.id}/rates`, {
      ratePlans: [{ code: 'saver', name: 'Saver', currency: 'EUR', maxStayNights: 5 }],
    });
    await tenant.secret.put(`/v1/resources/${room.id}/pricing`, {
      pricing: [{ ratePlanCode: 'saver', baseAmountMinorUnits: '8000' }],
    });
    const entry = (code: string, day: number, more: Record<string, unknown>) => ({
      ratePlanCode: code,
      from: `2027-03-0${day}T00:00:00Z`,
      to: `2027-03-0${day + 1}T00:00:00Z`,
      ...more,
    });
    await tenant.secret.put(`/v1/resources/${room.id}/restrictions`, {
      restrictions: [
        entry('saver', 2, { stopSell: true }),
        entry('saver', 3, { stopSell: true }),
        entry('flex', 3, { stopSell: true }),
        entry('flex', 4, { closedToArrival: true, minStayNights: 4 }),
      ],
    });
    await bookedOffline(tenant.secret, {
      resourceId: room.id,
      ratePlanId: room.ratePlanId,
      from: '2027-03-05T15:00:00Z',
      to: '2027-03-07T10:00:00Z',
      partySize: 1,
      guestEmail: 'g@example.test',
    });
    const answer = await read(tenant.browser, room.id);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    const open = {
      closedToArrival: false,
      closedToDeparture: false,
      maxStayNights: null,
      minStayNights: 1,
      stopSell: false,
    };
    expect(answer.body).toMatchObject({ resourceId: room.id, currency: 'EUR' });
    expect(answer.body.days).toEqual([
      {
        date: '2027-03-01',
        status: 'available',
        reasons: [],
        priceHintMinorUnits: '8000',
        restrictions: open,
      },
      {
        date: '2027-03-02',
        status: 'available',
        reasons: [],
        priceHintMinorUnits: '10000',
        restrictions: open,
      },
      {
        date: '2027-03-03',
        status: 'unavailable',
        reasons: ['stop_sell'],
        priceHintMinorUnits: null,
        restrictions: { ...open, stopSell: true },
      },
      {
        date: '2027-03-04',
        status: 'available',
        reasons: [],
        priceHintMinorUnits: '8000',
        restrictions: open,
      },
      {
        date: '2027-03-05',
        status: 'unavailable',
        reasons: ['reserved'],
        priceHintMinorUnits: '8000',
        restrictions: open,
      },
    ]);
  });

  it('keeps its ETag while nothing changes, answers 304 to it, and changes it with the body', async () => {
    const room = await makeLodging(tenant.secret);
    const first = await read(tenant.secret, room.id);
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[^"]+"$/);
    expect(first.headers.get('cache-control')).toMatch(/max-age=60/);
    for (const known of [etag, `"other", ${etag}`, '*', `W/${etag}`]) {
      const unchanged = await read(tenant.secret, room.id, { 'if-none-match': known });
      expect(unchanged.status, known).toBe(304);
      expect(unchanged.headers.get('etag')).toBe(etag);
      expect(unchanged.body).toBe('');
    }
    expect((await read(tenant.secret, room.id, { 'if-none-match': '"other"' })).status).toBe(200);
    const stay = {
      resourceId: room.id,
      ratePlanId: room.ratePlanId,
      partySize: 1,
      guestEmail: 'g@example.test',
    };
    const elsewhere = await bookedOffline(tenant.secret, {
      ...stay,
      from: '2027-06-01T15:00:00Z',
      to: '2027-06-03T10:00:00Z',
    });
    expect((await read(tenant.secret, room.id)).headers.get('etag')).toBe(etag);
    const here = await bookedOffline(tenant.secret, {
      ...stay,
      from: '2027-03-02T15:00:00Z',
      to: '2027-03-03T10:00:00Z',
    });
    const changed = await read(tenant.secret, room.id, { 'if-none-match': etag });
    expect(changed.status).toBe(200);
    expect(changed.headers.get('etag')).not.toBe(etag);
    await move(tenant.secret, here.id, 'cancelled');
    await move(tenant.secret, elsewhere.id, 'cancelled');
    expect((await read(tenant.secret, room.id, { 'if-none-match': etag })).status).toBe(304);
    await tenant.secret.put(`/v1/resources/${room.id}/pricing`, {
      pricing: [{ ratePlanCode: 'flex', baseAmountMinorUnits: '1' }],
    });
    expect(
      (await read(tenant.secret, room.id, { 'if-none-match': etag })).body.days[0]?.priceHintMinorUnits,
    ).toBe('1');
  });

  it('has each local date once across a clock change', async () => {
    const room = await makeLodging(tenant.secret, { timezone: 'Europe/Berlin' });
    const query = new URLSearchParams({ from: '2027-03-27T00:00:00+01:00', to: '2027-03-30T00:00:00+02:00' });
    const answer = await tenant.secret.get<Calendar>(`/v1/resources/${room.id}/calendar?${query}`);
    expect(answer.body.days.map((day) => day.date)).toEqual(['2027-03-27', '2027-03-28', '2027-03-29']);
  });

  it('refuses an invalid window, one that is too large, and an unknown resource', async () => {
    const room = await makeLodging(tenant.secret);
    expectProblem(await tenant.secret.get(path(room.id, '2027-03-02', '2027-03-01')), 400, 'invalid_window');
    expectProblem(await tenant.secret.get(path(room.id, '2027-01-01', '2028-01-03')), 400, 'range_too_large');
    expect(
      (await tenant.secret.get<Calendar>(path(room.id, '2027-01-01', '2028-01-02'))).body.days,
    ).toHaveLength(366);
    expectProblem(await tenant.secret.get(path(crypto.randomUUID())), 404, 'resource_not_found');
    expectProblem(
      await tenant.secret.get(`/v1/resources/${room.id}/calendar?from=2027-03-01T00:00:00Z`),
      400,
      'validation_failed',
    );
  });
});
