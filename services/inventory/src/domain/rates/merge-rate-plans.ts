import { ok } from '@lodging/kernel';
import type { NewId, Refusal, Result, Translated, Translations } from '@lodging/kernel';
import { namePolicy, namingErrors } from '../rules/cancellation-policy.ts';
import type { KnownPolicies } from '../rules/cancellation-policy.ts';
import type { Derivation, RatePlan } from '../resources/resource.ts';
import { refuseDerivations } from './check-derivations.ts';
import type { DerivedPlanInvalid } from './check-derivations.ts';
import { mergeSaleTerms, NO_SALE_TERMS } from '../rules/sale-terms.ts';
import type { SentSaleTerms } from '../rules/sale-terms.ts';
import { LIMITS, refuseGrowth } from '../resources/tenant-limits.ts';
import { duplicateErrors, refuseErrors } from '../validation.ts';
import type { FieldError, ValidationFailed } from '../validation.ts';

export interface RatePlanEntry extends SentSaleTerms, Translated {
  readonly code: string;
  readonly name: string;
  readonly currency: string;
  readonly enabled?: boolean | undefined;
  readonly isRefundable?: boolean | undefined;
  readonly minStayNights?: number | undefined;
  readonly maxStayNights?: number | null | undefined;
  readonly closedToArrival?: boolean | undefined;
  readonly closedToDeparture?: boolean | undefined;
  /** Null ends it. */
  readonly derivedFrom?: Derivation | null | undefined;
}

const DEFAULTS = {
  enabled: true,
  isRefundable: true,
  minStayNights: 1,
  maxStayNights: null,
  closedToArrival: false,
  closedToDeparture: false,
  derivedFrom: null,
  translations: {} as Translations,
  ...NO_SALE_TERMS,
} as const;

/** The checks that need no resource. */
export function checkRatePlanEntries(entries: readonly RatePlanEntry[]): ValidationFailed | undefined {
  return refuseErrors(
    duplicateErrors(
      entries,
      ({ code }) => code,
      (index) => ({
        pointer: `/ratePlans/${index}/code`,
        message: 'A code may stand in the list only once.',
      }),
    ),
  );
}

/**
 * The plans of the entries, in the order of the entries. A missing field keeps its value, or its default on a new plan.
 * `policies` are those that the entries name.
 */
export function mergeRatePlans(
  resource: { readonly currency: string },
  existing: readonly RatePlan[],
  entries: readonly RatePlanEntry[],
  newId: NewId,
  policies: KnownPolicies = new Map(),
): Result<RatePlan[], MergeRefusal> {
  const merged = entries.map((entry) =>
    mergeRatePlan(
      existing.find(({ code }) => code === entry.code),
      entry,
      newId,
    ),
  );
  const named = entries.map(({ cancellationPolicyCode: code }) =>
    typeof code === 'string' ? namePolicy(code, policies) : undefined,
  );
  const sold = { currency: resource.currency, isGeneric: false };
  const errors = [
    ...entries.flatMap((entry, index) => currencyErrors(entry, index, resource.currency)),
    ...merged.flatMap(stayLengthErrors),
    ...named.flatMap((policy, index) =>
      policy?.ok ? namingErrors(policy.value, sold, `/ratePlans/${index}/cancellationPolicyCode`) : [],
    ),
  ];
  const invalid = refuseErrors(errors) ?? named.find((policy) => policy !== undefined && !policy.ok);
  if (invalid !== undefined) return invalid;
  const refused =
    refuseDerivations(existing, merged) ?? refuseGrowth(LIMITS.ratePlans, countPlans(existing, merged));
  if (refused !== undefined) return refused;
  return ok(
    merged.map((plan, index) => {
      const policy = named[index];
      return policy?.ok ? { ...plan, cancellationPolicyCode: policy.value.code } : plan;
    }),
  );
}

type MergeRefusal =
  | ValidationFailed['refusal']
  | DerivedPlanInvalid['refusal']
  | Refusal<'unknown_policy_code' | 'limit_reached'>;

function countPlans(existing: readonly RatePlan[], merged: readonly RatePlan[]) {
  const codes = new Set([...existing, ...merged].map(({ code }) => code));
  return { before: existing.length, after: codes.size };
}

function mergeRatePlan(existing: RatePlan | undefined, entry: RatePlanEntry, newId: NewId): RatePlan {
  const before = existing ?? { ...DEFAULTS, id: newId() };
  return {
    id: before.id,
    code: entry.code,
    name: entry.name,
    enabled: entry.enabled ?? before.enabled,
    isRefundable: entry.isRefundable ?? before.isRefundable,
    minStayNights: entry.minStayNights ?? before.minStayNights,
    // Null is a value: no maximum.
    maxStayNights: entry.maxStayNights === undefined ? before.maxStayNights : entry.maxStayNights,
    closedToArrival: entry.closedToArrival ?? before.closedToArrival,
    closedToDeparture: entry.closedToDeparture ?? before.closedToDeparture,
    derivedFrom: entry.derivedFrom === undefined ? before.derivedFrom : entry.derivedFrom,
    translations: entry.translations ?? before.translations,
    ...mergeSaleTerms(before, entry),
  };
}

function currencyErrors({ currency }: RatePlanEntry, index: number, expected: string): FieldError[] {
  if (currency === expected) return [];
  return [
    {
      pointer: `/ratePlans/${index}/currency`,
      message: `The currency of a plan is that of its resource, ${expected}.`,
    },
  ];
}

function stayLengthErrors({ minStayNights, maxStayNights }: RatePlan, index: number): FieldError[] {
  if (maxStayNights === null || minStayNights <= maxStayNights) return [];
  return [
    {
      pointer: `/ratePlans/${index}/maxStayNights`,
      message: 'The longest stay is shorter than the shortest.',
    },
  ];
}
