import { Client } from '../harness/client.ts';
import { makeLodging, makeTenant } from '../harness/own-tenant.ts';
import { drain, putLoad } from './load.ts';
import type { Figures } from './load.ts';
import type { Stage } from './stage.ts';

export interface SearchFigures extends Figures {
  readonly connections: number;
}

const RESOURCES = 1_000;
/** Of ten resources. */
const TAKEN = 6;
const CURRENCY = 'EUR';

/** Searches of 1,000 resources with two plans for three nights, of which six in ten are taken. */
export async function measureSearch({ demo, seconds }: Stage): Promise<SearchFigures[]> {
  const tenant = await makeTenant(demo);
  const key = `/admin/v1/tenants/${tenant.id}/api-keys`;
  const limits = { kind: 'secret', mode: 'live', requestsPerMinute: 10_000_000 };
  const made = await tenant.admin.post<{ key: string }>(key, limits);
  const secret = new Client(demo.gatewayUrl, made.body.key);
  const arrival = Temporal.Now.plainDateISO('UTC').add({ days: 30 });
  const dates = { arrival: arrival.toString(), departure: arrival.add({ days: 3 }).toString() };
  await drain(
    Array.from({ length: RESOURCES }, (_, index) => index),
    8,
    (index) => addResource(secret, index % 10 < TAKEN ? dates : undefined),
  );
  const headers = { authorization: `Bearer ${made.body.key}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ dates, adults: 2 });
  const load = {
    url: demo.gatewayUrl,
    headers,
    requests: [{ method: 'POST' as const, path: '/v1/search', body }],
  };
  await putLoad({ ...load, connections: 1, seconds: 2 });
  const figures: SearchFigures[] = [];
  for (const connections of [1, 8])
    figures.push({ connections, ...(await putLoad({ ...load, connections, seconds })) });
  return figures;
}

async function addResource(
  secret: Client,
  taken: { readonly arrival: string; readonly departure: string } | undefined,
): Promise<number> {
  const { id: resourceId, ratePlanId } = await makeLodging(secret);
  const saver = { code: 'saver', name: 'Saver', currency: CURRENCY };
  await secret.put(`/v1/resources/${resourceId}/rates`, { ratePlans: [saver] });
  const pricing = [{ ratePlanCode: 'saver', baseAmountMinorUnits: '9000' }];
  await secret.put(`/v1/resources/${resourceId}/pricing`, { pricing });
  if (taken === undefined) return 200;
  const [from, to] = [`${taken.arrival}T15:00:00Z`, `${taken.departure}T10:00:00Z`];
  const stay = { resourceId, ratePlanId, from, to, partySize: 2, paidOffline: true };
  return (await secret.create('/v1/bookings', stay)).status;
}
