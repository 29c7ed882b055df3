import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { Attributes, Metric, Span } from './otlp-sink.ts';

interface DeclaredAttribute {
  readonly values?: readonly string[];
  /** On spans only. */
  readonly spans?: boolean;
}
export interface DeclaredMetric {
  readonly name: string;
  readonly prometheus: string;
  readonly instrument: Metric['instrument'];
  readonly unit: string;
  readonly services: readonly string[];
  readonly attributes: readonly string[];
  readonly buckets?: readonly number[];
  /** The values of the attribute. */
  readonly words?: Readonly<Record<string, readonly string[]>>;
  readonly rare?: boolean;
}
export interface DeclaredSpan {
  readonly pattern: string;
  readonly kind: string;
  readonly services: readonly string[];
  readonly attributes: readonly string[];
  readonly rare?: boolean;
}

export interface Registry {
  readonly metrics: readonly DeclaredMetric[];
  readonly spans: readonly DeclaredSpan[];
  readonly attributes: Readonly<Record<string, DeclaredAttribute>>;
}

const FOLDER = join(import.meta.dirname, '..', '..', 'deploy', 'observability', 'registry');

export function readRegistry(): Registry {
  const read = (file: string) => parse(readFileSync(join(FOLDER, file), 'utf8')) as unknown;
  const { attributes } = read('attributes.yaml') as Pick<Registry, 'attributes'>;
  const areas = readdirSync(FOLDER)
    .filter((file) => file.endsWith('.yaml') && file !== 'attributes.yaml')
    .map((file) => read(file) as { metrics: DeclaredMetric[]; spans: DeclaredSpan[] });
  return {
    attributes,
    metrics: areas.flatMap((area) => area.metrics),
    spans: areas.flatMap((area) => area.spans),
  };
}

/** The declaration of a span, identified by kind and name. */
export function declarationOf(
  { spans }: Registry,
  span: Pick<Span, 'name' | 'kind'>,
): DeclaredSpan | undefined {
  return spans.find(({ kind, pattern }) => kind === span.kind && new RegExp(pattern).test(span.name));
}

export function faultsOfSpan(registry: Registry, span: Span): string[] {
  const { service, kind, name } = span;
  const said = `${kind} span ${name} of ${service}`;
  const declared = declarationOf(registry, span);
  if (declared === undefined) return [`${said} is not declared`];
  return [
    ...(declared.services.includes(service) ? [] : [`${said} is not declared for that service`]),
    ...faultsOfAttributes(registry, declared, span.attributes).map((fault) => `${said}: ${fault}`),
  ];
}

export function faultsOfMetric(registry: Registry, metric: Metric): string[] {
  const { service, name, unit, instrument, points } = metric;
  const said = `metric ${name} of ${service}`;
  const declared = registry.metrics.find((one) => one.name === name);
  if (declared === undefined) return [`${said} is not declared`];
  const differs = (what: string, is: unknown, should: unknown) =>
    JSON.stringify(is) === JSON.stringify(should) ? [] : [`${said} has the ${what} ${String(is)}`];
  return [
    ...(declared.services.includes(service) ? [] : [`${said} is not declared for that service`]),
    ...differs('unit', unit, declared.unit),
    ...differs('instrument', instrument, declared.instrument),
    ...points.flatMap(({ attributes, bounds }) => [
      ...differs('buckets', bounds, declared.buckets),
      ...faultsOfAttributes(registry, declared, attributes).map((fault) => `${said}: ${fault}`),
      ...faultsOfLabels(registry, declared, attributes).map((fault) => `${said}: ${fault}`),
    ]),
  ];
}

function faultsOfAttributes(
  registry: Registry,
  declared: Pick<DeclaredSpan, 'attributes'>,
  attributes: Attributes,
): string[] {
  return Object.entries(attributes).flatMap(([key, value]) => {
    const known = registry.attributes[key];
    if (known === undefined || !declared.attributes.includes(key))
      return [`attribute ${key} is not declared`];
    const isListed = known.values === undefined || known.values.includes(String(value));
    return isListed ? [] : [`${key} has the value ${value}`];
  });
}

/** The values of a label are bounded by its own list, by that of the metric, or by a note of the registry. */
function faultsOfLabels(
  registry: Registry,
  { words = {} }: DeclaredMetric,
  attributes: Attributes,
): string[] {
  return Object.entries(attributes).flatMap(([key, value]) => [
    ...(registry.attributes[key]?.spans === true ? [`${key} stands on spans alone`] : []),
    ...(words[key]?.includes(String(value)) === false ? [`${key} has the value ${value}`] : []),
  ]);
}
