import { Client } from '../harness/client.ts';
import type { Demo } from '../harness/demo.ts';
import { makeLodging, makeTenant } from '../harness/own-tenant.ts';
import type { OwnTenant } from '../harness/own-tenant.ts';
import { multiplyLodging, withDatabase } from './multiply.ts';

/** What a visitor of its booking page may read. */
export interface CostHotel {
  /** A publishable key whose limit no measurement reaches. */
  readonly browser: Client;
  readonly resourceId: string;
  readonly ratePlanId: string;
}

const ORIGIN = 'https://widget.example';
const PLANS = 99;
const SEASONS_OF_ALL = 2_000;
const RESTRICTIONS = 5_000;
const YEAR = 366;

async function browserOf(demo: Demo, tenantId: string): Promise<Client> {
  const admin = new Client(demo.adminUrl, demo.adminToken);
  const key = { kind: 'publishable', mode: 'live', allowedOrigins: [ORIGIN], requestsPerMinute: 10_000_000 };
  const made = await admin.post<{ key: string }>(`/admin/v1/tenants/${tenantId}/api-keys`, key);
  if (made.status !== 201) throw new Error(`no key: ${JSON.stringify(made.body)}`);
  return new Client(demo.gatewayUrl, made.body.key, ORIGIN);
}

async function put({ secret }: OwnTenant, path: string, body: object): Promise<void> {
  const answer = await secret.put(path, body);
  if (answer.status !== 200) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
}

/** So many rooms with two plans. */
export async function makeRooms(demo: Demo, count: number): Promise<CostHotel> {
  const tenant = await makeTenant(demo);
  const { id: resourceId, ratePlanId } = await makeLodging(tenant.secret);
  const saver = { code: 'saver', name: 'Saver', currency: 'EUR' };
  await put(tenant, `/v1/resources/${resourceId}/rates`, { ratePlans: [saver] });
  const pricing = [{ ratePlanCode: 'saver', baseAmountMinorUnits: '9000' }];
  await put(tenant, `/v1/resources/${resourceId}/pricing`, { pricing });
  await withDatabase(demo, async (client) => {
    await multiplyLodging(client, resourceId, count - 1);
    await client.query('ANALYZE inventory.resources, inventory.rate_plans, inventory.pricing');
  });
  return { browser: await browserOf(demo, tenant.id), resourceId, ratePlanId };
}

/** One room with as many plans, seasons and restrictions as may be set at once. */
export async function makeManyRules(demo: Demo, first: Temporal.PlainDate): Promise<CostHotel> {
  const tenant = await makeTenant(demo);
  const { id: resourceId } = await makeLodging(tenant.secret);
  const codes = Array.from({ length: PLANS }, (_, plan) => `p${plan}`);
  const path = `/v1/resources/${resourceId}`;
  const dates = (from: number, to: number) => ({
    from: `${first.add({ days: from })}`,
    to: `${first.add({ days: to })}`,
  });
  const seasonsOf = (plan: number) => {
    const count = plan === 0 ? YEAR : Math.floor((SEASONS_OF_ALL - YEAR) / PLANS);
    const days = Math.floor(YEAR / count);
    return Array.from({ length: count }, (_, n) => ({
      name: `${n}`,
      ...dates(n * days, (n + 1) * days),
      multiplierBps: 10_001 + n,
    }));
  };
  await put(tenant, `${path}/rates`, {
    ratePlans: codes.map((code) => ({ code, name: code, currency: 'EUR' })),
  });
  const pricing = codes.map((ratePlanCode, plan) => ({
    ratePlanCode,
    baseAmountMinorUnits: '10000',
    dayOfWeekMultipliersBps: { fri: 12_000, sat: 12_000 },
    seasons: seasonsOf(plan),
  }));
  await put(tenant, `${path}/pricing`, { pricing });
  const restrictions = Array.from({ length: RESTRICTIONS }, (_, n) => {
    const { from, to } = dates(n % YEAR, (n % YEAR) + 1);
    return { ratePlanCode: 'p0', from: `${from}T00:00:00Z`, to: `${to}T00:00:00Z`, minStayNights: 1 };
  });
  await put(tenant, `${path}/restrictions`, { restrictions });
  const rates = await tenant.secret.get<{ ratePlans: { id: string; code: string }[] }>(`${path}/rates`);
  const ratePlanId = rates.body.ratePlans.find(({ code }) => code === 'p0')?.id ?? '';
  return { browser: await browserOf(demo, tenant.id), resourceId, ratePlanId };
}
