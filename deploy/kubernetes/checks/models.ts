import type { ClusterObject } from './render-overlay.ts';

export interface KindModel {
  /** The package's module with the interface and the validating class. */
  module: string;
  name: string;
  /** Where the published model is older than the object: its version, and the fields added since. */
  writtenAs?: string;
  additions?: string;
}

const MODELS: Record<string, KindModel> = {
  'v1 ConfigMap': { module: 'kubernetes-models/v1', name: 'ConfigMap' },
  'v1 Pod': { module: 'kubernetes-models/v1', name: 'Pod' },
  'v1 Namespace': { module: 'kubernetes-models/v1', name: 'Namespace' },
  'v1 Secret': { module: 'kubernetes-models/v1', name: 'Secret' },
  'v1 Service': { module: 'kubernetes-models/v1', name: 'Service' },
  'v1 ServiceAccount': { module: 'kubernetes-models/v1', name: 'ServiceAccount' },
  'apps/v1 Deployment': { module: 'kubernetes-models/apps/v1', name: 'Deployment' },
  'autoscaling/v2 HorizontalPodAutoscaler': {
    module: 'kubernetes-models/autoscaling/v2',
    name: 'HorizontalPodAutoscaler',
  },
  'batch/v1 Job': { module: 'kubernetes-models/batch/v1', name: 'Job' },
  'networking.k8s.io/v1 NetworkPolicy': {
    module: 'kubernetes-models/networking.k8s.io/v1',
    name: 'NetworkPolicy',
  },
  'policy/v1 PodDisruptionBudget': { module: 'kubernetes-models/policy/v1', name: 'PodDisruptionBudget' },
  'cert-manager.io/v1 Certificate': {
    module: '@kubernetes-models/cert-manager/cert-manager.io/v1',
    name: 'Certificate',
  },
  'cert-manager.io/v1 Issuer': {
    module: '@kubernetes-models/cert-manager/cert-manager.io/v1',
    name: 'Issuer',
  },
  'cert-manager.io/v1 ClusterIssuer': {
    module: '@kubernetes-models/cert-manager/cert-manager.io/v1',
    name: 'ClusterIssuer',
  },
  'external-secrets.io/v1 SecretStore': {
    module: '@kubernetes-models/external-secrets/external-secrets.io/v1beta1',
    name: 'SecretStore',
    writtenAs: 'external-secrets.io/v1beta1',
  },
  'external-secrets.io/v1 ExternalSecret': {
    module: '@kubernetes-models/external-secrets/external-secrets.io/v1beta1',
    name: 'ExternalSecret',
    // v1 is v1beta1, renamed when it was declared stable.
    writtenAs: 'external-secrets.io/v1beta1',
  },
  'gateway.networking.k8s.io/v1 Gateway': {
    module: '@kubernetes-models/gateway-api/gateway.networking.k8s.io/v1',
    name: 'Gateway',
  },
  'gateway.networking.k8s.io/v1 GatewayClass': {
    module: '@kubernetes-models/gateway-api/gateway.networking.k8s.io/v1',
    name: 'GatewayClass',
  },
  'gateway.networking.k8s.io/v1 HTTPRoute': {
    module: '@kubernetes-models/gateway-api/gateway.networking.k8s.io/v1',
    name: 'HTTPRoute',
  },
  'monitoring.coreos.com/v1 PodMonitor': {
    module: '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1',
    name: 'PodMonitor',
  },
  'monitoring.coreos.com/v1 PrometheusRule': {
    module: '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1',
    name: 'PrometheusRule',
  },
  'postgresql.cnpg.io/v1 Cluster': {
    module: '@kubernetes-models/cloudnative-pg/postgresql.cnpg.io/v1',
    name: 'Cluster',
    // Since 1.26 a plugin keeps the backups, and says that the log goes through it.
    additions: '{ spec: { plugins?: { isWALArchiver?: boolean }[] } }',
  },
  'postgresql.cnpg.io/v1 ScheduledBackup': {
    module: '@kubernetes-models/cloudnative-pg/postgresql.cnpg.io/v1',
    name: 'ScheduledBackup',
  },
};

/** The plugin's object has no model; its `configuration` has the form that the Cluster had before. */
const OBJECT_STORE = 'barmancloud.cnpg.io/v1 ObjectStore';
const OBJECT_STORE_TYPE = `{
  apiVersion: string; kind: string;
  metadata: { name: string; namespace?: string; labels?: Record<string, string> };
  spec: {
    retentionPolicy?: string;
    configuration: NonNullable<NonNullable<NonNullable<
      import('@kubernetes-models/cloudnative-pg/postgresql.cnpg.io/v1').ICluster['spec']>['backup']>['barmanObjectStore']>;
  };
}`;

/** The TypeScript type of an object; undefined where its kind has no model. */
export function typeOf(object: ClusterObject): string | undefined {
  const kind = kindOf(object);
  if (kind === OBJECT_STORE) return OBJECT_STORE_TYPE;
  const model = MODELS[kind];
  if (model === undefined) return undefined;
  const type = `import('${model.module}').I${model.name}`;
  return model.additions === undefined ? type : `${type} & ${model.additions}`;
}

/** The object with the API version that its model knows. */
export function inModelVersion(object: ClusterObject): ClusterObject {
  return { ...object, apiVersion: MODELS[kindOf(object)]?.writtenAs ?? object.apiVersion };
}

/** Throws where values are missing, of the wrong type or out of range. */
export async function validate(object: ClusterObject): Promise<void> {
  const model = MODELS[kindOf(object)];
  if (model === undefined) return;
  const module: Record<string, unknown> = await import(model.module);
  const made: unknown = Reflect.construct(Object(module[model.name]), [inModelVersion(object)]);
  const check: unknown = Object(made).validate;
  if (typeof check !== 'function') throw new Error(`${model.module} has no ${model.name} that validates`);
  Reflect.apply(check, made, []);
}

function kindOf({ apiVersion, kind }: ClusterObject): string {
  return `${apiVersion} ${kind}`;
}
