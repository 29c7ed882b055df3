import type { PolicyName } from './policies/index.ts';
import type { Rendered } from './policies/policy.ts';
import { titleOf } from './render-overlay.ts';

/** `Kind name`, the way to a field, and what is put there; undefined takes the field, or with no way the object, away. */
export type Breakage = readonly [object: string, way: string, value?: unknown];

const CONTAINER = 'spec.template.spec.containers.0';
const ENV = `${CONTAINER}.env`;

/** At least one way to break each policy. */
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
  'every container asks for what it needs, and is stopped before it eats the node’s memory': [
    ['Deployment gateway', `${CONTAINER}.resources.requests.cpu`],
    ['Deployment gateway', `${CONTAINER}.resources.limits.memory`],
    ['Deployment gateway', `${CONTAINER}.resources.limits.cpu`, '1'],
    ['Job channels-migrations', `${CONTAINER}.resources`],
  ],
  'every pod is asked whether it began, lives and is ready': [
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
  'replicas do not stand on one host or in one zone': [
    ['Deployment gateway', 'spec.template.spec.topologySpreadConstraints.0'],
    [
      'Deployment gateway',
      'spec.template.spec.topologySpreadConstraints.1.labelSelector.matchLabels',
      { 'app.kubernetes.io/name': 'inventory' },
    ],
  ],
  'every service is scaled by exactly one, on CPU at least': [
    ['HorizontalPodAutoscaler gateway', ''],
    ['HorizontalPodAutoscaler gateway', 'spec.minReplicas', 1],
    ['HorizontalPodAutoscaler gateway', 'spec.scaleTargetRef.name', 'inventory'],
    ['ScaledObject inventory', 'spec.triggers.0'],
    ['Deployment gateway', 'spec.replicas', 2],
  ],
  'lag is read where it is': [
    ['ScaledObject inventory', 'spec.triggers.1.metadata.stream', 'EVT_PAYMENTS'],
    ['ScaledObject inventory', 'spec.triggers.1.metadata.consumer', 'stock'],
    ['ScaledObject inventory', 'spec.triggers.1.metadata.natsServerMonitoringEndpoint', 'nats:8222'],
    ['ScaledObject notifications', 'spec.triggers.2'],
  ],
  'a drained node takes one pod of a service at a time': [
    ['PodDisruptionBudget gateway', ''],
    ['PodDisruptionBudget gateway', 'spec.maxUnavailable', 0],
    ['PodDisruptionBudget gateway', 'spec.selector.matchLabels', { 'app.kubernetes.io/name': 'inventory' }],
  ],
  'nobody talks to anybody unless a policy says so': [
    ['NetworkPolicy default-deny', ''],
    ['NetworkPolicy reservations', 'spec.policyTypes', ['Ingress']],
    ['NetworkPolicy gateway-migrations', ''],
  ],
  'ports that policies open are ports of their pods': [
    ['NetworkPolicy gateway', 'spec.ingress.0.ports.0.port', 'pubic'],
  ],
  'only those who must leave the cluster may': [
    ['NetworkPolicy inventory', 'spec.egress', [{}]],
    ['NetworkPolicy inventory', 'spec.egress.0.to', [{ ipBlock: { cidr: '203.0.113.0/24' } }]],
    ['NetworkPolicy payments', 'spec.egress.3.to.0.ipBlock.except', ['10.0.0.0/8']],
  ],
  'selectors and ports meet pods': [
    ['Service gateway', 'spec.ports.0.targetPort', 'pubic'],
    ['Service gateway-admin', 'spec.selector', { 'app.kubernetes.io/part-of': 'lodging' }],
    ['Service payments', 'spec.selector', { 'app.kubernetes.io/name': 'payment' }],
    ['Deployment gateway', `${CONTAINER}.readinessProbe.httpGet.port`, 'healthy'],
    ['PodMonitor lodging', 'spec.podMetricsEndpoints.0.port', 'metrics'],
  ],
  'what is referred to exists': [
    ['ServiceAccount gateway', ''],
    ['Deployment gateway', `${CONTAINER}.envFrom.0.configMapRef.name`, 'gateway-settings'],
    ['HorizontalPodAutoscaler gateway', 'spec.scaleTargetRef.name', 'door'],
  ],
  'the edge leads to the public doors and nowhere else': [
    ['HTTPRoute lodging', 'spec.rules.1.backendRefs.0.port', 8081],
    ['HTTPRoute lodging', 'spec.rules.1.matches.0.path.value', '/'],
    ['HTTPRoute lodging', 'spec.rules.1.timeouts'],
    ['HTTPRoute lodging', 'spec.rules.0.backendRefs.0.name', 'gateway'],
  ],
  'every image is named to its tag or digest': [
    ['Deployment gateway', `${CONTAINER}.image`, 'registry.example:5000/lodging/gateway'],
    ['Deployment gateway', `${CONTAINER}.image`, 'lodging/gateway:latest'],
    ['Deployment gateway', `${CONTAINER}.image`, 'lodging/gateway@sha256:abc'],
  ],
  'migrations are those of the version that waits for them': [
    ['Job gateway-migrations', `${CONTAINER}.image`, 'registry.example/lodging/gateway:0.9.0'],
    ['Job gateway-migrations', ''],
  ],
  'a service is told what it knows, and all it needs': [
    ['Deployment reservations', `${ENV}.0.name`, 'POSTGRES_ADDRESS'],
    ['Deployment reservations', `${ENV}.2`],
    ['Deployment reservations', `${ENV}.0`, { name: 'QUOTE_TTL_SECONDS', value: 'soon' }],
  ],
  'a migration is told its database alone': [
    ['Job gateway-migrations', `${ENV}.0.valueFrom.secretKeyRef.name`, 'gateway'],
    ['Job gateway-migrations', `${ENV}.1`, { name: 'ADMIN_TOKEN', value: 'x' }],
  ],
  'no secret stands in a manifest': [
    ['Deployment gateway', `${ENV}.3`, { name: 'ADMIN_TOKEN', value: 'adm_1234567890' }],
    [
      'Deployment gateway',
      `${ENV}.0`,
      { name: 'POSTGRES_URL', value: 'postgres://me:secret@postgres/lodging' },
    ],
    ['ConfigMap postgres-provisioning', 'kind', 'Secret'],
  ],
  'a service listens where the cluster thinks it does': [
    ['Deployment gateway', `${CONTAINER}.ports.0.containerPort`, 80],
    ['Deployment payments', `${ENV}.0`, { name: 'WEBHOOK_PORT', value: '9999' }],
    ['Deployment payments', `${ENV}.0`, { name: 'HOST', value: '127.0.0.1' }],
  ],
};

export function broken(rendered: Rendered, [title, way, value]: Breakage): Rendered {
  const whole = rendered.objects.find((object) => titleOf(object) === title);
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
