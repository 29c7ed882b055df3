import { resourceOf, wishFor } from '../harness/stay.ts';
import type { Bare } from './bare/start-bare.ts';
import { median, putLoad, type Figures } from './load.ts';
import { withProcessorTime } from './processes.ts';
import { secondsOfBare } from './stage.ts';
import type { Stage } from './stage.ts';

export interface Paired {
  readonly connections: number;
  readonly bare: Figures;
  readonly product: Figures;
  /** Product over bare, the median of the rounds. */
  readonly ratio: number;
}

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
    body: JSON.stringify(wishFor(room, window)),
    headers: { 'content-type': 'application/json' },
  }));
}

const WARM_UP = { connections: 8, seconds: 3 };

const what = { availability: availabilityRequests, quotes: quoteRequests };

/** Bare server and product alternately, `stage.rounds` times for each number of connections. */
export async function measureReads(stage: Stage, bare: Bare, kind: keyof typeof what): Promise<Paired[]> {
  const headers = { authorization: `Bearer ${stage.key}` };
  const floor = bare.ids.map((id) => ({ method: 'GET' as const, path: `/look-up?id=${id}` }));
  const asked = what[kind](stage);
  const results: Paired[] = [];
  // Warm-up of both, which is not measured.
  await putLoad({ url: bare.url, requests: floor, ...WARM_UP });
  await putLoad({ url: stage.demo.gatewayUrl, headers, requests: asked, ...WARM_UP });
  for (const connections of [1, 8, 32]) {
    const rounds: { bare: Figures; product: Figures }[] = [];
    for (let round = 0; round < stage.rounds; round += 1) {
      const seconds = secondsOfBare(stage);
      rounds.push({
        bare: await putLoad({ connections, seconds, url: bare.url, requests: floor }),
        product: await withProcessorTime(stage.demo, () =>
          putLoad({
            connections,
            seconds: stage.seconds,
            url: stage.demo.gatewayUrl,
            headers,
            requests: asked,
          }),
        ),
      });
    }
    const ratios = rounds.map((round) => round.product.perSecond / round.bare.perSecond);
    const middle = rounds[ratios.indexOf(median(ratios))] ?? rounds[0];
    if (middle !== undefined) results.push({ connections, ...middle, ratio: median(ratios) });
  }
  return results;
}
