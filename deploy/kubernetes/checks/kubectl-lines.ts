import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { nameOf, selects, workloadsOf } from './policies/policy.ts';
import type { ClusterObject } from './render-overlay.ts';
import { kubernetesDirectory } from './render-overlay.ts';

const ROOT = join(kubernetesDirectory, '..', '..');
const RUNBOOKS = join(ROOT, 'deploy', 'observability', 'runbooks');

export interface Line {
  readonly page: string;
  readonly text: string;
}

/** Every command of the runbooks, in blocks and in sentences, up to a pipe. */
export function kubectlLines(): Line[] {
  return readdirSync(RUNBOOKS)
    .filter((page) => page.endsWith('.md'))
    .flatMap((page) => {
      const text = readFileSync(join(RUNBOOKS, page), 'utf8');
      const blocks = [...text.matchAll(/^```sh\n([\s\S]*?)^```/gm)].flatMap(([, block = '']) =>
        block.split('\n'),
      );
      const inline = [...text.replaceAll(/^```[\s\S]*?^```/gm, '').matchAll(/`(kubectl [^`]+)`/g)].map(
        ([, line = '']) => line,
      );
      return [...blocks, ...inline]
        .flatMap((line) => line.split(' && '))
        .filter((line) => line.startsWith('kubectl '))
        .map((line) => ({ page, text: line.split(/ \| | &$/)[0] ?? line }));
    });
}

/** Made by operators and charts, so that no overlay has them: labels of their pods, and pods and containers by name. */
const FOREIGN_LABELS = [
  { 'cnpg.io/cluster': 'postgres' },
  { 'app.kubernetes.io/name': 'nats' },
  { 'app.kubernetes.io/name': 'valkey' },
  { 'gateway.envoyproxy.io/owning-gateway-name': 'lodging' },
];
const FOREIGN_PODS: Readonly<Record<string, readonly string[]>> = {
  'postgres-1': ['postgres'],
  'postgres-2': ['postgres'],
  'nats-0': ['nats', 'reloader', 'prom-exporter'],
};
/** Made by the chart of NATS from a template that it never compares with them. */
const FOREIGN_VOLUMES = ['nats-js-nats-0', 'nats-js-nats-1', 'nats-js-nats-2'];
const FOREIGN_WORKLOADS = ['Deployment cloudnative-pg', 'Deployment valkey', 'StatefulSet nats'];
const KINDS: Readonly<Record<string, string>> = {
  deploy: 'Deployment',
  deployment: 'Deployment',
  job: 'Job',
  pod: 'Pod',
  hpa: 'HorizontalPodAutoscaler',
  cluster: 'Cluster',
  statefulset: 'StatefulSet',
  externalsecret: 'ExternalSecret',
  gateway: 'Gateway',
  httproute: 'HTTPRoute',
  secret: 'Secret',
  service: 'Service',
};
/** What may be listed without a name. */
const LISTED = new Set([
  'pods',
  'pvc',
  'deploy',
  'jobs',
  'hpa',
  'networkpolicies',
  'podmonitors',
  'events',
  'backups',
  'scheduledbackups',
  'httproute',
  'ingress',
  'svc',
  'certificates',
  'certificaterequests',
  'challenges',
  'certificate',
  'externalsecret',
  'secret',
]);
const CNPG = new Set(['destroy', 'status', 'promote', 'psql', 'backup']);

/** What is wrong with a command, given all objects of an environment; nothing where it can be typed as it stands. */
export function faultsOf(line: string, objects: readonly ClusterObject[]): string[] {
  const words = wordsOf(line)
    .slice(1)
    .filter((word) => word !== '-it');
  const [verb = '', ...rest] = withoutNamespace(words);
  if (verb === 'cnpg') return cnpgFaults(rest);
  const cut = rest.indexOf('--');
  const args = cut < 0 ? rest : rest.slice(0, cut);
  const files = valuesOf(args, ['-k', '-f']).filter((path) => !existsSync(join(ROOT, path)));
  return [
    ...(VERBS.has(verb) ? [] : [`kubectl has no ${verb} here`]),
    ...files.map((path) => `there is no ${path}`),
    ...namedObjects(verb, args, objects),
    ...selectorFaults(args, objects),
    ...containerFaults(args, objects),
    ...(verb === 'scale' ? scaleFaults(args, objects) : []),
    ...(verb === 'patch' ? patchFaults(args, objects) : []),
  ];
}

const VERBS = new Set([
  'get',
  'logs',
  'describe',
  'rollout',
  'exec',
  'apply',
  'delete',
  'scale',
  'patch',
  'annotate',
  'wait',
  'set',
  'port-forward',
]);

function wordsOf(line: string): string[] {
  return [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, single, double, bare]) => single ?? double ?? bare ?? '',
  );
}

function withoutNamespace(words: readonly string[]): string[] {
  const at = words.indexOf('-n');
  return at < 0 ? [...words] : [...words.slice(0, at), ...words.slice(at + 2)];
}

function valuesOf(args: readonly string[], options: readonly string[]): string[] {
  return args.flatMap((word, index) => (options.includes(word) ? (args[index + 1] ?? '') : []));
}

function cnpgFaults([verb = '', cluster, ...options]: readonly string[]): string[] {
  return [
    // Without it the backup goes by the operator's own way, which the Cluster does not configure.
    ...(verb === 'backup' && !options.includes('--method=plugin') ? ['backups are made by the plugin'] : []),
    ...(CNPG.has(verb) ? [] : [`the plugin cnpg has no ${verb} here`]),
    ...(cluster === 'postgres' ? [] : [`there is no cluster ${cluster}`]),
  ];
}

function positional(args: readonly string[]): string[] {
  const taking = new Set(['-k', '-f', '-l', '-c', '-p', '-o', '--type', '--field-selector']);
  return args.filter((word, index) => !word.startsWith('-') && !taking.has(args[index - 1] ?? ''));
}

function namedObjects(verb: string, args: readonly string[], objects: readonly ClusterObject[]): string[] {
  const words = positional(verb === 'rollout' || verb === 'set' ? args.slice(1) : args);
  if (verb === 'logs' || verb === 'exec') {
    const [target] = words;
    if (target === undefined) return [];
    return target.includes('/') ? typedFaults(target, objects) : podFaults(target, objects);
  }
  const typed = words
    .filter((word) => /^[a-z]+\/[\w-]+$/.test(word))
    .flatMap((word) => typedFaults(word, objects));
  const [kind = '', name] = words;
  if (kind.includes('/') || kind === '') return typed;
  if (kind === 'pvc' && FOREIGN_VOLUMES.includes(name ?? '')) return typed;
  const kinds = kind.split(',');
  if (name === undefined || /[=:]/.test(name) || kinds.length > 1)
    return [
      ...typed,
      ...kinds
        .filter((one) => !LISTED.has(one) && KINDS[one] === undefined)
        .map((one) => `nothing is called ${one}`),
    ];
  if (name.includes('/')) return typed;
  return kind === 'pod' ? podFaults(name, objects) : [...typed, ...typedFaults(`${kind}/${name}`, objects)];
}

function typedFaults(word: string, objects: readonly ClusterObject[]): string[] {
  const [short = '', name = ''] = word.split('/');
  const kind = KINDS[short];
  if (kind === undefined) return [`nothing is called ${short}`];
  if (FOREIGN_WORKLOADS.includes(`${kind} ${name}`)) return [];
  if (kind === 'Pod') return podFaults(name, objects);
  const exists = objects.some((object) => object.kind === kind && object.metadata.name === name);
  return exists ? [] : [`there is no ${kind} ${name}`];
}

function podFaults(name: string, objects: readonly ClusterObject[]): string[] {
  const exists =
    FOREIGN_PODS[name] !== undefined ||
    objects.some((object) => object.kind === 'Pod' && object.metadata.name === name);
  return exists ? [] : [`there is no pod ${name}`];
}

function selectorFaults(args: readonly string[], objects: readonly ClusterObject[]): string[] {
  return valuesOf(args, ['-l']).flatMap((text) => {
    const wanted = Object.fromEntries(text.split(',').map((pair) => pair.split('=')));
    const labels = workloadsOf({ environment: 'production', objects }).map((workload) => workload.labels);
    const found = [...labels, ...FOREIGN_LABELS, ...objects.map(({ metadata }) => metadata.labels ?? {})];
    return found.some((each) => selects({ matchLabels: wanted }, each))
      ? []
      : [`nothing has the labels ${text}`];
  });
}

function containerFaults(args: readonly string[], objects: readonly ClusterObject[]): string[] {
  const [name] = positional(args);
  return valuesOf(args, ['-c']).flatMap((container) => {
    const pod = objects.find((object) => object.kind === 'Pod' && object.metadata.name === name);
    const spec = Object(pod?.['spec']) as { containers?: { name: string }[] };
    const names = [...(spec.containers ?? []).map((each) => each.name), ...(FOREIGN_PODS[name ?? ''] ?? [])];
    return names.includes(container) ? [] : [`${name} has no container ${container}`];
  });
}

/** An autoscaler takes any other number of replicas back within seconds; at none, that of Kubernetes does nothing. */
function scaleFaults(args: readonly string[], objects: readonly ClusterObject[]): string[] {
  if (args.includes('--all')) return ['--all means what is not ours, too'];
  return positional(args).flatMap((word) => {
    const name = word.split('/')[1] ?? '';
    const replicas = args.find((each) => each.startsWith('--replicas='))?.slice('--replicas='.length);
    const [hpa] = objects.filter(
      (object) => object.kind === 'HorizontalPodAutoscaler' && nameOf(object) === name,
    );
    const least = Object(hpa?.['spec']).minReplicas as number | undefined;
    const isScaled = hpa !== undefined && replicas !== '0' && replicas !== String(least);
    return isScaled ? [`an autoscaler takes back the replicas of ${name}`] : [];
  });
}

/** Only fields that an object has already, and none of an object that an operator owns. */
function patchFaults(args: readonly string[], objects: readonly ClusterObject[]): string[] {
  const [kind = '', name] = positional(args);
  if (kind === 'pvc' && FOREIGN_VOLUMES.includes(name ?? '')) return [];
  const object = objects.find((each) => each.kind === KINDS[kind] && each.metadata.name === name);
  if (object === undefined) return [`${kind} ${name} is made by another, who takes the change back`];
  return valuesOf(args, ['-p']).flatMap((patch) =>
    pathsOf(JSON.parse(patch))
      .filter((path) => read(object, path) === undefined)
      .map((path) => `${kind} ${name} has no ${path.join('.')}`),
  );
}

function pathsOf(value: unknown, path: readonly string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [[...path]];
  return Object.entries(value).flatMap(([key, inner]) => pathsOf(inner, [...path, key]));
}

function read(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, key) => Object(inner)[key], value);
}
