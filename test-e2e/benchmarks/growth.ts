import { makeGeneric } from '../harness/own-tenant.ts';
import { hold } from '../harness/stay.ts';
import { putLoad, type Figures } from './load.ts';
import { multiplyClaim, multiplyResource, withDatabase } from './multiply.ts';
import type { Stage } from './stage.ts';

export interface Grown {
  readonly resources: number;
  readonly claims: number;
  readonly figures: Figures;
}

const SAMPLE = 200;
const WARM_UP_SECONDS = 1;

function sample(ids: string[]): string[] {
  const step = Math.max(1, Math.floor(ids.length / SAMPLE));
  return ids.filter((_, index) => index % step === 0).slice(0, SAMPLE);
}

async function measure(stage: Stage, ids: string[]): Promise<Figures> {
  const start = Temporal.Now.plainDateISO('UTC').add({ days: 20 });
  const requests = sample(ids).map((id) => ({
    method: 'GET' as const,
    path: `/v1/availability?resource_id=${id}&from=${start}T10:00:00Z&to=${start}T12:00:00Z&party_size=1`,
  }));
  const headers = { authorization: `Bearer ${stage.key}` };
  const common = { url: stage.demo.gatewayUrl, connections: 8, headers, requests };
  await putLoad({ ...common, seconds: WARM_UP_SECONDS });
  return putLoad({ ...common, seconds: stage.seconds });
}

export async function measureGrowth(stage: Stage, onStep: (text: string) => void): Promise<Grown[]> {
  const { id } = await makeGeneric(stage.secret);
  const start = Temporal.Now.plainDateISO('UTC').add({ days: 400 });
  const window = { from: `${start}T10:00:00Z`, to: `${start}T12:00:00Z` };
  const { id: claimId } = await hold(stage.secret, { resourceId: id, ...window, partySize: 1 });
  const grown: Grown[] = [];
  let ids: string[] = [];
  await withDatabase(stage.demo, async (client) => {
    for (const target of [100, 1_000, 10_000, 100_000]) {
      ids = [...ids, ...(await multiplyResource(client, id, target - ids.length))];
      await client.query('ANALYZE inventory.resources');
      grown.push({ resources: target, claims: 0, figures: await measure(stage, ids) });
      onStep(`${target} resources`);
    }
    const crowded = sample(ids);
    const rest = ids.slice(0, 10_000 - crowded.length);
    await multiplyClaim(client, claimId, [...new Set([...crowded, ...rest])].slice(0, 10_000), 100);
    await client.query('ANALYZE inventory.claims');
    const { rows } = await client.query<{ count: string }>('SELECT count(*) FROM inventory.claims');
    grown.push({ resources: ids.length, claims: Number(rows[0]?.count), figures: await measure(stage, ids) });
    onStep(`${rows[0]?.count} claims`);
  });
  return grown;
}
