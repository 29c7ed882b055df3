import autocannon from 'autocannon';

export interface Figures {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Responses by status, so that refusals are not counted as successes. */
  readonly statuses: Record<string, number>;
  /** For each answer, by process. */
  readonly processorMs?: Record<string, number>;
}

export interface Load {
  readonly url: string;
  readonly connections: number;
  readonly seconds: number;
  readonly headers?: Record<string, string>;
  /** Sent in turn by each connection. */
  readonly requests: {
    method: 'GET' | 'POST';
    path: string;
    body?: string;
    headers?: Record<string, string>;
  }[];
}

export async function putLoad(load: Load): Promise<Figures> {
  const result = await autocannon({
    url: load.url,
    connections: load.connections,
    duration: load.seconds,
    headers: load.headers ?? {},
    requests: load.requests,
  });
  return {
    perSecond: result.requests.average,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    statuses: Object.fromEntries(
      Object.entries(result.statusCodeStats ?? {}).map(([status, { count }]) => [status, count ?? 0]),
    ),
  };
}

/** One list of requests for each connection, each request sent once; figures are for all of them together. */
export async function sendEachOnce(
  url: string,
  headers: Record<string, string>,
  lanes: Load['requests'][],
): Promise<Figures> {
  const amount = lanes.reduce((sum, lane) => sum + lane.length, 0);
  const statuses: Record<string, number> = {};
  const waiting = [...lanes];
  let first = 0;
  let last = 0;
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const setupClient = (client: autocannon.Client) => client.setRequests(waiting.pop() ?? []);
    const options = { url, headers, connections: lanes.length, amount, setupClient };
    const instance = autocannon(options, (error: unknown, done: autocannon.Result) => {
      if (error instanceof Error) reject(error);
      else resolve(done);
    });
    first = performance.now();
    instance.on('response', (_client, status) => {
      statuses[status] = (statuses[status] ?? 0) + 1;
      last = performance.now();
    });
  });
  const perSecond = (amount * 1_000) / (last - first);
  return { perSecond, p50Ms: result.latency.p50, p99Ms: result.latency.p99, statuses };
}

/** Runs `work` for each item with `workers` workers; figures are per item. */
export async function drain<T>(
  items: T[],
  workers: number,
  work: (item: T) => Promise<number | string>,
): Promise<Figures> {
  const waiting = [...items];
  const times: number[] = [];
  const statuses: Record<string, number> = {};
  const started = performance.now();
  const lane = async () => {
    for (let item = waiting.pop(); item !== undefined; item = waiting.pop()) {
      const began = performance.now();
      const status = await work(item);
      times.push(performance.now() - began);
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: workers }, lane));
  const seconds = (performance.now() - started) / 1_000;
  times.sort((left, right) => left - right);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return { perSecond: items.length / seconds, p50Ms: at(0.5), p99Ms: at(0.99), statuses };
}

export function median(values: number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
