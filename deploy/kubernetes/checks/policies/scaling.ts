import type { IHorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2';
import type { IPodDisruptionBudget } from 'kubernetes-models/policy/v1';
import type { IScaledObject } from '@kubernetes-models/keda/keda.sh/v1alpha1';
import { declaredStreams } from '@lodging/nats';
import { allOf, nameOf, selects, servicesOf } from './policy.ts';
import type { Policy } from './policy.ts';

export const servicesScale: Policy = (rendered) => {
  const fewest = rendered.environment === 'production' ? 2 : 1;
  const byCpu = allOf<IHorizontalPodAutoscaler>(rendered, 'HorizontalPodAutoscaler').map(({ spec }) => ({
    target: spec?.scaleTargetRef.name,
    least: spec?.minReplicas ?? 1,
    hasCpu: (spec?.metrics ?? []).some(({ resource }) => resource?.name === 'cpu'),
  }));
  const byKeda = allOf<IScaledObject>(rendered, 'ScaledObject').map(({ spec }) => ({
    target: spec.scaleTargetRef.name,
    least: spec.minReplicaCount ?? 0,
    hasCpu: spec.triggers.some(({ type }) => type === 'cpu'),
  }));
  return servicesOf(rendered).flatMap((deployment) => {
    const name = nameOf(deployment);
    const [scaler, ...more] = [...byCpu, ...byKeda].filter(({ target }) => target === name);
    if (scaler === undefined) return [`Deployment ${name} is scaled by nobody`];
    return [
      ...(more.length > 0 ? [`Deployment ${name} is scaled by two, who undo each other`] : []),
      ...(deployment.spec?.replicas === undefined
        ? []
        : [`Deployment ${name} sets back what its autoscaler chose`]),
      ...(scaler.least < fewest ? [`Deployment ${name} may have fewer than ${fewest} replicas`] : []),
      ...(scaler.hasCpu ? [] : [`Deployment ${name} is not scaled on CPU`]),
    ];
  });
};

/** Each trigger names a stream and a durable that exist: the scaler takes a wrong name for no lag at all. */
export const lagIsReadWhereItIs: Policy = (rendered) =>
  allOf<IScaledObject>(rendered, 'ScaledObject').flatMap((scaled) => {
    const name = nameOf(scaled);
    const heard = declaredStreams().flatMap(({ name: stream, consumers }) =>
      consumers.includes(name) ? [stream] : [],
    );
    const read = scaled.spec.triggers.flatMap(({ type, metadata }) =>
      type === 'nats-jetstream' ? [metadata] : [],
    );
    const endpoint = `nats-headless.${scaled.metadata?.namespace}.svc.cluster.local:8222`;
    return [
      ...heard
        .filter((stream) => !read.some((trigger) => trigger['stream'] === stream))
        .map((stream) => `ScaledObject ${name} does not look at ${stream}`),
      ...read
        .filter(({ stream = '', consumer }) => !heard.includes(stream) || consumer !== name)
        .map(
          ({ stream, consumer }) =>
            `ScaledObject ${name} looks at ${stream} of ${consumer}, which is not there`,
        ),
      ...read
        .filter((trigger) => trigger['natsServerMonitoringEndpoint'] !== endpoint)
        .map(() => `ScaledObject ${name} asks another address than ${endpoint}`),
    ];
  });

export const drainsAreBudgeted: Policy = (rendered) => {
  const budgets = allOf<IPodDisruptionBudget>(rendered, 'PodDisruptionBudget');
  return servicesOf(rendered).flatMap((deployment) => {
    const labels = deployment.spec?.template.metadata?.labels ?? {};
    const own = budgets.filter(({ spec }) => selects(spec?.selector, labels));
    const [budget] = own;
    if (own.length !== 1 || budget === undefined) {
      return [`Deployment ${nameOf(deployment)} has ${own.length} disruption budgets`];
    }
    const stuck = budget.spec?.maxUnavailable === 0 || budget.spec?.minAvailable === '100%';
    return stuck ? [`PodDisruptionBudget ${nameOf(budget)} lets no node be drained`] : [];
  });
};
