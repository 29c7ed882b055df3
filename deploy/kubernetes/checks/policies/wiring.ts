import type { IHTTPRoute } from '@kubernetes-models/gateway-api/gateway.networking.k8s.io/v1';
import type { IPodMonitor } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1';
import type { IHorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2';
import type { IIngress } from 'kubernetes-models/networking.k8s.io/v1';
import type { IConfigMap, IService, IServiceAccount } from 'kubernetes-models/v1';
import { allOf, deploymentsOf, nameOf, selects, workloadsOf } from './policy.ts';
import type { Policy, Rendered, Workload } from './policy.ts';

export const selectorsMeetPods: Policy = (rendered) => {
  const workloads = workloadsOf(rendered);
  const services = allOf<IService>(rendered, 'Service').flatMap((service) => {
    const chosen = workloads.filter(({ labels }) => selects({ matchLabels: service.spec?.selector }, labels));
    const [only] = chosen;
    if (only === undefined || chosen.length > 1) {
      return [`Service ${nameOf(service)} chooses the pods of ${chosen.length} workloads`];
    }
    return (service.spec?.ports ?? [])
      .filter(({ name, targetPort }) => name === undefined || !hasPort(only, targetPort))
      .map(({ port }) => `Service ${nameOf(service)} leads port ${port} to none that its pods name`);
  });
  const deployments = deploymentsOf(rendered).flatMap((deployment) => {
    const chosen = workloads.filter(({ labels }) => selects(deployment.spec?.selector, labels));
    return chosen.length === 1
      ? []
      : [`Deployment ${nameOf(deployment)} owns the pods of ${chosen.length} workloads`];
  });
  return [...services, ...deployments, ...probedPorts(workloads), ...monitors(rendered, workloads)];
};

function hasPort({ containers }: Workload, wanted: string | number | undefined): boolean {
  return containers.some(({ ports }) =>
    (ports ?? []).some(
      ({ name, containerPort }) => wanted !== undefined && (name === wanted || containerPort === wanted),
    ),
  );
}

function probedPorts(workloads: readonly Workload[]): string[] {
  return workloads.flatMap((workload) =>
    workload.containers.flatMap(({ startupProbe, livenessProbe, readinessProbe }) =>
      [startupProbe, livenessProbe, readinessProbe]
        .flatMap((probe) => probe?.httpGet?.port ?? probe?.tcpSocket?.port ?? [])
        .filter((port) => !hasPort(workload, port))
        .map((port) => `${workload.title} is asked at port ${port}, which it does not name`),
    ),
  );
}

function monitors(rendered: Rendered, workloads: readonly Workload[]): string[] {
  return allOf<IPodMonitor>(rendered, 'PodMonitor').flatMap((monitor) => {
    const chosen = workloads.filter(({ labels }) => selects(monitor.spec.selector, labels));
    const ports = (monitor.spec.podMetricsEndpoints ?? []).map(({ port }) => port);
    if (chosen.length === 0) return [`PodMonitor ${nameOf(monitor)} chooses no pods`];
    return chosen.flatMap((workload) =>
      ports.every((port) => hasPort(workload, port))
        ? []
        : [`${workload.title} is scraped where it has no port`],
    );
  });
}

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
        : [`${title} has an account that is not there`]),
      ...used
        .filter((name) => !maps.includes(name))
        .map((name) => `${title} takes settings from ${name}, not there`),
      // Without the hash a changed setting would reach no pod that runs already.
      ...used
        .filter((name) => !/-[a-z0-9]{10}$/.test(name))
        .map((name) => `${title}: ${name} has no hash in its name`),
    ];
  });
  const scalers = allOf<IHorizontalPodAutoscaler>(rendered, 'HorizontalPodAutoscaler')
    .filter(({ spec }) => !deployments.includes(spec?.scaleTargetRef.name ?? ''))
    .map((scaler) => `HorizontalPodAutoscaler ${nameOf(scaler)} scales what is not there`);
  return [...pods, ...scalers];
};

interface Way {
  path: string;
  service: string;
  port: string | number | undefined;
}

const WANTED: Record<string, string> = {
  '/v1': 'gateway',
  '/problems': 'gateway',
  '/docs': 'gateway',
  '/openapi.json': 'gateway',
  '/webhooks/stripe': 'payments',
};

/** What is public, and nothing else: above all never the port of the admin API. */
export const theEdgeLeadsToTheDoors: Policy = (rendered) => {
  const ways = [...routeWays(rendered), ...ingressWays(rendered)];
  const services = new Map(allOf<IService>(rendered, 'Service').map((service) => [nameOf(service), service]));
  const isPublic = (port: string | number | undefined): boolean =>
    port === 'public' || port === 8080 || port === 'webhooks' || port === 8083;
  return [
    ...Object.entries(WANTED)
      .filter(([path, service]) => !ways.some((way) => way.path === path && way.service === service))
      .map(([path, service]) => `the edge has no way from ${path} to ${service}`),
    ...ways
      .filter(({ path }) => WANTED[path] === undefined)
      .map(({ path }) => `the edge opens ${path}, which is nobody’s business`),
    ...ways
      .filter(({ service, port }) => {
        const ports = services.get(service)?.spec?.ports ?? [];
        return !isPublic(port) || !ports.some((each) => each.name === port || each.port === port);
      })
      .map(
        ({ path, service, port }) => `the edge leads ${path} to ${service}:${port}, which is no public door`,
      ),
  ];
};

function routeWays(rendered: Rendered): Way[] {
  return allOf<IHTTPRoute>(rendered, 'HTTPRoute').flatMap(({ spec }) =>
    (spec?.rules ?? []).flatMap(({ matches, backendRefs, timeouts }) =>
      (matches ?? []).flatMap(({ path }) =>
        (backendRefs ?? []).map(({ name, port }) => ({
          path: timeouts?.request === undefined ? `${path?.value} without a timeout` : (path?.value ?? '/'),
          service: name,
          port,
        })),
      ),
    ),
  );
}

function ingressWays(rendered: Rendered): Way[] {
  return allOf<IIngress>(rendered, 'Ingress').flatMap(({ spec }) =>
    (spec?.rules ?? []).flatMap(({ http }) =>
      (http?.paths ?? []).map(({ path = '/', backend }) => ({
        path,
        service: backend.service?.name ?? '',
        port: backend.service?.port?.name ?? backend.service?.port?.number,
      })),
    ),
  );
}
