import { beforeAll, describe, expect, inject, it } from 'vitest';
import { Client } from '../harness/client.ts';
import { expectProblem } from '../harness/expect-problem.ts';
import { makeLodging, makeTenant, type OwnTenant } from '../harness/own-tenant.ts';
import { quote } from '../harness/stay.ts';
import type { Reservation } from '../harness/records.ts';

interface Line {
  code: string;
  amountMinorUnits: string;
  note?: string | null;
}
interface Breakdown {
  lines: Line[];
  roomTotalMinorUnits: string;
  includedTaxMinorUnits: string;
  addedTaxMinorUnits: string;
  feesMinorUnits: string;
  dueAtPropertyMinorUnits: string;
  totalMinorUnits: string;
}
interface Booking extends Reservation {
  occupancyAdults: number;
  occupancyChildren: number;
}

const demo = inject('demo');
let tenant: OwnTenant;
let requestedStay: { resourceId: string; ratePlanId: string; from: string; to: string; partySize: number };

const window = { from: '2027-06-10T15:00:00Z', to: '2027-06-12T10:00:00Z' };
const vat = { name: 'VAT', kind: 'tax', basis: 'percent', rateBps: '700', inclusive: true };
const cityTax = {
  name: 'City tax',
  kind: 'tax',
  basis: 'per_person_per_night',
  amountMinorUnits: '250',
  currency: 'EUR',
  ageBands: [{ fromAge: 0, toAge: 15, amountMinorUnits: '0' }],
};
const cleaning = {
  name: 'Cleaning',
  kind: 'fee',
  basis: 'per_stay',
  amountMinorUnits: '3000',
  currency: 'EUR',
};

