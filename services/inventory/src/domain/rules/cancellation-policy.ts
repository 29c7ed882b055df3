import { checkPolicySteps, ok, policyMisfit, refuse } from '@lodging/kernel';
import type { CancellationPolicy, Penalty, PolicyMisfit, Refusal, Result } from '@lodging/kernel';
import type { SentSaleTerms } from './sale-terms.ts';
import { CODE_PATTERN } from './tax-rule.ts';
import { refuseErrors } from '../validation.ts';
import type { FieldError } from '../validation.ts';

export interface SoldAs {
  readonly currency: string;
  readonly isGeneric: boolean;
}

/** A policy of the tenant. What is sold under it keeps its terms alone. */
export interface TenantPolicy extends CancellationPolicy {
  /** What names no policy is sold under it. At most one policy of a tenant is the default. */
  readonly isDefault: boolean;
}

/** The current policies by the key of their code. The default is under `DEFAULT_KEY` as well. */
export type KnownPolicies = ReadonlyMap<string, TenantPolicy>;

/** No code has this key. */
const DEFAULT_KEY = '';

export type RequestedPolicy = Omit<TenantPolicy, 'version'>;

export function isPolicyCode(text: string): boolean {
  return CODE_PATTERN.test(text);
}

/** Codes are compared without case. */
export function policyKey(code: string): string {
  return code.toLowerCase();
}

export function knownPolicies(policies: readonly TenantPolicy[]): KnownPolicies {
  const byKey = policies.map((policy) => [policyKey(policy.code), policy] as const);
  const byDefault = policies
    .filter(({ isDefault }) => isDefault)
    .map((policy) => [DEFAULT_KEY, policy] as const);
  return new Map([...byKey, ...byDefault]);
}

/** The terms of what is sold: those of its own policy, else of the default. Undefined where there is neither. */
export function termsToSell(
  code: string | null,
  policies: KnownPolicies,
  sold: SoldAs,
): CancellationPolicy | undefined {
  if (code !== null) return policies.get(policyKey(code));
  const policy = policies.get(DEFAULT_KEY);
  return policy === undefined || policyMisfit(policy, sold) === undefined ? policy : fitted(policy, sold);
}

/** A fixed penalty does not act on another currency; a generic resource has an exact start. */
function fitted(policy: TenantPolicy, { currency, isGeneric }: SoldAs): CancellationPolicy {
  const acting = (penalty: Penalty): Penalty =>
    penalty.kind === 'fixed' && penalty.currency !== currency ? { kind: 'none' } : penalty;
  return {
    ...policy,
    referenceTime: isGeneric ? null : policy.referenceTime,
    steps: policy.steps.map(({ before, penalty }) => ({ before, penalty: acting(penalty) })),
    afterwards: acting(policy.afterwards),
    noShow: acting(policy.noShow),
  };
}

/** The parts of a policy that do not fit each other. */
export function checkPolicy(requested: RequestedPolicy): Result<RequestedPolicy> {
  const codeErrors = isPolicyCode(requested.code)
    ? []
    : [{ pointer: '/code', message: `The code must match ${CODE_PATTERN}.` }];
  return refuseErrors([...codeErrors, ...checkPolicySteps(requested)]) ?? ok(requested);
}

export interface StoredPolicy {
  /** Undefined: there is none, or it was deleted. */
  readonly current: TenantPolicy | undefined;
  /** Of all policies that the code ever had; 0: it never had one. */
  readonly lastVersion: number;
  /** The conditions of the plans and resources that name the policy. */
  readonly soldAs: readonly SoldAs[];
}

/** The next version, or the current one where its terms stay: `isDefault` is no term. */
export function nextPolicy(
  requested: RequestedPolicy,
  { current, lastVersion, soldAs }: StoredPolicy,
): Result<TenantPolicy> {
  const misfits = soldAs.flatMap((sold) => policyMisfit({ ...requested, version: 0 }, sold) ?? []);
  const invalid = refuseErrors([...new Set(misfits)].map(useError));
  if (invalid !== undefined) return invalid;
  if (current === undefined) return ok({ ...requested, version: lastVersion + 1 });
  const changed = { ...requested, code: current.code, version: current.version };
  if (!hasSameTerms(changed, current)) return ok({ ...changed, version: lastVersion + 1 });
  return ok(changed.isDefault === current.isDefault ? current : changed);
}

function useError(misfit: PolicyMisfit): FieldError {
  return misfit === 'reference_time'
    ? { pointer: '/referenceTime', message: 'A generic resource names the policy: it has an exact start.' }
    : { pointer: '', message: 'What names the policy is sold in another currency than a fixed penalty.' };
}

/** Both have their fields in one order, and amounts are not numbers. */
function hasSameTerms(one: TenantPolicy, other: TenantPolicy): boolean {
  const textOf = ({ isDefault: _isDefault, ...terms }: TenantPolicy) =>
    JSON.stringify(terms, (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value));
  return textOf(one) === textOf(other);
}

export const policyNotFound = refuse('policy_not_found', 'There is no cancellation policy with this code.');

/** The policy as it shows its code; null stays null. */
export function namePolicy(
  code: string,
  known: KnownPolicies,
): Result<CancellationPolicy, Refusal<'unknown_policy_code'>> {
  const policy = known.get(policyKey(code));
  return policy === undefined
    ? refuse('unknown_policy_code', `There is no cancellation policy with the code ${code}.`)
    : ok(policy);
}

/** Why what is sold so cannot name the policy. */
export function namingErrors(policy: CancellationPolicy, sold: SoldAs, pointer: string): FieldError[] {
  const misfit = policyMisfit(policy, sold);
  if (misfit === undefined) return [];
  const message =
    misfit === 'reference_time'
      ? 'The policy has a reference time; a generic resource has an exact start.'
      : `The policy has a fixed penalty in another currency than ${sold.currency}.`;
  return [{ pointer, message }];
}

export function policyCodesOf(sent: readonly SentSaleTerms[]): string[] {
  return sent.flatMap(({ cancellationPolicyCode: code }) => code ?? []);
}
