import { createNoopMeter } from '@opentelemetry/api';
import type { Counter, Histogram, Meter } from '@opentelemetry/api';

export type { Counter, Histogram } from '@opentelemetry/api';

/** As in deploy/observability/registry: a test there compares name, kind, unit, description and buckets. */
export interface InstrumentOptions {
  readonly name: string;
  /** In UCUM: `s`, `By`, `1`, or what is counted, such as `{request}`. */
  readonly unit: string;
  readonly description: string;
}

/** The buckets of the semantic conventions for durations of milliseconds to seconds. */
const DURATION_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];

const noop = createNoopMeter();
const creators: ((meter: Meter) => void)[] = [];
let current: Meter | undefined;

/**
 * Instruments are declared when modules load, before there is a meter, and OpenTelemetry has no proxy for meters as it has
 * for tracers. `create` runs once the meter is known.
 */
export function withMeter(create: (meter: Meter) => void): void {
  creators.push(create);
  if (current !== undefined) create(current);
}

export function setMeter(meter: Meter): void {
  current = meter;
  for (const create of creators) create(meter);
}

/** What is counted before telemetry starts is lost. */
export function counter({ name, unit, description }: InstrumentOptions): Counter {
  let instrument: Counter = noop.createCounter(name);
  withMeter((meter) => (instrument = meter.createCounter(name, { unit, description })));
  return { add: (value, attributes) => instrument.add(value, attributes) };
}

/** `buckets` are upper bounds, inclusive and ascending. */
export function histogram({
  name,
  unit,
  description,
  buckets = DURATION_BUCKETS,
}: InstrumentOptions & { readonly buckets?: readonly number[] }): Histogram {
  const advice = { explicitBucketBoundaries: [...buckets] };
  let instrument: Histogram = noop.createHistogram(name);
  withMeter((meter) => (instrument = meter.createHistogram(name, { unit, description, advice })));
  return { record: (value, attributes) => instrument.record(value, attributes) };
}
