import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { HOME } from '../generated-files.ts';
import { ruleFiles } from './rule-files.ts';

/** Labels by the name of a series, as it stands in Prometheus. */
export type DeclaredMetrics = ReadonlyMap<string, ReadonlySet<string>>;

const area = z.object({
  metrics: z.array(
    z.object({
      prometheus: z.string(),
      instrument: z.enum(['counter', 'gauge', 'histogram', 'updowncounter']),
      attributes: z.array(z.string()),
    }),
  ),
});

const foreign = z.strictObject({
  sources: z.array(
    z.strictObject({
      from: z.string(),
      prefixes: z.array(z.string()).default(['']),
      metrics: z.record(z.string(), z.array(z.string())),
    }),
  ),
});

/** On every series: who said it, and where Prometheus found it. */
const EVERYWHERE = ['service_name', 'instance', 'job', 'namespace', 'pod'];

export function ownMetrics(): DeclaredMetrics {
  const home = join(HOME, 'registry');
  const files = readdirSync(home).filter((name) => name.endsWith('.yaml') && name !== 'attributes.yaml');
  const rows = files.flatMap((name) => area.parse(parse(readFileSync(join(home, name), 'utf8'))).metrics);
  return new Map(
    rows.flatMap(({ prometheus, instrument, attributes }): [string, Set<string>][] => {
      const labels = [...EVERYWHERE, ...attributes.map((attribute) => attribute.replaceAll('.', '_'))];
      if (instrument !== 'histogram') return [[prometheus, new Set(labels)]];
      return [
        [`${prometheus}_bucket`, new Set([...labels, 'le'])],
        [`${prometheus}_sum`, new Set(labels)],
        [`${prometheus}_count`, new Set(labels)],
      ];
    }),
  );
}

export function foreignMetrics(): DeclaredMetrics {
  const file = parse(readFileSync(join(HOME, 'foreign-metrics.yaml'), 'utf8'), { merge: true });
  return new Map(
    foreign
      .parse(file)
      .sources.flatMap(({ prefixes, metrics }) =>
        prefixes.flatMap((prefix) =>
          Object.entries(metrics).map(([name, labels]): [string, Set<string>] => [
            prefix + name,
            new Set([...EVERYWHERE, ...labels]),
          ]),
        ),
      ),
  );
}

/** What a rule records carries whatever its expression left. */
export function recordedMetrics(): ReadonlySet<string> {
  return new Set(ruleFiles().flatMap(({ rules }) => rules.flatMap(({ record }) => record ?? [])));
}
