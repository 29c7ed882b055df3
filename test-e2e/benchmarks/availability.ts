import { resourceOf, requestedStayFor } from '../harness/stay.ts';
import type { Bare } from './bare/start-bare.ts';
import { rateOf, sampleLoad } from './load.ts';
import type { Stage } from './stage.ts';
import { alternate, TURN_SECONDS, untilSteady, type Paired } from './turns.ts';

const windows = (count: number) =>
  Array.from({ length: count }, (_, index) => {
    const start = Temporal.Now.plainDateISO('UTC').add({ days: 20 + index });
    return { from: `${start}T15:00:00Z`, to: `${start.add({ days: 2 })}T10:00:00Z` };
  });

export function availabilityRequests(stage: Stage) {
  return stage.tenant.resources.flatMap((resource) =>
    windows(30).map(({ from, to }) => ({
      method: 'GET' as const,
      path: `/v1/availability?resource_id=${resource.id}&from=${from}&to=${to}&party_size=1`,
    })),
  );
}

function quoteRequests(stage: Stage) {
  const room = resourceOf(stage.tenant, 'hotel_room');
  return windows(200).map((window) => ({
    method: 'POST' as const,
    path: '/v1/quotes',
    body: JSON.stringify(requestedStayFor(room, window)),
    headers: { 'content-type': 'application/json' },
  }));
}

const what = { availability: availabilityRequests, quotes: quoteRequests };

export function readRequests(stage: Stage, kind: keyof typeof what) {
  return { url: stage.demo.gatewayUrl, requests: what[kind](stage) };
}

const WARM_UP = { connections: 8, seconds: 1 };

/** Bare look-up, bare path and product in turn, for each number of connections, all warm. */
export async function measureReads(stage: Stage, bare: Bare, kind: keyof typeof what): Promise<Paired[]> {
  const ours = {
    ...readRequests(stage, kind),
    headers: { authorization: `Bearer ${stage.key}` },
    expected: ['200'],
  };
  const floor = {
    url: bare.url,
    requests: bare.ids.map((id) => ({ method: 'GET' as const, path: `/look-up?id=${id}` })),
    expected: ['200'],
  };
  const sameOnPath = { ...ours, url: bare.url };
  await untilSteady(async () => [
    rateOf(await sampleLoad({ ...floor, ...WARM_UP })),
    rateOf(await sampleLoad({ ...sameOnPath, ...WARM_UP })),
    rateOf(await sampleLoad({ ...ours, ...WARM_UP })),
  ]);
  const results: Paired[] = [];
  for (const connections of [1, 8, 32]) {
    const turn = { connections, seconds: TURN_SECONDS };
    results.push(
      await alternate(stage, {
        connections,
        product: () => sampleLoad({ ...ours, ...turn }),
        bare: () => sampleLoad({ ...floor, ...turn }),
        path: () => sampleLoad({ ...sameOnPath, ...turn }),
      }),
    );
  }
  return results;
}