const put = async (code: string, rule: object) => {
  const answer = await tenant.secret.put(`/v1/tax-rules/${code}`, rule);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
};
const price = async (changes: object = {}, client = tenant.secret) => {
  const answer = await client.post<{ priceBreakdown: Breakdown }>('/v1/quotes', {
    ...requestedStay,
    ...changes,
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.priceBreakdown;
};

beforeAll(async () => {
  tenant = await makeTenant(demo);
  const room = await makeLodging(tenant.secret, { units: 50 });
  requestedStay = { resourceId: room.id, ratePlanId: room.ratePlanId, ...window, partySize: 2 };
});

describe('taxes and fees', () => {
  it('are put by code, shown on the very next quote, listed and deleted', async () => {
    expect(await put('Vat', vat)).toMatchObject({
      code: 'Vat',
      refundable: true,
      position: 0,
      enabled: true,
    });
    expect(await price()).toMatchObject({
      roomTotalMinorUnits: '20000',
      includedTaxMinorUnits: '1308',
      totalMinorUnits: '20000',
      lines: [{ code: 'Vat', amountMinorUnits: '1308', note: null }],
    });
    await put('city', cityTax);
    await put('clean', cleaning);
    expect(await price()).toMatchObject({
      addedTaxMinorUnits: '1000',
      feesMinorUnits: '3000',
      totalMinorUnits: '24000',
    });
    await put('CITY', { ...cityTax, collect: 'property' });
    expect(await price()).toMatchObject({ dueAtPropertyMinorUnits: '1000', totalMinorUnits: '23000' });
    const list = await tenant.secret.get<{ taxRules: { code: string }[] }>('/v1/tax-rules');
    expect(list.body.taxRules.map(({ code }) => code)).toEqual(['Vat', 'city', 'clean']);
    for (const code of ['vat', 'CITY', 'Clean'])
      expect((await tenant.secret.send('DELETE', `/v1/tax-rules/${code}`)).status).toBe(204);
    expect(await price()).toMatchObject({ lines: [], totalMinorUnits: '20000' });
    expectProblem(await tenant.secret.get('/v1/tax-rules/vat'), 404, 'tax_rule_not_found');
    expectProblem(await tenant.browser.get('/v1/tax-rules'), 403, 'secret_key_required');
  });

  it('of a quote are promised: a rule that is added afterwards is not in its hold', async () => {
    await put('city', cityTax);
    const quoted = await quote(tenant.secret, requestedStay);
    expect(quoted.priceBreakdown.totalMinorUnits).toBe('21000');
    expect(quoted.displayTotal.amountMinorUnits).toBe('21000');
    await put('clean', cleaning);
    const { signedQuoteToken } = quoted;
    const held = await tenant.secret.create<Reservation>('/v1/holds', { signedQuoteToken });
    expect(held.body.totalMinorUnits).toBe('21000');
    expect((await price()).totalMinorUnits).toBe('24000');
    await tenant.secret.send('DELETE', '/v1/tax-rules/clean');
  });

  it('by age are charged for the children of the quote, who are children of the hold', async () => {
    const children = { occupancyChildren: 1, childAges: [8] };
    const quoted = await tenant.secret.post<{ signedQuoteToken: string; priceBreakdown: Breakdown }>(
      '/v1/quotes',
      { ...requestedStay, ...children },
    );
    expect(quoted.body.priceBreakdown).toMatchObject({ addedTaxMinorUnits: '500', lines: [{ note: null }] });
    const { signedQuoteToken } = quoted.body;
    const held = await tenant.secret.create<Reservation>('/v1/holds', { signedQuoteToken });
    const read = await tenant.secret.get<Booking>(`/v1/bookings/${held.body.id}`);
    expect(read.body).toMatchObject({ occupancyAdults: 1, occupancyChildren: 1, totalMinorUnits: '20500' });
    const booked = await tenant.secret.create<{ booking: Booking }>('/v1/bookings', {
      ...requestedStay,
      ...children,
      guestEmail: 'ada@example.com',
      paidOffline: true,
    });
    expect(booked.body.booking).toMatchObject({ totalMinorUnits: '20500', occupancyChildren: 1 });
  });

  it('assume the age 0 where it was not given, and say so to secret keys alone', async () => {
    const [own] = (await price({ occupancyChildren: 1 })).lines;
    expect(own).toMatchObject({ amountMinorUnits: '500', note: 'assumed_age:1' });
    const [shown] = (await price({ occupancyChildren: 1 }, tenant.browser)).lines;
    expect(shown).toMatchObject({ amountMinorUnits: '500' });
    expect(shown).not.toHaveProperty('note');
  });

  it.each([
    [{ childAges: [8] }, '/childAges'],
    [{ childAges: [] }, '/childAges'],
    [{ occupancyChildren: 2, childAges: [8] }, '/childAges'],
    [{ occupancyChildren: 1, childAges: [18] }, '/childAges/0'],
    [{ occupancyChildren: 1, childAges: [-1] }, '/childAges/0'],
    [{ occupancyChildren: 1, childAges: [1.5] }, '/childAges/0'],
    [{ occupancyChildren: 1, childAges: ['8'] }, '/childAges/0'],
    [{ occupancyChildren: 1, childAges: 8 }, '/childAges'],
    [{ occupancyChildren: -1 }, '/occupancyChildren'],
  ])('refuse a party of %j in quotes and bookings', async (party, pointer) => {
    const guest = { guestEmail: 'ada@example.com' };
    const answers = [
      await tenant.secret.post('/v1/quotes', { ...requestedStay, ...party }),
      await tenant.secret.create('/v1/bookings', { ...requestedStay, ...party, ...guest }),
    ];
    for (const answer of answers) {
      const { errors } = expectProblem(answer, 400, 'validation_failed');
      expect(errors?.map((error) => error.pointer)).toEqual([pointer]);
    }
  });

  it('are in the bill of the booking, as they were sold', async () => {
    const quoted = await price();
    const booked = await tenant.secret.create<{ booking: Booking }>('/v1/bookings', {
      ...requestedStay,
      guestEmail: 'ada@example.com',
      paidOffline: true,
    });
    const { signedQuoteToken } = await quote(tenant.browser, requestedStay);
    const held = await tenant.browser.create<Reservation>('/v1/holds', { signedQuoteToken });
    await put('clean', cleaning);
    for (const { id } of [booked.body.booking, held.body]) {
      const { bill } = (await tenant.secret.get<{ bill: Breakdown }>(`/v1/bookings/${id}`)).body;
      expect(bill).toEqual({
        currency: 'EUR',
        quantity: 1,
        nights: ['2027-06-10', '2027-06-11'].map((date) => ({ date, amountMinorUnits: '10000' })),
        leadTimeMultiplierBps: 10_000,
        lengthOfStayMultiplierBps: 10_000,
        roomMinorUnits: '20000',
        discountMinorUnits: '0',
        accommodationMinorUnits: '20000',
        lines: quoted.lines,
        includedTaxMinorUnits: '0',
        addedTaxMinorUnits: '1000',
        feesMinorUnits: '0',
        extrasMinorUnits: '0',
        dueAtPropertyMinorUnits: '0',
        totalMinorUnits: '21000',
      });
    }
    await tenant.secret.send('DELETE', '/v1/tax-rules/clean');
  });

  it('are not charged to guests whom a key with the permission exempts, where the rule allows it', async () => {
    const guest = { guestEmail: 'ada@example.com', paidOffline: true };
    const exempted = {
      ...requestedStay,
      ...guest,
      taxExemptions: [{ code: 'CITY', reason: 'business trip' }],
    };
    expectProblem(await tenant.secret.create('/v1/bookings', exempted), 409, 'exemption_not_allowed');
    await put('city', { ...cityTax, exemptible: true });
    const booked = await tenant.secret.create<{ booking: Booking }>('/v1/bookings', exempted);
    expect(booked.body.booking.totalMinorUnits).toBe('20000');
    const { id } = booked.body.booking;
    const { bill } = (await tenant.secret.get<{ bill: Breakdown }>(`/v1/bookings/${id}`)).body;
    expect(bill.lines).toMatchObject([{ amountMinorUnits: '0', note: 'exempt:business trip' }]);

    const made = await tenant.admin.post<{ key: string }>(`/admin/v1/tenants/${tenant.id}/api-keys`, {
      kind: 'secret',
      mode: 'live',
      permissions: ['payment:refund:create'],
    });
    const limited = new Client(demo.gatewayUrl, made.body.key);
    expectProblem(await limited.create('/v1/bookings', exempted), 403, 'insufficient_permission');
    const whole = await limited.create<{ booking: Booking }>('/v1/bookings', { ...requestedStay, ...guest });
    expect(whole.body.booking.totalMinorUnits).toBe('21000');
    await put('city', cityTax);
  });

  it('hold a party against the room type', async () => {
    const refused = await tenant.secret.post('/v1/quotes', { ...requestedStay, occupancyChildren: 2 });
    expect(expectProblem(refused, 409, 'unavailable').reasons).toEqual(['occupancy_exceeded']);
  });
});
