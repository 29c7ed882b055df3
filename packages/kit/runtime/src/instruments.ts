export type Labels = Readonly<Record<string, string | number | boolean>>;

export interface InstrumentForm {
  /** As in deploy/observability/registry. */
  readonly name: string;
  readonly unit: string;
  readonly about: string;
}

export type Point =
  | { readonly labels: Labels; readonly value: number }
  | {
      readonly labels: Labels;
      readonly sum: number;
      readonly count: number;
      /** One more than there are buckets: the last is for what is above them all. */
      readonly counts: readonly number[];
    };

export interface Snapshot extends InstrumentForm {
  readonly kind: 'counter' | 'gauge' | 'histogram';
  /** Upper bounds, ascending; for histograms alone. */
  readonly buckets: readonly number[];
  readonly points: readonly Point[];
}

export interface Count {
  add(count: number): void;
}
export interface Counter {
  series(labels: Labels): Count;
  add(count: number, labels?: Labels): void;
}

export interface Recorder {
  record(value: number): void;
}
export interface Histogram {
  series(labels: Labels): Recorder;
  record(value: number, labels?: Labels): void;
}

/** The conventions' buckets for what takes milliseconds to seconds. */
export const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];

/** Beyond this many series a label is not as bounded as was thought; what is new then counts as one. */
const MOST_SERIES = 2000;
const OVERFLOW: Labels = { 'otel.metric.overflow': true };
const NO_LABELS: Labels = {};

interface Declared<Instrument> {
  readonly instrument: Instrument;
  snapshot(): Snapshot;
}

const counters = new Map<string, Declared<Counter>>();
const histograms = new Map<string, Declared<Histogram>>();

/** What was counted up to now, by everything that was ever declared in this process. */
export function total(): Snapshot[] {
  return [...counters.values(), ...histograms.values()].map((declared) => declared.snapshot());
}

/** Several modules may count under one name: there is one instrument of it. */
function declareOnce<Instrument>(
  known: Map<string, Declared<Instrument>>,
  name: string,
  make: () => Declared<Instrument>,
): Instrument {
  const declared = known.get(name) ?? make();
  known.set(name, declared);
  return declared.instrument;
}

class Sum implements Count {
  value = 0;

  add(count: number): void {
    this.value += count;
  }
}

export function counter(form: InstrumentForm): Counter {
  return declareOnce(counters, form.name, () => {
    const family = seriesOf(() => new Sum());
    const points = () => family.list().map(([labels, { value }]) => ({ labels, value }));
    return {
      instrument: {
        series: family.of,
        add: (count, labels = NO_LABELS) => family.of(labels).add(count),
      },
      snapshot: () => ({ ...form, kind: 'counter', buckets: [], points: points() }),
    };
  });
}

class Distribution implements Recorder {
  readonly #buckets: readonly number[];
  readonly counts: number[];
  sum = 0;
  count = 0;

  constructor(buckets: readonly number[]) {
    this.#buckets = buckets;
    this.counts = Array.from({ length: buckets.length + 1 }, () => 0);
  }

  record(value: number): void {
    const buckets = this.#buckets;
    let index = 0;
    while (index < buckets.length && value > (buckets[index] ?? 0)) index += 1;
    this.counts[index] = (this.counts[index] ?? 0) + 1;
    this.sum += value;
    this.count += 1;
  }
}

export function histogram({
  buckets = SECONDS,
  ...form
}: InstrumentForm & { readonly buckets?: readonly number[] }): Histogram {
  return declareOnce(histograms, form.name, () => {
    const family = seriesOf(() => new Distribution(buckets));
    const points = () =>
      family.list().map(([labels, { sum, count, counts }]) => ({ labels, sum, count, counts: [...counts] }));
    return {
      instrument: {
        series: family.of,
        record: (value, labels = NO_LABELS) => family.of(labels).record(value),
      },
      snapshot: () => ({ ...form, kind: 'histogram', buckets, points: points() }),
    };
  });
}

function seriesOf<Series>(make: () => Series) {
  const byKey = new Map<string, readonly [Labels, Series]>();
  const of = (labels: Labels): Series => {
    const key = JSON.stringify(labels);
    const known = byKey.get(key);
    if (known !== undefined) return known[1];
    if (byKey.size >= MOST_SERIES && labels !== OVERFLOW) return of(OVERFLOW);
    const series = make();
    byKey.set(key, [labels, series]);
    return series;
  };
  return { of, list: () => [...byKey.values()] };
}
