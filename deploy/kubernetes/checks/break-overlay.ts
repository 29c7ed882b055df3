import type { PolicyName } from './policies/index.ts';
import type { Rendered } from './policies/policy.ts';
import { titleOf } from './render-overlay.ts';

/** `Kind name` (with `*` at its end for the hash of a content), the path of a field, and its new value; undefined removes the field or, without a path, the object. */
export type Breakage = readonly [object: string, way: string, value?: unknown];

const CONTAINER = 'spec.template.spec.containers.0';
const ENV = `${CONTAINER}.env`;

/** At least one violation of each policy. */
export const breakages: Record<PolicyName, readonly Breakage[]> = {
  'every pod is restricted': [
    ['Deployment gateway', 'spec.template.spec.securityContext.runAsNonRoot', false],
    ['Deployment gateway', 'spec.template.spec.securityContext.seccompProfile'],
    ['Deployment gateway', 'spec.template.spec.automountServiceAccountToken', true],
    ['Deployment inventory', `${CONTAINER}.securityContext.readOnlyRootFilesystem`],
    ['Deployment inventory', `${CONTAINER}.securityContext.capabilities.drop`, ['NET_RAW']],
    ['Deployment inventory', 'spec.template.spec.volumes', [{ name: 'node', hostPath: { path: '/' } }]],
    ['Job payments-migrations', `${CONTAINER}.securityContext.allowPrivilegeEscalation`, true],
  ],
  'every container has resource requests and a memory limit': [
    ['Deployment gateway', `${CONTAINER}.resources.requests.cpu`],
    ['Deployment gateway', `${CONTAINER}.resources.limits.memory`],
    ['Deployment gateway', `${CONTAINER}.resources.limits.cpu`, '1'],
    ['Job channels-migrations', `${CONTAINER}.resources`],
    ['Deployment inventory', `${CONTAINER}.command.1`, '--max-old-space-size=300'],
    ['Deployment gateway', `${CONTAINER}.command`],
  ],
  'every pod has startup, liveness and readiness probes': [
    ['Deployment gateway', `${CONTAINER}.startupProbe`],
    ['Deployment gateway', `${CONTAINER}.livenessProbe.httpGet.path`, '/readyz'],
    ['Deployment gateway', `${CONTAINER}.readinessProbe`],
    ['Deployment gateway', `${CONTAINER}.startupProbe.failureThreshold`, 3],
  ],
  'a rollout loses no request': [
    ['Deployment payments', 'spec.strategy.rollingUpdate.maxUnavailable', 1],
    ['Deployment payments', 'spec.minReadySeconds'],
    ['Deployment payments', 'spec.template.spec.terminationGracePeriodSeconds', 30],
    ['Deployment payments', `${CONTAINER}.lifecycle`],
  ],
  'replicas are spread over hosts and zones': [
    ['Deployment gateway', 'spec.template.spec.topologySpreadConstraints.0'],
    [
      'Deployment gateway',
      'spec.template.spec.topologySpreadConstraints.1.labelSelector.matchLabels',
      { 'app.kubernetes.io/name': 'inventory' },
    ],
  ],
  'every service has exactly one autoscaler, on CPU': [
    ['HorizontalPodAutoscaler gateway', ''],
    ['HorizontalPodAutoscaler gateway', 'spec.minReplicas', 1],
    ['HorizontalPodAutoscaler gateway', 'spec.scaleTargetRef.name', 'inventory'],
    ['HorizontalPodAutoscaler inventory', 'spec.metrics.0.resource.name', 'memory'],
    ['Deployment gateway', 'spec.replicas', 2],
  ],
  'every service has a disruption budget': [
    ['PodDisruptionBudget gateway', ''],
    ['PodDisruptionBudget gateway', 'spec.maxUnavailable', 0],
    ['PodDisruptionBudget gateway', 'spec.selector.matchLabels', { 'app.kubernetes.io/name': 'inventory' }],
  ],
  'all traffic is denied by default': [
    ['NetworkPolicy default-deny', ''],
    ['NetworkPolicy reservations', 'spec.policyTypes', ['Ingress']],
    ['NetworkPolicy gateway-migrations', ''],
  ],
  'network policies open ports that their pods have': [
    ['NetworkPolicy gateway', 'spec.ingress.0.ports.0.port', 'pubic'],
  ],
  'only payments, channels and notifications have egress from the cluster': [
    ['NetworkPolicy inventory', 'spec.egress', [{}]],
    ['NetworkPolicy inventory', 'spec.egress.0.to', [{ ipBlock: { cidr: '203.0.113.0/24' } }]],
    ['NetworkPolicy payments', 'spec.egress.3.to.0.ipBlock.except', ['10.0.0.0/8']],
    ['NetworkPolicy payments', 'spec.egress.3.to.1.ipBlock.except', ['fc00::/7', 'fe80::/10']],
  ],
  'no network policy opens all egress': [
    ['NetworkPolicy postgres', 'spec.egress', [{}]],
    ['NetworkPolicy postgres', 'spec.egress.2.ports'],
  ],
  'selectors and ports match pods': [
    ['Service gateway', 'spec.ports.0.targetPort', 'pubic'],
    ['Service gateway-admin', 'spec.selector', { 'app.kubernetes.io/part-of': 'lodging' }],
    ['Service payments', 'spec.selector', { 'app.kubernetes.io/name': 'payment' }],
    ['Deployment gateway', `${CONTAINER}.readinessProbe.httpGet.port`, 'healthy'],
    ['PodMonitor lodging', 'spec.podMetricsEndpoints.0.port', 'metrics'],
    ['PodMonitor postgres', 'spec.podMetricsEndpoints.0.port', 'health'],
  ],
  'every database is watched': [
    ['PodMonitor postgres', ''],
    ['PodMonitor postgres', 'spec.selector.matchLabels', { 'cnpg.io/cluster': 'stays' }],
  ],
  'references resolve': [
    ['ServiceAccount gateway', ''],
    ['Deployment gateway', `${CONTAINER}.envFrom.0.configMapRef.name`, 'gateway-settings'],
    ['HorizontalPodAutoscaler gateway', 'spec.scaleTargetRef.name', 'entry'],
  ],
  'the edge routes to the public ports only': [
    ['HTTPRoute lodging', 'spec.rules.1.backendRefs.0.port', 8081],
    ['HTTPRoute lodging', 'spec.rules.1.matches.0.path.value', '/admin/v1'],
    ['HTTPRoute lodging', 'spec.rules.1.matches.0.path.type', 'PathPrefix'],
    ['HTTPRoute lodging', 'spec.rules.1.matches.4'],
    ['HTTPRoute lodging', 'spec.rules.1.timeouts'],
    ['HTTPRoute lodging', 'spec.rules.0.backendRefs.0.name', 'gateway'],
  ],
  'strangers come by the proxies of the edge': [
    ['NetworkPolicy gateway', 'spec.ingress.0.from'],
    ['NetworkPolicy payments', 'spec.ingress.0.from', [{ namespaceSelector: {} }]],
  ],
  'few proxies are trusted to name their clients': [
    ['ConfigMap gateway-settings-*', 'data.TRUSTED_PROXIES', '10.0.0.0/8'],
    ['ConfigMap gateway-settings-*', 'data.TRUSTED_PROXIES', '::1,fd00::/48'],
  ],
  'the previous settings are kept for a rollback': [
    ['ConfigMap inventory-settings-*', 'metadata.annotations'],
  ],
  'every image has a tag or digest': [
    ['Deployment gateway', `${CONTAINER}.image`, 'registry.example:5000/lodging/gateway'],
    ['Deployment gateway', `${CONTAINER}.image`, 'lodging/gateway:latest'],
    ['Deployment gateway', `${CONTAINER}.image`, 'lodging/gateway@sha256:abc'],
  ],
  'a database keeps its version': [
    ['Cluster postgres', 'spec.imageName'],
    ['Cluster postgres', 'spec.imageName', 'ghcr.io/cloudnative-pg/postgresql:17.11'],
    ['Cluster postgres', 'spec.imageName', `ghcr.io/cloudnative-pg/postgresql@sha256:${'0'.repeat(64)}`],
  ],
  'migrations and service have the same version': [
    ['Job gateway-migrations', `${CONTAINER}.image`, 'registry.example/lodging/gateway:0.9.0'],
    ['Job gateway-migrations', ''],
  ],
  'services get all required settings, and none that they do not read': [
    ['Deployment reservations', `${ENV}.0.name`, 'POSTGRES_ADDRESS'],
    ['Deployment reservations', `${ENV}.2`],
    ['Deployment reservations', `${ENV}.0`, { name: 'QUOTE_TTL_SECONDS', value: 'soon' }],
  ],
  'a migration job gets MIGRATIONS_URL only': [
    ['Job gateway-migrations', `${ENV}.0.valueFrom.secretKeyRef.name`, 'gateway'],
    ['Job gateway-migrations', `${ENV}.1`, { name: 'ADMIN_TOKEN', value: 'x' }],
  ],
  'no manifest contains a secret': [
    ['Deployment gateway', `${ENV}.3`, { name: 'ADMIN_TOKEN', value: 'adm_1234567890' }],
    [
      'Deployment gateway',
      `${ENV}.0`,
      { name: 'POSTGRES_URL', value: 'postgres://me:secret@postgres/lodging' },
    ],
    ['ConfigMap postgres-provisioning', 'kind', 'Secret'],
  ],
  'a collector gets all traces': [
    [
      'Deployment gateway',
      `${ENV}`,
      [{ name: 'OTEL_EXPORTER_OTLP_ENDPOINT', value: 'http://collector:4318' }],
    ],
  ],
  'port settings match container ports': [
    ['Deployment gateway', `${CONTAINER}.ports.0.containerPort`, 80],
    ['Deployment payments', `${ENV}.0`, { name: 'WEBHOOK_PORT', value: '9999' }],
    ['Deployment payments', `${ENV}.0`, { name: 'HOST', value: '127.0.0.1' }],
  ],
};

export function broken(rendered: Rendered, [title, way, value]: Breakage): Rendered {
  const whole = rendered.objects.find((object) =>
    title.endsWith('*') ? titleOf(object).startsWith(title.slice(0, -1)) : titleOf(object) === title,
  );
  if (whole === undefined) throw new Error(`there is no ${title} to break`);
  const others = rendered.objects.filter((object) => object !== whole);
  if (way === '') return { ...rendered, objects: others };
  const object = structuredClone(whole);
  put(object, way.split('.'), value);
  return { ...rendered, objects: [...others, object] };
}

function put(place: object, [step = '', ...further]: string[], value: unknown): void {
  if (further.length > 0) {
    const next: unknown = Reflect.get(place, step);
    if (typeof next !== 'object' || next === null) throw new Error(`nothing to break at ${step}`);
    return put(next, further, value);
  }
  if (value !== undefined) Reflect.set(place, step, value);
  else if (Array.isArray(place)) place.splice(Number(step), 1);
  else Reflect.deleteProperty(place, step);
}
