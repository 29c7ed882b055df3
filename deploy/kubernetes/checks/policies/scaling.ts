import type { IHorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2';
import type { IPodDisruptionBudget } from 'kubernetes-models/policy/v1';
import type { IScaledObject } from '@kubernetes-models/keda/keda.sh/v1alpha1';
import { declaredStreams } from '@lodging/nats';
import { allOf, nameOf, selects, servicesOf } from './policy.ts';
import type { Policy } from './policy.ts';

export const servicesHaveOneAutoscaler: Policy = (rendered) => {
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
    if (scaler === undefined) return [`Deployment ${name} has no autoscaler`];
    return [
      ...(more.length > 0 ? [`Deployment ${name} has two autoscalers`] : []),
      ...(deployment.spec?.replicas === undefined
        ? []
        : [`Deployment ${name} sets replicas, which its autoscaler owns`]),
      ...(scaler.least < fewest ? [`Deployment ${name} may have fewer than ${fewest} replicas`] : []),
      ...(scaler.hasCpu ? [] : [`Deployment ${name} is not scaled on CPU`]),
    ];
  });
};

/** The scaler reads a wrong stream or consumer as no lag. */
export const triggersNameExistingConsumers: Policy = (rendered) =>
  allOf<IScaledObject>(rendered, 'ScaledObject').flatMap((scaled) => {
    const name = nameOf(scaled);
    const consumed = declaredStreams().flatMap(({ name: stream, consumers }) =>
      consumers.includes(name) ? [stream] : [],
    );
    const read = scaled.spec.triggers.flatMap(({ type, metadata }) =>
      type === 'nats-jetstream' ? [metadata] : [],
    );
    const endpoint = `nats-headless.${scaled.metadata?.namespace}.svc.cluster.local:8222`;
    return [
      ...consumed
        .filter((stream) => !read.some((trigger) => trigger['stream'] === stream))
        .map((stream) => `ScaledObject ${name} has no trigger for ${stream}`),
      ...read
        .filter(({ stream = '', consumer }) => !consumed.includes(stream) || consumer !== name)
        .map(
          ({ stream, consumer }) =>
            `ScaledObject ${name} has a trigger for ${stream} of ${consumer}, which does not exist`,
        ),
      ...read
        .filter((trigger) => trigger['natsServerMonitoringEndpoint'] !== endpoint)
        .map(() => `ScaledObject ${name} has another endpoint than ${endpoint}`),
    ];
  });

export const servicesHaveDisruptionBudgets: Policy = (rendered) => {
  const budgets = allOf<IPodDisruptionBudget>(rendered, 'PodDisruptionBudget');
  return servicesOf(rendered).flatMap((deployment) => {
    const labels = deployment.spec?.template.metadata?.labels ?? {};
    const own = budgets.filter(({ spec }) => selects(spec?.selector, labels));
    const [budget] = own;
    if (own.length !== 1 || budget === undefined) {
      return [`Deployment ${nameOf(deployment)} has ${own.length} disruption budgets`];
    }
    const stuck = budget.spec?.maxUnavailable === 0 || budget.spec?.minAvailable === '100%';
    return stuck ? [`PodDisruptionBudget ${nameOf(budget)} blocks every drain`] : [];
  });
};
