import type { IHorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2';
import type { IPodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { allOf, nameOf, selects, servicesOf } from './policy.ts';
import type { Policy } from './policy.ts';

export const servicesHaveOneAutoscaler: Policy = (rendered) => {
  const fewest = rendered.environment === 'production' ? 2 : 1;
  const scalers = allOf<IHorizontalPodAutoscaler>(rendered, 'HorizontalPodAutoscaler').map(({ spec }) => ({
    target: spec?.scaleTargetRef.name,
    least: spec?.minReplicas ?? 1,
    hasCpu: (spec?.metrics ?? []).some(({ resource }) => resource?.name === 'cpu'),
  }));
  return servicesOf(rendered).flatMap((deployment) => {
    const name = nameOf(deployment);
    const [scaler, ...more] = scalers.filter(({ target }) => target === name);
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
