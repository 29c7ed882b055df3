import autocannon from 'autocannon';

export interface Figures {
  /** Of the expected answers, as the latencies are. */
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Responses by status, so that refusals are not counted as successes. */
  readonly statuses: Record<string, number>;
  /** For each expected answer, by process. */
  readonly processorMs?: Record<string, number>;
}

/** What was answered in one stretch of time. */
export interface Sample {
  readonly seconds: number;
  /** Milliseconds that each expected answer took. */
  readonly times: readonly number[];
  readonly statuses: Record<string, number>;
}

type Request = {
  method: 'GET' | 'POST';
  path: string;
  body?: string;
  headers?: Record<string, string>;
  onResponse?: (status: number, body: string) => void;
};

export interface Load {
  readonly url: string;
  readonly connections: number;
  readonly seconds: number;
  readonly headers?: Record<string, string>;
  /** Sent in turn by each connection. */
  readonly requests: Request[];
  /** Other answers are counted apart: a refusal that comes at once is not speed. */
  readonly expected?: readonly string[];
}

const DONE = ['200', '201', 'confirmed'];
/** The gateway ends a connection after a thousand requests; the client is first, and leaves out the answer at which it ends one. */
const REQUESTS_OF_A_CONNECTION = 900;
/** How soon the client sees that its time is up. */
const TICK_MS = 20;

export async function putLoad(load: Load): Promise<Figures> {
  return figuresOf([await sampleLoad(load)]);
}

export function sampleLoad({ seconds, ...load }: Load): Promise<Sample> {
  const options = {
    connections: load.connections,
    duration: seconds,
    reconnectRate: REQUESTS_OF_A_CONNECTION,
  };
  return send({ ...load, options });
}

/** One list of requests for each connection, each request sent once; figures are for all of them together. */
export function sendEachOnce(
  url: string,
  headers: Record<string, string>,
  lanes: Load['requests'][],
): Promise<Sample> {
  const amount = lanes.reduce((sum, lane) => sum + lane.length, 0);
  // The first connections send one more, where the amount is no multiple of their number.
  const waiting = lanes.toSorted((one, other) => other.length - one.length);
  const setupClient = (client: autocannon.Client) => client.setRequests(waiting.shift() ?? []);
  return send({ url, headers, options: { connections: lanes.length, amount, setupClient } });
}

interface Sent extends Partial<Pick<Load, 'headers' | 'requests' | 'expected'>> {
  readonly url: string;
  readonly options: Partial<autocannon.Options>;
}

async function send({ url, headers = {}, requests, expected = DONE, options }: Sent): Promise<Sample> {
  const statuses: Record<string, number> = {};
  const times: number[] = [];
  let first = 0;
  let last = 0;
  await new Promise<void>((resolve, reject) => {
    const given = requests === undefined ? {} : { requests };
    const all = { url, headers, sampleInt: TICK_MS, ...given };
    const instance = autocannon({ ...all, ...options }, (error: unknown) => {
      if (error instanceof Error) reject(error);
      else resolve();
    });
    first = performance.now();
    instance.on('response', (_client, status, _bytes, ms) => {
      count(statuses, String(status));
      if (expected.includes(String(status))) times.push(ms);
      last = performance.now();
    });
    instance.on('reqError', (error: Error) => count(statuses, error.message));
  });
  return { seconds: Math.max(last - first, 1) / 1_000, times, statuses };
}

/** Runs `work` for each item with `workers` workers; it says how it went: a status. */
export async function drain<T>(
  items: readonly T[],
  workers: number,
  work: (item: T) => Promise<number | string>,
): Promise<Sample> {
  const waiting = items.toReversed();
  const times: number[] = [];
  const statuses: Record<string, number> = {};
  const started = performance.now();
  const lane = async () => {
    for (let item = waiting.pop(); item !== undefined; item = waiting.pop()) {
      const began = performance.now();
      const status = String(await work(item));
      count(statuses, status);
      if (DONE.includes(status)) times.push(performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: workers }, lane));
  return { seconds: (performance.now() - started) / 1_000, times, statuses };
}

/** Of several stretches as if they were one. */
export function figuresOf(samples: readonly Sample[]): Figures {
  const times = samples.flatMap((sample) => sample.times);
  const seconds = samples.reduce((sum, sample) => sum + sample.seconds, 0);
  const statuses: Record<string, number> = {};
  for (const sample of samples)
    for (const [status, amount] of Object.entries(sample.statuses)) count(statuses, status, amount);
  return {
    perSecond: times.length / seconds,
    p50Ms: quantile(times, 0.5),
    p99Ms: quantile(times, 0.99),
    statuses,
  };
}

export function rateOf({ times, seconds }: Sample): number {
  return times.length / seconds;
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

function count(counts: Record<string, number>, name: string, by = 1): void {
  counts[name] = (counts[name] ?? 0) + by;
}
