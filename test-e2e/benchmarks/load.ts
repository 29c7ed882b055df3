// Owns putting load on an address and reading what came of it.
import autocannon from 'autocannon';

export interface Figures {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Answers by status, so that a fast refusal never passes for a fast answer. */
  readonly statuses: Record<string, number>;
}

export interface Load {
  readonly url: string;
  readonly connections: number;
  readonly seconds: number;
  /** Stops after so many requests instead of after `seconds`. */
  readonly amount?: number;
  readonly headers?: Record<string, string>;
  /** Asked in turn by every connection. */
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
    ...(load.amount === undefined ? { duration: load.seconds } : { amount: load.amount }),
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

/** Runs `work` on `workers` lanes until each item is done; figures are per item. */
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
