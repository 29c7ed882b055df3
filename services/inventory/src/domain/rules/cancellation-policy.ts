import { checkPolicySteps, ok, policyMisfit, refuse } from '@lodging/kernel';
import type { CancellationPolicy, PolicyMisfit, Refusal, Result } from '@lodging/kernel';
import type { SentSaleTerms } from './sale-terms.ts';
import { CODE_PATTERN } from './tax-rule.ts';
import { refuseErrors } from '../validation.ts';
import type { FieldError } from '../validation.ts';

export interface SoldAs {
  readonly currency: string;
  readonly isGeneric: boolean;
}

/** The current policies by the key of their code. */
export type KnownPolicies = ReadonlyMap<string, CancellationPolicy>;

export type RequestedPolicy = Omit<CancellationPolicy, 'version'>;

export function isPolicyCode(text: string): boolean {
  return CODE_PATTERN.test(text);
}

/** Codes are compared without case. */
export function policyKey(code: string): string {
  return code.toLowerCase();
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
  readonly current: CancellationPolicy | undefined;
  /** Of all policies that the code ever had; 0: it never had one. */
  readonly lastVersion: number;
  /** The conditions of the plans and resources that name the policy. */
  readonly soldAs: readonly SoldAs[];
}

/** The next version, or the current one where nothing changes. */
export function nextPolicy(
  requested: RequestedPolicy,
  { current, lastVersion, soldAs }: StoredPolicy,
): Result<CancellationPolicy> {
  const misfits = soldAs.flatMap((sold) => policyMisfit({ ...requested, version: 0 }, sold) ?? []);
  const invalid = refuseErrors([...new Set(misfits)].map(useError));
  if (invalid !== undefined) return invalid;
  if (current === undefined) return ok({ ...requested, version: lastVersion + 1 });
  const changed = { ...requested, code: current.code, version: current.version };
  return ok(isSame(changed, current) ? current : { ...changed, version: lastVersion + 1 });
}

function useError(misfit: PolicyMisfit): FieldError {
  return misfit === 'reference_time'
    ? { pointer: '/referenceTime', message: 'A generic resource names the policy: it has an exact start.' }
    : { pointer: '', message: 'What names the policy is sold in another currency than a fixed penalty.' };
}

/** Both have their fields in one order, and amounts are not numbers. */
function isSame(one: CancellationPolicy, other: CancellationPolicy): boolean {
  const textOf = (policy: CancellationPolicy) =>
    JSON.stringify(policy, (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value));
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
