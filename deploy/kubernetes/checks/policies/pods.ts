import type { IContainer, IPodSpec } from 'kubernetes-models/v1';
import { deploymentsOf, nameOf, servicesOf, workloadsOf } from './policy.ts';
import type { Policy } from './policy.ts';

/** The drain timeout of a service; see kit-runtime. */
const DRAIN_SECONDS = 25;

export const podsAreRestricted: Policy = (rendered) =>
  workloadsOf(rendered).flatMap(({ title, template, containers }) => [
    ...lacks(title, podRequirements(template.spec)),
    ...containers.flatMap((container) =>
      lacks(`${title}, ${container.name}`, containerRequirements(container)),
    ),
  ]);

function podRequirements(spec: IPodSpec | undefined): Record<string, boolean> {
  const context = spec?.securityContext;
  return {
    'runAsNonRoot: true': context?.runAsNonRoot === true,
    'a numeric runAsUser other than 0': (context?.runAsUser ?? 0) > 0,
    'seccompProfile RuntimeDefault': context?.seccompProfile?.type === 'RuntimeDefault',
    'automountServiceAccountToken: false': spec?.automountServiceAccountToken === false,
    'enableServiceLinks: false': spec?.enableServiceLinks === false,
    'no namespace of the node':
      spec?.hostNetwork !== true && spec?.hostPID !== true && spec?.hostIPC !== true,
    'no path of the node': (spec?.volumes ?? []).every(({ hostPath }) => hostPath === undefined),
  };
}

function containerRequirements({ securityContext, volumeMounts }: IContainer): Record<string, boolean> {
  return {
    'allowPrivilegeEscalation: false': securityContext?.allowPrivilegeEscalation === false,
    'readOnlyRootFilesystem: true': securityContext?.readOnlyRootFilesystem === true,
    'drop: [ALL]': securityContext?.capabilities?.drop?.includes('ALL') === true,
    'no added capability': (securityContext?.capabilities?.add ?? []).length === 0,
    'no privilege': securityContext?.privileged !== true,
    'a /tmp to write to': (volumeMounts ?? []).some(({ mountPath }) => mountPath === '/tmp'),
  };
}

export const podsAreBounded: Policy = (rendered) =>
  workloadsOf(rendered).flatMap(({ title, containers }) =>
    containers.flatMap(({ name, resources, command }) =>
      lacks(`${title}, ${name}`, {
        'a request of CPU': resources?.requests?.['cpu'] !== undefined,
        'a request of memory': resources?.requests?.['memory'] !== undefined,
        'a limit of memory': resources?.limits?.['memory'] !== undefined,
        'no limit of CPU': resources?.limits?.['cpu'] === undefined,
        'a heap that the limit of memory has room for':
          name !== 'service' || hasRoom(command, resources?.limits?.['memory']),
      }),
    ),
  );

/** Of a service, beside its heap: young objects, code, buffers and threads. */
const BESIDE_HEAP_MI = 96;

function hasRoom(command: readonly string[] = [], limit: unknown): boolean {
  const [, heap = ''] = /^--max-old-space-size=(\d+)$/.exec(command[1] ?? '') ?? [];
  const [, memory = ''] = /^(\d+)Mi$/.exec(String(limit)) ?? [];
  return heap !== '' && memory !== '' && Number(heap) + BESIDE_HEAP_MI <= Number(memory);
}

export const podsHaveProbes: Policy = (rendered) =>
  deploymentsOf(rendered).flatMap((deployment) =>
    (deployment.spec?.template.spec?.containers ?? []).flatMap((container) => {
      const { startupProbe, livenessProbe, readinessProbe } = container;
      const alive = livenessProbe?.httpGet?.path;
      return lacks(`Deployment ${nameOf(deployment)}, ${container.name}`, {
        'a startup probe': startupProbe !== undefined,
        'a liveness probe': livenessProbe !== undefined,
        'a readiness probe': readinessProbe !== undefined,
        // An unavailable database must make pods unready, and never restart them.
        'different paths for readiness and liveness':
          alive === undefined || alive !== readinessProbe?.httpGet?.path,
        'a startup timeout above 30 s and above that of liveness':
          failureSeconds(startupProbe) > 30 && failureSeconds(startupProbe) > failureSeconds(livenessProbe),
      });
    }),
  );

function failureSeconds(probe: IContainer['livenessProbe']): number {
  return (probe?.periodSeconds ?? 10) * (probe?.failureThreshold ?? 3);
}

export const rolloutsLoseNoRequests: Policy = (rendered) =>
  servicesOf(rendered).flatMap(({ metadata, spec }) => {
    const pod = spec?.template.spec;
    const sleep = pod?.containers[0]?.lifecycle?.preStop?.sleep?.seconds ?? 0;
    const rolling = spec?.strategy?.rollingUpdate;
    return lacks(`Deployment ${metadata?.name}`, {
      'maxUnavailable: 0': spec?.strategy?.type === 'RollingUpdate' && rolling?.maxUnavailable === 0,
      'a maxSurge': rolling?.maxSurge !== undefined && rolling.maxSurge !== 0,
      minReadySeconds: (spec?.minReadySeconds ?? 0) > 0,
      revisionHistoryLimit: (spec?.revisionHistoryLimit ?? 0) > 0,
      'a preStop sleep': sleep > 0,
      'time to drain': (pod?.terminationGracePeriodSeconds ?? 30) > sleep + DRAIN_SECONDS,
    });
  });

export const podsAreSpread: Policy = (rendered) =>
  servicesOf(rendered).flatMap(({ metadata, spec }) => {
    const constraints = spec?.template.spec?.topologySpreadConstraints ?? [];
    const wanted = JSON.stringify(spec?.selector.matchLabels);
    const over = (topologyKey: string): boolean =>
      constraints.some(
        (constraint) =>
          constraint.topologyKey === topologyKey &&
          JSON.stringify(constraint.labelSelector?.matchLabels) === wanted,
      );
    return lacks(`Deployment ${metadata?.name}`, {
      'a spread of its own pods over zones': over('topology.kubernetes.io/zone'),
      'a spread of its own pods over hosts': over('kubernetes.io/hostname'),
    });
  });

function lacks(title: string, requirements: Record<string, boolean>): string[] {
  return Object.entries(requirements).flatMap(([requirement, met]) =>
    met ? [] : [`${title} lacks: ${requirement}`],
  );
}
