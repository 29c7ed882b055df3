import { createNoopMeter } from '@opentelemetry/api';
import type { Attributes, Counter, Histogram, Meter } from '@opentelemetry/api';

export type { Counter, Histogram } from '@opentelemetry/api';

export interface InstrumentOptions {
  readonly name: string;
  /** In UCUM: `s`, `By`, `1`, or what is counted, such as `{request}`. */
  readonly unit: string;
  readonly description: string;
}

/** As in deploy/observability/registry: a test there compares the two. */
export interface DeclaredInstrument extends InstrumentOptions {
  readonly instrument: 'counter' | 'gauge' | 'histogram';
  /** Of a histogram: upper bounds, inclusive and ascending. */
  readonly buckets?: readonly number[];
  /** Of a counter: the series that are 0 from the start. */
  readonly begins?: readonly Attributes[];
}

/** The buckets of the semantic conventions for durations of milliseconds to seconds. */
const DURATION_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];

const declared = new Map<string, DeclaredInstrument>();
const creators: ((meter: Meter) => void)[] = [];
let meter: Meter | undefined;

/**
 * Instruments are declared when modules load, before there is a meter, and OpenTelemetry has no proxy for meters as it has
 * for tracers. `create` runs once there is one. Two modules may declare the same instrument, with the same options.
 */
export function declareInstrument(options: DeclaredInstrument, create: (meter: Meter) => void): void {
  const { name } = options;
  const known = declared.get(name) ?? options;
  if (JSON.stringify(known) !== JSON.stringify(options)) {
    throw new Error(`the instrument ${name} is declared twice, and not in the same way`);
  }
  declared.set(name, known);
  creators.push(create);
  if (meter !== undefined) create(meter);
}

/** Of the modules that are loaded. */
export function declaredInstruments(): DeclaredInstrument[] {
  return [...declared.values()];
}

export function setMeter(started: Meter): void {
  meter = started;
  for (const create of creators) create(started);
}

/** The series of a counter with one attribute, for `begins`. */
export function eachOf(attribute: string, values: readonly string[]): Attributes[] {
  return values.map((value) => ({ [attribute]: value }));
}

const noop = createNoopMeter();

/**
 * Counts from before the start of telemetry are lost. Without `begins` a series does not exist before its first event, which
 * is then no increase.
 */
export function counter({
  name,
  unit,
  description,
  begins = [],
}: InstrumentOptions & Pick<DeclaredInstrument, 'begins'>): Counter {
  let instrument: Counter = noop.createCounter(name);
  declareInstrument({ name, instrument: 'counter', unit, description, begins }, (started) => {
    instrument = started.createCounter(name, { unit, description });
    for (const attributes of begins) instrument.add(0, attributes);
  });
  return { add: (value, attributes) => instrument.add(value, attributes) };
}

export function histogram({
  name,
  unit,
  description,
  buckets = DURATION_BUCKETS,
}: InstrumentOptions & Pick<DeclaredInstrument, 'buckets'>): Histogram {
  let instrument: Histogram = noop.createHistogram(name);
  declareInstrument({ name, instrument: 'histogram', unit, description, buckets }, (started) => {
    const advice = { explicitBucketBoundaries: [...buckets] };
    instrument = started.createHistogram(name, { unit, description, advice });
  });
  return { record: (value, attributes) => instrument.record(value, attributes) };
}
