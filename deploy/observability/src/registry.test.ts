import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { declaredInstruments } from '@lodging/kit-runtime';
import { beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { HOME } from './generated-files.ts';

interface RegistryMetric {
  readonly name: string;
  readonly instrument: string;
  readonly unit: string;
  readonly brief: string;
  readonly buckets?: readonly number[];
  readonly attributes?: readonly string[];
  readonly words?: Readonly<Record<string, readonly string[]>>;
}

/** Of one service each. */
const OF_SERVICES = new Set(['gateway', 'reservations', 'payments', 'channels', 'notifications']);

const ROOT = join(HOME, '..', '..');
const DECLARATION = /\b(?:counter|histogram|observableGauge|observableCounter)\(\{/;
/** Declared by OpenTelemetry's runtime instrumentation. */
const BY_INSTRUMENTATION = /^(?:nodejs\.|v8js\.(?!memory\.heap\.limit$))/;

function registry(): (RegistryMetric & { readonly area: string })[] {
  const folder = join(HOME, 'registry');
  const areas = readdirSync(folder).filter((file) => file.endsWith('.yaml') && file !== 'attributes.yaml');
  return areas.flatMap((file) => {
    const area = parse(readFileSync(join(folder, file), 'utf8')) as { metrics: RegistryMetric[] };
    return area.metrics.map((metric) => ({ ...metric, area: file.replace('.yaml', '') }));
  });
}

/** A first event of a series that was not there is no increase. Where the values of an attribute are not known, it cannot be. */
function seriesFromTheStart({ attributes = [], words = {} }: RegistryMetric): Record<string, string>[] {
  const [attribute, ...others] = attributes;
  if (attribute === undefined) return [{}];
  return others.length > 0 ? [] : (words[attribute] ?? []).map((word) => ({ [attribute]: word }));
}

function sourcesWithInstruments(): string[] {
  return globSync(['services/*/src/**/*.ts', 'packages/{kit/*,operations}/src/**/*.ts'], { cwd: ROOT })
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => join(ROOT, file))
    .filter((file) => DECLARATION.test(readFileSync(file, 'utf8')));
}

beforeAll(async () => {
  await Promise.all(sourcesWithInstruments().map((file) => import(pathToFileURL(file).href)));
});

it('counters of a service are 0 from the start, one for each value that the registry has', () => {
  const counters = registry().filter(
    ({ area, instrument }) => OF_SERVICES.has(area) && instrument === 'counter',
  );
  expect(counters.length).toBeGreaterThan(20);
  const declared = new Map(declaredInstruments().map(({ name, begins }) => [name, begins]));
  expect(Object.fromEntries(counters.map(({ name }) => [name, declared.get(name)]))).toEqual(
    Object.fromEntries(counters.map((metric) => [metric.name, seriesFromTheStart(metric)])),
  );
});

it('the code declares each metric of the registry, with its kind, unit, description and buckets', () => {
  const comparable = ({ name, instrument, unit, buckets }: RegistryMetric, description: string) => ({
    name,
    instrument,
    unit,
    description,
    ...(buckets && { buckets }),
  });
  const byName = (left: { name: string }, right: { name: string }) => (left.name < right.name ? -1 : 1);
  const declared = declaredInstruments()
    .map(({ begins: _begins, ...instrument }) => instrument)
    .toSorted(byName);
  const expected = registry()
    .filter(({ name }) => !BY_INSTRUMENTATION.test(name))
    .map((metric) => comparable(metric, metric.brief));
  expect(declared).toEqual(expected.toSorted(byName));
});
