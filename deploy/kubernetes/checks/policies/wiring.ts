import type { IPodMonitor } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1';
import type { IHorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2';
import type { IConfigMap, IService, IServiceAccount } from 'kubernetes-models/v1';
import { allOf, deploymentsOf, nameOf, selects, workloadsOf } from './policy.ts';
import type { Policy, Rendered, Workload } from './policy.ts';

export const selectorsMatchPods: Policy = (rendered) => {
  const workloads = workloadsOf(rendered);
  const services = allOf<IService>(rendered, 'Service').flatMap((service) => {
    const selected = workloads.filter(({ labels }) =>
      selects({ matchLabels: service.spec?.selector }, labels),
    );
    const [only] = selected;
    if (only === undefined || selected.length > 1) {
      return [`Service ${nameOf(service)} selects the pods of ${selected.length} workloads`];
    }
    return (service.spec?.ports ?? [])
      .filter(({ name, targetPort }) => name === undefined || !hasPort(only, targetPort))
      .map(({ port }) => `Service ${nameOf(service)} has port ${port}, which its pods do not declare`);
  });
  const deployments = deploymentsOf(rendered).flatMap((deployment) => {
    const selected = workloads.filter(({ labels }) => selects(deployment.spec?.selector, labels));
    return selected.length === 1
      ? []
      : [`Deployment ${nameOf(deployment)} selects the pods of ${selected.length} workloads`];
  });
  return [...services, ...deployments, ...probedPorts(workloads), ...monitors(rendered, workloads)];
};

function hasPort({ containers }: Workload, port: string | number | undefined): boolean {
  return containers.some(({ ports }) =>
    (ports ?? []).some(
      ({ name, containerPort }) => port !== undefined && (name === port || containerPort === port),
    ),
  );
}

function probedPorts(workloads: readonly Workload[]): string[] {
  return workloads.flatMap((workload) =>
    workload.containers.flatMap(({ startupProbe, livenessProbe, readinessProbe }) =>
      [startupProbe, livenessProbe, readinessProbe]
        .flatMap((probe) => probe?.httpGet?.port ?? probe?.tcpSocket?.port ?? [])
        .filter((port) => !hasPort(workload, port))
        .map((port) => `${workload.title} is probed at port ${port}, which it does not declare`),
    ),
  );
}

function monitors(rendered: Rendered, workloads: readonly Workload[]): string[] {
  return allOf<IPodMonitor>(rendered, 'PodMonitor').flatMap((monitor) => {
    const cluster = monitor.spec.selector.matchLabels?.['cnpg.io/cluster'];
    if (cluster !== undefined) return monitorOfCluster(rendered, monitor, cluster);
    const selected = workloads.filter(({ labels }) => selects(monitor.spec.selector, labels));
    const ports = (monitor.spec.podMetricsEndpoints ?? []).map(({ port }) => port);
    if (selected.length === 0) return [`PodMonitor ${nameOf(monitor)} selects no pods`];
    return selected.flatMap((workload) =>
      ports.every((port) => hasPort(workload, port))
        ? []
        : [`${workload.title} is scraped at a port that it does not declare`],
    );
  });
}

/** The pods of a database are made by its operator, which names their port `metrics`. */
function monitorOfCluster(rendered: Rendered, monitor: IPodMonitor, cluster: string): string[] {
  const exists = allOf<{ metadata?: { name?: string } }>(rendered, 'Cluster').some(
    (each) => nameOf(each) === cluster,
  );
  const ports = (monitor.spec.podMetricsEndpoints ?? []).map(({ port }) => port);
  return [
    ...(exists ? [] : [`PodMonitor ${nameOf(monitor)} selects the pods of a cluster that does not exist`]),
    ...ports
      .filter((port) => port !== 'metrics')
      .map((port) => `PodMonitor ${nameOf(monitor)} reads port ${port}, which the operator does not open`),
  ];
}

/** Every cluster of a namespace that is watched has a monitor: else no alert about it can fire. */
export const databasesAreWatched: Policy = (rendered) => {
  const monitors = allOf<IPodMonitor>(rendered, 'PodMonitor');
  if (monitors.length === 0) return [];
  const watched = monitors.map(({ spec }) => spec.selector.matchLabels?.['cnpg.io/cluster']);
  return allOf<{ metadata?: { name?: string } }>(rendered, 'Cluster')
    .map(nameOf)
    .filter((name) => !watched.includes(name))
    .map((name) => `Cluster ${name} is watched by no PodMonitor`);
};

export const referencesExist: Policy = (rendered) => {
  const accounts = allOf<IServiceAccount>(rendered, 'ServiceAccount').map(nameOf);
  const maps = allOf<IConfigMap>(rendered, 'ConfigMap').map(nameOf);
  const deployments = deploymentsOf(rendered).map(nameOf);
  const pods = workloadsOf(rendered).flatMap(({ title, template, containers }) => {
    const account = template.spec?.serviceAccountName;
    const used = containers.flatMap(({ envFrom }) =>
      (envFrom ?? []).map(({ configMapRef }) => configMapRef?.name ?? ''),
    );
    return [
      ...(account === undefined || accounts.includes(account)
        ? []
        : [`${title} has a service account that does not exist`]),
      ...used
        .filter((name) => !maps.includes(name))
        .map((name) => `${title} reads settings from ${name}, which does not exist`),
      // Without the hash a changed setting would not restart running pods.
      ...used
        .filter((name) => !/-[a-z0-9]{10}$/.test(name))
        .map((name) => `${title}: ${name} has no hash in its name`),
    ];
  });
  const scalers = allOf<IHorizontalPodAutoscaler>(rendered, 'HorizontalPodAutoscaler')
    .filter(({ spec }) => !deployments.includes(spec?.scaleTargetRef.name ?? ''))
    .map((scaler) => `HorizontalPodAutoscaler ${nameOf(scaler)} has a target that does not exist`);
  return [...pods, ...scalers];
};
