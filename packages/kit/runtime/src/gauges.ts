import type { InstrumentForm, Labels, Snapshot } from './instruments.ts';

export interface Gauge extends InstrumentForm {
  /** `counter`: a sum that only grows, and that somebody else keeps. */
  readonly kind: 'gauge' | 'counter';
}

/** Tells one value of a gauge. */
export type Report = (gauge: Gauge, value: number, labels?: Labels) => void;
export type Reading = (report: Report) => void | Promise<void>;

const DEADLINE_MS = 1000;
/** A scraper, a collector and a curious human together ask a database or a broker no more often than this. */
const KEPT_MS = 5000;

export function gauge(form: InstrumentForm): Gauge {
  return { ...form, kind: 'gauge' };
}

export function observableCounter(form: InstrumentForm): Gauge {
  return { ...form, kind: 'counter' };
}

const readings = new Set<Reading>();

/** `read` is called whenever somebody reads the metrics. Returns the way to end that. */
export function observe(read: Reading): () => void {
  readings.add(read);
  return () => {
    readings.delete(read);
  };
}

/** For what has to be asked for elsewhere: seldom, and what was answered a moment ago is told again. */
export function observeSeldom<Answer>(
  ask: () => Promise<Answer>,
  tell: (answer: Answer, report: Report) => void,
  keptMs = KEPT_MS,
): () => void {
  let askedAt = Number.NEGATIVE_INFINITY;
  let asking: Promise<Answer> | undefined;
  return observe(async (report) => {
    if (performance.now() - askedAt >= keptMs || asking === undefined) {
      askedAt = performance.now();
      asking = ask();
      // Whoever waits for it is told; when nobody does any more, nobody needs to be.
      asking.catch(() => undefined);
    }
    tell(await asking, report);
  });
}

/** Everything that is known now. */
export async function current(): Promise<Snapshot[]> {
  const told = await Promise.all(Array.from(readings, readInTime));
  const known = new Map<string, { of: Gauge; values: Map<string, { labels: Labels; value: number }> }>();
  for (const { of, labels, value } of told.flat()) {
    const { values } = known.get(of.name) ?? { values: new Map<string, { labels: Labels; value: number }>() };
    known.set(of.name, { of, values });
    // Told twice is told in parts: no reader takes two values of one series.
    const key = JSON.stringify(labels);
    values.set(key, { labels, value: (values.get(key)?.value ?? 0) + value });
  }
  return Array.from(known.values(), ({ of, values }) => ({
    ...of,
    buckets: [],
    points: [...values.values()],
  }));
}

interface Told {
  readonly of: Gauge;
  readonly labels: Labels;
  readonly value: number;
}

async function readInTime(read: Reading): Promise<Told[]> {
  const told: Told[] = [];
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.reject, DEADLINE_MS, new Error('late'));
  try {
    const reading = Promise.try(read, (of, value, labels = {}) => void told.push({ of, value, labels }));
    await Promise.race([reading, late.promise]);
    return told;
  } catch {
    return [];
  } finally {
    clearTimeout(timer);
  }
}
