import { randomUUID } from 'node:crypto';
import { describe, expect, inject, it } from 'vitest';
import { bookedOffline, move } from '../harness/bookings.ts';
import { eventually } from '../harness/eventually.ts';
import { expectProblem } from '../harness/expect-problem.ts';
import { makeLodging, makeTenant } from '../harness/own-tenant.ts';
import { book, refund } from '../harness/bookings.ts';
import type { DemoTenant } from '../harness/demo.ts';
import { payByCard, untilState } from '../harness/stay.ts';
import type { DailyMetrics, MetricsSummary as Summary, Pickup } from '../harness/records.ts';

const demo = inject('demo');

/** The bookings are made today, in another month; none has taxes or fees. */
const NOTHING_MOVED = {
  collectedMinorUnits: '0',
  returnedMinorUnits: '0',
  cashNetMinorUnits: '0',
  retainedMinorUnits: '0',
  feesMinorUnits: '0',
  extrasMinorUnits: '0',
  taxMinorUnits: '0',
  propertyTaxMinorUnits: '0',
};

describe('metrics', () => {
  it('count what came in and what went back on the day on which it moved, of all bookings', async () => {
    const tenant = await makeTenant(demo);
    const room = await makeLodging(tenant.secret);
    const requestedStay = (from: string, to: string) => ({
      resourceId: room.id,
      ratePlanId: room.ratePlanId,
      from: `${from}T15:00:00Z`,
      to: `${to}T10:00:00Z`,
      partySize: 1,
      guestEmail: 'g@example.test',
    });
    const offline = await bookedOffline(tenant.secret, requestedStay('2027-05-10', '2027-05-12'));
    const held = await book(tenant.secret, requestedStay('2027-06-10', '2027-06-12'));
    if (held.body.payment === null) throw new Error('nothing to pay');
    await payByCard(demo, { accountId: tenant.accountId } as DemoTenant, held.body.payment);
    await untilState(tenant.secret, held.body.booking.id, 'confirmed');
    await refund(tenant.secret, held.body.booking.id, '1500');
    const desk = { amountMinorUnits: '700', method: 'cash' };
    const path = `/v1/bookings/${offline.id}/offline-payments`;
    await tenant.secret.post(path, desk, { idempotencyKey: randomUUID() });
    const ended = await bookedOffline(tenant.secret, requestedStay('2027-07-10', '2027-07-12'));
    const penalty = { kind: 'fixed', amountMinorUnits: '4000' };
    const cancelled = { body: { state: 'cancelled', penalty } };
    expect((await tenant.secret.send('PATCH', `/v1/bookings/${ended.id}`, cancelled)).status).toBe(200);
    const today = Temporal.Now.plainDateISO('UTC');
    const days = `from=${today.subtract({ days: 1 })}&to=${today.add({ days: 2 })}`;
    const { body } = await tenant.secret.get<Summary>(`/v1/metrics/summary?${days}`);
    const totals = [offline, held.body.booking, ended].map(({ totalMinorUnits }) => BigInt(totalMinorUnits));
    const total = totals.reduce((sum, each) => sum + each, 0n);
    expect(body.totals).toMatchObject([
      {
        collectedMinorUnits: String(total + 700n),
        returnedMinorUnits: '1500',
        cashNetMinorUnits: String(total + 700n - 1500n),
        retainedMinorUnits: '4000',
      },
    ]);
  });

  it('distributes a stay over its nights, sums by currency, and is current on the next read', async () => {
    const tenant = await makeTenant(demo);
    const room = await makeLodging(tenant.secret, {
      baseAmountMinorUnits: '3333',
      pricing: { lengthOfStayTiers: [{ minNights: 3, multiplierBps: 9_999 }] },
    });
    const dollars = await makeLodging(tenant.secret, { currency: 'USD', units: 2 });
    const stay = (id: { id: string; ratePlanId: string }, from: string, to: string) =>
      bookedOffline(tenant.secret, {
        resourceId: id.id,
        ratePlanId: id.ratePlanId,
        from: `${from}T15:00:00Z`,
        to: `${to}T10:00:00Z`,
        partySize: 1,
        guestEmail: 'g@example.test',
      });
    // 3 × 3333 = 9999, less 1 (rounded half up of 0.9999) = 9998: 3333 + 3333 + 3332, two of them in January.
    await stay(room, '2027-01-30', '2027-02-02');
    const shown = await stay(room, '2027-01-10', '2027-01-11');
    await move(tenant.secret, shown.id, 'no_show');
    const gone = await stay(room, '2027-01-12', '2027-01-13');
    await move(tenant.secret, gone.id, 'cancelled');
    const arrived = await stay(dollars, '2027-01-05', '2027-01-07');
    await move(tenant.secret, arrived.id, 'checked_in');
    const summary = await tenant.secret.get<Summary>('/v1/metrics/summary?from=2027-01-01&to=2027-02-01');
    expect(summary.status, JSON.stringify(summary.body)).toBe(200);
    expect(summary.body).toEqual({
      from: '2027-01-01',
      to: '2027-02-01',
      totals: [
        {
          currency: 'EUR',
          revenueMinorUnits: '9999',
          refundedMinorUnits: '0',
          netRevenueMinorUnits: '9999',
          // The no-show was recorded before its night: that is free again.
          roomNightsSold: 2,
          roomNightsAvailable: 31,
          capacityNights: 31,
          outOfOrderNights: 0,
          blockedNights: 0,
          occupancyBps: 645,
          adrMinorUnits: '5000',
          revparMinorUnits: '323',
          ...NOTHING_MOVED,
          accommodationNetMinorUnits: '9999',
          adrNetMinorUnits: '5000',
          revparNetMinorUnits: '323',
        },
        {
          currency: 'USD',
          revenueMinorUnits: '20000',
          refundedMinorUnits: '0',
          netRevenueMinorUnits: '20000',
          roomNightsSold: 2,
          roomNightsAvailable: 62,
          capacityNights: 62,
          outOfOrderNights: 0,
          blockedNights: 0,
          occupancyBps: 323,
          adrMinorUnits: '10000',
          revparMinorUnits: '323',
          ...NOTHING_MOVED,
          accommodationNetMinorUnits: '20000',
          adrNetMinorUnits: '10000',
          revparNetMinorUnits: '323',
        },
      ],
      bookings: { confirmed: 1, checkedIn: 1, checkedOut: 0, cancelled: 1, noShow: 1 },
    });
  });

  it('never show more nights sold than there are, though a resource was archived after it was sold', async () => {
    const tenant = await makeTenant(demo);
    const [kept, archived] = [await makeLodging(tenant.secret), await makeLodging(tenant.secret)];
    const stay = (room: { id: string; ratePlanId: string }, from: string, to: string) =>
      bookedOffline(tenant.secret, {
        resourceId: room.id,
        ratePlanId: room.ratePlanId,
        from: `${from}T15:00:00Z`,
        to: `${to}T10:00:00Z`,
        partySize: 1,
        guestEmail: 'g@example.test',
      });
    await stay(kept, '2027-01-01', '2027-01-11');
    await stay(archived, '2027-01-05', '2027-01-08');
    const summary = async () =>
      (await tenant.secret.get<Summary>('/v1/metrics/summary?from=2027-01-01&to=2027-01-11')).body.totals[0];
    expect(await summary()).toMatchObject({
      roomNightsSold: 13,
      roomNightsAvailable: 20,
      occupancyBps: 6500,
    });
    await tenant.secret.send('PATCH', `/v1/resources/${archived.id}`, { body: { archived: true } });
    expect(await summary()).toMatchObject({
      roomNightsSold: 13,
      roomNightsAvailable: 13,
      occupancyBps: 10_000,
    });
  });

  it('by day add up to the summary: with blocks, a tax, a cancellation and two currencies', async () => {
    const tenant = await makeTenant(demo);
    const room = await makeLodging(tenant.secret, { units: 3 });
    const dollars = await makeLodging(tenant.secret, { currency: 'USD' });
    const vat = { name: 'VAT', kind: 'tax', basis: 'percent', rateBps: '700', inclusive: false };
    expect((await tenant.secret.put('/v1/tax-rules/vat', vat)).status).toBe(200);
    const stay = ({ id: resourceId, ratePlanId }: typeof room, from: string, to: string) =>
      bookedOffline(tenant.secret, {
        resourceId,
        ratePlanId,
        from: `2027-01-${from}T15:00:00Z`,
        to: `2027-01-${to}T10:00:00Z`,
        partySize: 1,
        guestEmail: 'g@example.test',
      });
    await stay(room, '03', '06');
    await stay(dollars, '05', '07');
    const gone = await stay(room, '04', '05');
    const since = Temporal.Now.instant().toString();
    await move(tenant.secret, gone.id, 'cancelled');
    for (const kind of ['out_of_order', 'owner_stay']) {
      const block = { resourceId: room.id, from: '2027-01-05', to: '2027-01-08', kind };
      const made = await tenant.secret.post('/v1/blocks', block, { idempotencyKey: randomUUID() });
      expect(made.status).toBe(201);
    }
    const dates = 'from=2027-01-04&to=2027-01-11';
    const { totals } = (await tenant.secret.get<Summary>(`/v1/metrics/summary?${dates}`)).body;
    expect(totals.map(({ currency }) => currency)).toEqual(['EUR', 'USD']);
    for (const by of ['total', 'roomType']) {
      const { body } = await tenant.secret.get<DailyMetrics>(`/v1/metrics/daily?${dates}&by=${by}`);
      for (const total of totals) {
        const days = body.series.flatMap((one) => (one.currency === total.currency ? one.days : []));
        const sum = (name: 'roomNightsSold' | 'roomNightsAvailable') =>
          days.reduce((all, day) => all + day[name], 0);
        const revenue = days.reduce((all, day) => all + BigInt(day.revenueMinorUnits), 0n);
        expect([sum('roomNightsSold'), sum('roomNightsAvailable'), String(revenue)]).toEqual([
          total.roomNightsSold,
          total.roomNightsAvailable,
          total.revenueMinorUnits,
        ]);
      }
    }
    const pickup = await tenant.secret.get<Pickup>(`/v1/metrics/pickup?${dates}&since=${since}`);
    const [euro] = pickup.body.currencies;
    expect(euro?.days[0]).toMatchObject({ roomNights: 1, roomNightsThen: 2, added: 0, lost: 1 });
  });

  it('counts a refund on the day it is made, within seconds', async () => {
    const tenant = await makeTenant(demo);
    const room = await makeLodging(tenant.secret);
    const made = await book(tenant.secret, {
      resourceId: room.id,
      ratePlanId: room.ratePlanId,
      from: '2027-05-03T15:00:00Z',
      to: '2027-05-05T10:00:00Z',
      partySize: 1,
      guestEmail: 'g@example.test',
    });
    const { booking, payment } = made.body;
    if (payment === null) throw new Error('nothing to pay');
    await payByCard(demo, { accountId: tenant.accountId } as DemoTenant, payment);
    await untilState(tenant.secret, booking.id, 'confirmed');
    expect((await refund(tenant.secret, booking.id, '1234')).status).toBe(201);
    await eventually('the refund is in this month', async () => {
      const now = await tenant.secret.get<Summary>('/v1/metrics/summary');
      return (
        now.body.totals[0]?.['refundedMinorUnits'] === '1234' &&
        now.body.totals[0]['netRevenueMinorUnits'] === '-1234'
      );
    });
  });

  it('defaults to the current month, and refuses an invalid period and a key without the permission', async () => {
    const tenant = await makeTenant(demo);
    const month = Temporal.Now.plainDateISO('UTC').with({ day: 1 });
    const answer = await tenant.secret.get<Summary>('/v1/metrics/summary');
    expect(answer.body).toMatchObject({
      from: String(month),
      to: String(month.add({ months: 1 })),
      totals: [],
    });
    expectProblem(
      await tenant.secret.get('/v1/metrics/summary?from=2027-02-01&to=2027-02-01'),
      400,
      'invalid_window',
    );
    expectProblem(await tenant.secret.get('/v1/metrics/summary?from=yesterday'), 400, 'validation_failed');
    expectProblem(await tenant.browser.get('/v1/metrics/summary'), 403, 'secret_key_required');
  });
});
