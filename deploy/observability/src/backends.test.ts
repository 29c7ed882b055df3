import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { HOME } from './generated-files.ts';

const read = (path: string): unknown => parse(readFileSync(join(HOME, path), 'utf8'));
const names = z.record(z.string(), z.unknown()).transform((parts) => Object.keys(parts));

const collector = z.object({
  extensions: names,
  receivers: names,
  processors: names,
  connectors: names,
  exporters: names,
  service: z.object({
    extensions: z.array(z.string()),
    pipelines: z.record(
      z.string(),
      z.object({
        receivers: z.array(z.string()),
        processors: z.array(z.string()).default([]),
        exporters: z.array(z.string()),
      }),
    ),
  }),
});

describe('the collector', () => {
  const { service, ...parts } = collector.parse(read('collector.yaml'));
  const pipelines = Object.entries(service.pipelines);

  it('joins only what it has, and has nothing that is not joined', () => {
    const used = pipelines.flatMap(([, { receivers, processors, exporters }]) => [
      ...receivers,
      ...processors,
      ...exporters,
    ]);
    const known = [...parts.receivers, ...parts.processors, ...parts.connectors, ...parts.exporters];
    expect(new Set(used)).toEqual(new Set(known));
    expect(service.extensions.toSorted()).toEqual(parts.extensions.toSorted());
  });

  it('guards its memory before anything else, wherever data comes in', () => {
    const incoming = pipelines.filter(([, { receivers }]) =>
      receivers.some((name) => parts.receivers.includes(name)),
    );
    expect(incoming.map(([, { processors }]) => processors[0])).toEqual(incoming.map(() => 'memory_limiter'));
  });

  it('takes personal data out of whatever it keeps', () => {
    const kept = pipelines.filter(([, { exporters }]) => exporters.some((name) => /tempo|loki/.test(name)));
    expect(kept.length).toBe(2);
    for (const [, { processors }] of kept) expect(processors).toContain('attributes/no-personal-data');
  });

  it('keeps errors, slow traces, those that a log line names, payments, and one in ten of the rest', () => {
    const sampling = z.object({
      processors: z.object({
        tail_sampling: z.object({ policies: z.array(z.object({ type: z.string() })) }),
      }),
    });
    const { policies } = sampling.parse(read('collector.yaml')).processors.tail_sampling;
    expect(policies.map(({ type }) => type)).toEqual([
      'status_code',
      'latency',
      'boolean_attribute',
      'string_attribute',
      'probabilistic',
    ]);
  });
});

describe('Grafana', () => {
  const sources = z
    .object({ datasources: z.array(z.object({ uid: z.string(), url: z.url(), jsonData: z.unknown() })) })
    .parse(read('grafana/provisioning/datasources/lodging.yaml')).datasources;

  it('leads from one source only to others that there are', () => {
    const mentioned = [...JSON.stringify(sources).matchAll(/"datasourceUid":"(\w+)"/g)].map(([, uid]) => uid);
    expect(mentioned.length).toBeGreaterThan(4);
    expect(mentioned.filter((uid) => !sources.some((source) => source.uid === uid))).toEqual([]);
  });
});

describe('docker compose', () => {
  const file = join(HOME, '..', 'docker', 'observability.compose.yaml');
  const compose = z
    .object({ services: z.record(z.string(), z.object({ volumes: z.array(z.string()).default([]) })) })
    .parse(parseAllDocuments(readFileSync(file, 'utf8'), { merge: true })[0]?.toJS());

  it('mounts files of ours that there are', () => {
    const mounted = Object.values(compose.services)
      .flatMap(({ volumes }) => volumes)
      .filter((volume) => volume.startsWith('../observability/'))
      .map((volume) => volume.split(':')[0] ?? '');
    expect(mounted.length).toBeGreaterThan(6);
    expect(mounted.filter((path) => !existsSync(join(HOME, '..', 'docker', path)))).toEqual([]);
  });

  it('has every host that our configuration speaks to', () => {
    const text = [
      'collector.yaml',
      'prometheus.yaml',
      'tempo.yaml',
      'grafana/provisioning/datasources/lodging.yaml',
    ]
      .map((path) => readFileSync(join(HOME, path), 'utf8'))
      .join('\n');
    const hosts = [...text.matchAll(/(?:http:\/\/|['"]|endpoint: )([a-z][a-z-]+):\d{4}/g)].map(
      ([, host]) => host ?? '',
    );
    const main = parse(readFileSync(join(HOME, '..', '..', 'docker-compose.yml'), 'utf8'), { merge: true });
    const services = z.object({ services: names }).parse(main).services;
    const known = new Set([...services, ...Object.keys(compose.services)]);
    expect(hosts.length).toBeGreaterThan(10);
    expect([...new Set(hosts)].filter((host) => !known.has(host))).toEqual([]);
  });
});
