import type { IContainer, IPodSpec } from 'kubernetes-models/v1';
import { deploymentsOf, nameOf, servicesOf, workloadsOf } from './policy.ts';
import type { Policy } from './policy.ts';

/** As long as a service may take to drain itself; see kit-runtime. */
const DRAIN_SECONDS = 25;

export const podsAreRestricted: Policy = (rendered) =>
  workloadsOf(rendered).flatMap(({ title, template, containers }) => [
    ...lacks(title, podWishes(template.spec)),
    ...containers.flatMap((container) => lacks(`${title}, ${container.name}`, containerWishes(container))),
  ]);

function podWishes(spec: IPodSpec | undefined): Record<string, boolean> {
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

function containerWishes({ securityContext, volumeMounts }: IContainer): Record<string, boolean> {
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
    containers.flatMap(({ name, resources }) =>
      lacks(`${title}, ${name}`, {
        'a request of CPU': resources?.requests?.['cpu'] !== undefined,
        'a request of memory': resources?.requests?.['memory'] !== undefined,
        'a limit of memory': resources?.limits?.['memory'] !== undefined,
        'no limit of CPU': resources?.limits?.['cpu'] === undefined,
      }),
    ),
  );

export const podsAreAskedAfter: Policy = (rendered) =>
  deploymentsOf(rendered).flatMap((deployment) =>
    (deployment.spec?.template.spec?.containers ?? []).flatMap((container) => {
      const { startupProbe, livenessProbe, readinessProbe } = container;
      const alive = livenessProbe?.httpGet?.path;
      return lacks(`Deployment ${nameOf(deployment)}, ${container.name}`, {
        'a startup probe': startupProbe !== undefined,
        'a liveness probe': livenessProbe !== undefined,
        'a readiness probe': readinessProbe !== undefined,
        // A database that is away must take pods out of work, and never restart them.
        'another question for readiness than for life':
          alive === undefined || alive !== readinessProbe?.httpGet?.path,
        'a start that is waited for longer than a life is doubted':
          patience(startupProbe) > 30 && patience(startupProbe) > patience(livenessProbe),
      });
    }),
  );

function patience(probe: IContainer['livenessProbe']): number {
  return (probe?.periodSeconds ?? 10) * (probe?.failureThreshold ?? 3);
}

export const rolloutsLoseNothing: Policy = (rendered) =>
  servicesOf(rendered).flatMap(({ metadata, spec }) => {
    const pod = spec?.template.spec;
    const sleep = pod?.containers[0]?.lifecycle?.preStop?.sleep?.seconds ?? 0;
    const rolling = spec?.strategy?.rollingUpdate;
    return lacks(`Deployment ${metadata?.name}`, {
      'maxUnavailable: 0': spec?.strategy?.type === 'RollingUpdate' && rolling?.maxUnavailable === 0,
      'a maxSurge': rolling?.maxSurge !== undefined && rolling.maxSurge !== 0,
      minReadySeconds: (spec?.minReadySeconds ?? 0) > 0,
      revisionHistoryLimit: (spec?.revisionHistoryLimit ?? 0) > 0,
      'a sleep before it is told to stop': sleep > 0,
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

function lacks(title: string, wishes: Record<string, boolean>): string[] {
  return Object.entries(wishes).flatMap(([wish, granted]) => (granted ? [] : [`${title} has not: ${wish}`]));
}
