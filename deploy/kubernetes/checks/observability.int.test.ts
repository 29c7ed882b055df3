import type { IPodMonitor } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IConfigMap, IService } from 'kubernetes-models/v1';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { checkFields } from './check-fields.ts';
import { validate } from './models.ts';
import { policies } from './policies/index.ts';
import { allOf, deploymentsOf, nameOf } from './policies/policy.ts';
import type { Rendered } from './policies/policy.ts';
import { reaches } from './reaches.ts';
import { kubernetesDirectory, renderOverlay } from './render-overlay.ts';
import type { ClusterObject } from './render-overlay.ts';

const repository = join(kubernetesDirectory, '..', '..');
const DASHBOARDS = join(repository, 'deploy/kubernetes/components/dashboards');
/** The annotation of `kubectl apply` holds the whole object. */
const MOST_BYTES = 256 * 1024;

let overlay: Rendered;
let gateway: ClusterObject[];

beforeAll(async () => {
  const [objects = [], services = []] = await Promise.all(
    ['overlays/production/observability', 'overlays/production/services/gateway'].map((path) =>
      renderOverlay(path),
    ),
  );
  overlay = { environment: 'production', objects };
  gateway = services;
}, 240_000);

describe('the overlay production/observability', () => {
  it('has valid objects, in its own namespace', async () => {
    expect(checkFields(overlay.objects)).toEqual([]);
    for (const object of overlay.objects) await validate(object);
    const namespaces = overlay.objects.map(({ kind, metadata }) =>
      kind === 'Namespace' ? metadata.name : metadata.namespace,
    );
    expect(new Set(namespaces)).toEqual(new Set(['observability']));
  });

  it.each([
    'every pod is restricted',
    'every container has resource requests and a memory limit',
    'network policies open ports that their pods have',
    'no network policy opens all egress',
    'selectors and ports match pods',
    'every image has a tag or digest',
  ] as const)('%s', (policy) => {
    expect(policies[policy](overlay)).toEqual([]);
  });

  it('has every dashboard, as it is, where the sidecar of Grafana looks, small enough to be applied', () => {
    const maps = allOf<IConfigMap>(overlay, 'ConfigMap').filter(
      ({ metadata }) => metadata?.labels?.['grafana_dashboard'] === '1',
    );
    const files = readdirSync(DASHBOARDS).filter((file) => file.endsWith('.json'));
    expect(files.length).toBeGreaterThan(5);
    const held = maps.flatMap(({ data }) => Object.entries(data ?? {}));
    expect(held.map(([file]) => file).toSorted()).toEqual(files.toSorted());
    for (const [file, text] of held) expect(text).toBe(readFileSync(join(DASHBOARDS, file), 'utf8'));
    for (const map of maps) expect(JSON.stringify(map).length, nameOf(map)).toBeLessThan(MOST_BYTES);
  });
});

/** `reaches` looks at one namespace: selectors of all, and of the one that is looked at, are left out. */
function inOneNamespace(object: ClusterObject): ClusterObject {
  const own = JSON.stringify({ matchLabels: { 'kubernetes.io/metadata.name': 'observability' } });
  return JSON.parse(
    JSON.stringify(object, (key, value: unknown) =>
      key === 'namespaceSelector' && ['{}', own].includes(JSON.stringify(value)) ? undefined : value,
    ),
  );
}

describe('the collector', () => {
  it('is where the services send their spans, and may be reached by them', () => {
    const [service] = allOf<IService>(overlay, 'Service');
    const { namespace, name } = service?.metadata ?? {};
    const port = service?.spec?.ports?.[0]?.port;
    expect(JSON.stringify(gateway)).toContain(`"http://${name}.${namespace}.svc:${port}"`);
    const labels = deploymentsOf(overlay)[0]?.spec?.template.metadata?.labels ?? {};
    const sender = gateway.find(({ kind }) => kind === 'Deployment');
    const from = Object(sender?.['spec']).template.metadata.labels;
    const all = [...gateway, ...overlay.objects].map(inOneNamespace);
    expect(reaches(all, from, { labels, port: 4318, portName: 'otlp-http' })).toBe(true);
    expect(reaches(all, from, { labels, port: 8888, portName: 'own-metrics' })).toBe(false);
  });

  it('is the one of the compose profile, with its processors and without its logs', () => {
    const compose = parse(readFileSync(join(repository, 'deploy/docker/observability.compose.yaml'), 'utf8'));
    const [container] = deploymentsOf(overlay)[0]?.spec?.template.spec?.containers ?? [];
    expect(container?.image).toBe(`docker.io/${compose.services.collector.image}`);
    const read = (path: string) => parse(readFileSync(join(repository, 'deploy', path), 'utf8'));
    const there = read('observability/collector.yaml');
    const here = read('kubernetes/base/collector/collector.yaml');
    expect(here.processors).toEqual(there.processors);
    const { logs: _, ...pipelines } = there.service.pipelines;
    expect(here.service.pipelines).toEqual(pipelines);
    const parts = Object.values<{ receivers: string[]; exporters: string[] }>(pipelines);
    const named = (...kinds: string[]) => kinds.flatMap((kind) => Object.keys(here[kind]));
    for (const { receivers, exporters } of parts) {
      expect(named('receivers', 'connectors')).toEqual(expect.arrayContaining(receivers));
      expect(named('exporters', 'connectors')).toEqual(expect.arrayContaining(exporters));
    }
    expect(Object.keys(here.extensions)).toEqual(here.service.extensions);
  });

  it('is scraped under the names of jobs that dashboards and alerts know', () => {
    const { scrape_configs: jobs } = parse(
      readFileSync(join(repository, 'deploy/observability/prometheus.yaml'), 'utf8'),
    );
    const known = jobs.map(({ job_name: name }: { job_name: string }) => name);
    const named = allOf<IPodMonitor>(overlay, 'PodMonitor').flatMap(({ spec }) =>
      (spec.podMetricsEndpoints ?? []).flatMap(({ relabelings }) =>
        (relabelings ?? []).filter(({ targetLabel }) => targetLabel === 'job'),
      ),
    );
    expect(named.map(({ replacement }) => replacement)).toEqual(['collector', 'spans']);
    expect(known).toEqual(expect.arrayContaining(['collector', 'spans']));
  });
});
