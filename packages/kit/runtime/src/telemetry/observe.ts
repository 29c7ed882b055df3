import type { Attributes, Observable, ObservableResult } from '@opentelemetry/api';
import { declareInstrument } from './instruments.ts';
import type { InstrumentOptions } from './instruments.ts';
import { withTimeout } from '../concurrency/with-timeout.ts';

/** A gauge, or a sum that is kept elsewhere and only grows. */
export interface ObservableInstrument {
  readonly name: string;
}

export interface ObservationResult {
  observe(instrument: ObservableInstrument, value: number, attributes?: Attributes): void;
}

/** Called at each collection. If it throws or takes longer than a second, its values are not exported. */
export type Observer = (result: ObservationResult) => void | Promise<void>;

interface Observation {
  readonly attributes: Attributes;
  readonly value: number;
}

const TIMEOUT_MS = 1000;
/** A scraper, a collector and a person who looks at /metrics query a database or a broker no more often than this. */
const MAX_AGE_MS = 5000;

const observers = new Set<Observer>();

export function observableGauge({ name, unit, description }: InstrumentOptions): ObservableInstrument {
  declareInstrument({ name, instrument: 'gauge', unit, description }, (meter) =>
    report(meter.createObservableGauge(name, { unit, description }), name),
  );
  return { name };
}

export function observableCounter({ name, unit, description }: InstrumentOptions): ObservableInstrument {
  declareInstrument({ name, instrument: 'counter', unit, description }, (meter) =>
    report(meter.createObservableCounter(name, { unit, description }), name),
  );
  return { name };
}

/** Returns the function that ends the observation. */
export function observe(observer: Observer): () => void {
  observers.add(observer);
  return () => {
    observers.delete(observer);
  };
}

/** For values that need a query: they are read at most once in `maxAgeMs`, and reported again until then. */
export function observeCached<Values>(
  read: () => Promise<Values>,
  observer: (values: Values, result: ObservationResult) => void,
  maxAgeMs = MAX_AGE_MS,
): () => void {
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<Values> | undefined;
  return observe(async (result) => {
    if (performance.now() - readAt >= maxAgeMs || reading === undefined) {
      readAt = performance.now();
      reading = read();
      // A failure is handled where the promise is awaited; after a timeout, nowhere.
      reading.catch(() => undefined);
    }
    observer(await reading, result);
  });
}

function report(instrument: Observable, name: string): void {
  instrument.addCallback(async (result: ObservableResult) => {
    const observations = await collectObservations();
    for (const { value, attributes } of observations.get(name)?.values() ?? []) {
      result.observe(value, attributes);
    }
  });
}

type Observations = ReadonlyMap<string, ReadonlyMap<string, Observation>>;

let collecting: Promise<Observations> | undefined;

/** The callbacks of all instruments run in one turn of the event loop and share one run of the observers. */
function collectObservations(): Promise<Observations> {
  collecting ??= runObservers().finally(() => (collecting = undefined));
  return collecting;
}

/** The SDK keeps the last of two values of one series; here they are added, as of two pools of one name. */
async function runObservers(): Promise<Observations> {
  const all = new Map<string, Map<string, Observation>>();
  for (const [{ name }, value, attributes] of (
    await Promise.all(Array.from(observers, runObserver))
  ).flat()) {
    const series = all.get(name) ?? new Map<string, Observation>();
    const key = JSON.stringify(attributes);
    all.set(name, series.set(key, { attributes, value: (series.get(key)?.value ?? 0) + value }));
  }
  return all;
}

async function runObserver(observer: Observer): Promise<[ObservableInstrument, number, Attributes][]> {
  const observations: [ObservableInstrument, number, Attributes][] = [];
  const result: ObservationResult = {
    observe: (instrument, value, attributes = {}) => void observations.push([instrument, value, attributes]),
  };
  try {
    await withTimeout(Promise.try(observer, result), TIMEOUT_MS, () => new Error('the observer timed out'));
    return observations;
  } catch {
    return [];
  }
}
