import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { Client } from './client.ts';
import type { Demo } from './demo.ts';

/** The sandbox of a property that sells with taxes, a fee, a deposit and a cancellation policy, on the demo's booking page. */
export async function makePropertyOfPage(demo: Demo): Promise<{ publishableKey: string; secret: Client }> {
  const admin = new Client(demo.adminUrl, demo.adminToken);
  const done = async (
    answer: Promise<{ status: number; body: Record<string, unknown> }>,
  ): Promise<Record<string, unknown>> => {
    const { status, body } = await answer;
    expect(status, JSON.stringify(body)).toBeLessThan(300);
    return body;
  };
  const slug = `p-${randomUUID().slice(0, 13)}`;
  const { id } = await done(admin.post('/admin/v1/tenants', { name: 'Casa da Graça', slug }));
  const keys = `/admin/v1/tenants/${id}/api-keys`;
  const origin = demo.bookingPageUrl;
  const secretKey = await done(admin.post(keys, { kind: 'secret', mode: 'test' }));
  const publishable = await done(
    admin.post(keys, { kind: 'publishable', mode: 'test', allowedOrigins: [origin] }),
  );
  await done(
    admin.put(`/admin/v1/tenants/${id}/payment-account`, {
      mode: 'test',
      provider: 'stripe',
      accountId: `acct_${randomUUID().replaceAll('-', '').slice(0, 16)}`,
      redirectOrigins: [origin],
    }),
  );
  const secret = new Client(demo.gatewayUrl, String(secretKey['key']));
  await sellWithTerms(secret, done);
  return { publishableKey: String(publishable['key']), secret };
}

type Done = (
  answer: Promise<{ status: number; body: Record<string, unknown> }>,
) => Promise<Record<string, unknown>>;

async function sellWithTerms(secret: Client, done: Done): Promise<void> {
  const [EUR, none] = ['EUR', { kind: 'none' }];
  const half = { kind: 'percent', bps: 5_000, of: 'accommodation' };
  const everything = { kind: 'percent', bps: 10_000, of: 'total' };
  await done(
    secret.put('/v1/cancellation-policies/flexible', {
      name: 'Free until 7 days before',
      steps: [{ before: { count: 7, unit: 'days' }, penalty: none }],
      afterwards: half,
      noShow: everything,
    }),
  );
  const fixed = { currency: EUR, inclusive: false };
  const rules = {
    vat: { name: 'VAT', kind: 'tax', basis: 'percent', rateBps: '600', inclusive: true },
    cleaning: { name: 'Final cleaning', kind: 'fee', basis: 'per_stay', amountMinorUnits: '3500', ...fixed },
    city: { name: 'City tax', kind: 'tax', basis: 'per_person_per_night', amountMinorUnits: '400', ...fixed },
  };
  for (const [code, rule] of Object.entries(rules)) await done(secret.put(`/v1/tax-rules/${code}`, rule));
  const party = { maxOccupancy: 4, maxAdults: 4, maxChildren: 2 };
  const roomType = await done(secret.post('/v1/room-types', { code: 'APT', name: 'Apartment', ...party }));
  const resource = await done(
    secret.post('/v1/resources', {
      kind: 'apartment',
      name: 'Terrace apartment in Graça',
      slug: 'terrace',
      capacity: 4,
      currency: EUR,
      timezone: 'Europe/Lisbon',
      roomTypeId: roomType['id'],
    }),
  );
  const plan = { code: 'FLEX', name: 'Flexible', currency: EUR, cancellationPolicyCode: 'flexible' };
  const deposit = { percentBps: 3_000, balanceDueDaysBefore: 14 };
  const path = `/v1/resources/${resource['id']}`;
  await done(secret.put(`${path}/rates`, { ratePlans: [{ ...plan, deposit }] }));
  const price = { ratePlanCode: 'FLEX', baseAmountMinorUnits: '12000' };
  const weekend = { dayOfWeekMultipliersBps: { fri: 11_500, sat: 12_000 } };
  await done(secret.put(`${path}/pricing`, { pricing: [{ ...price, ...weekend }] }));
}
