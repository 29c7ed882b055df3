import { penaltiesOf } from './policy.ts';
import type { CancellationPolicy, Notice } from './policy.ts';

/** A part of a policy that does not fit; the pointer (RFC 6901) is into the policy. */
export interface PolicyError {
  readonly pointer: string;
  readonly message: string;
}

const HOURS_PER_DAY = 24;

/** The order of the steps; the ranges of the single fields are those of its contract. */
export function checkPolicySteps({ steps }: Pick<CancellationPolicy, 'steps'>): PolicyError[] {
  return steps.flatMap(({ before }, index) => {
    const previous = steps[index - 1];
    if (previous === undefined || hoursOf(before) < hoursOf(previous.before)) return [];
    return [
      {
        pointer: `/steps/${index}/before`,
        message: 'Steps stand from the furthest to the nearest; each is nearer than the one before it.',
      },
    ];
  });
}

/** Steps are compared with a day as 24 hours, whatever the clock does. */
function hoursOf({ count, unit }: Notice): number {
  return unit === 'days' ? count * HOURS_PER_DAY : count;
}

export type PolicyMisfit = 'currency' | 'reference_time';

/** Why what is sold in this way cannot have the policy; undefined where it can. */
export function policyMisfit(
  policy: CancellationPolicy,
  sold: { readonly currency: string; readonly isGeneric: boolean },
): PolicyMisfit | undefined {
  if (sold.isGeneric && policy.referenceTime !== null) return 'reference_time';
  const isForeign = penaltiesOf(policy).some(
    (penalty) => penalty.kind === 'fixed' && penalty.currency !== sold.currency,
  );
  return isForeign ? 'currency' : undefined;
}
