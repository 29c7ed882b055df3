import { ok } from '@lodging/kernel';
import type { Refusal, Result } from '@lodging/kernel';
import { namePolicy, namingErrors } from '../rules/cancellation-policy.ts';
import type { KnownPolicies } from '../rules/cancellation-policy.ts';
import { isGeneric } from '../time/resource-kind.ts';
import type { ResourceKind } from '../time/resource-kind.ts';
import type { SentSaleTerms } from '../rules/sale-terms.ts';
import { refuseErrors } from '../validation.ts';
import type { ValidationFailed } from '../validation.ts';

/** A lodging resource has a room type, a generic one has none. */
export function checkRoomType(
  kind: ResourceKind,
  roomTypeId: string | undefined,
): ValidationFailed | undefined {
  const pointer = '/roomTypeId';
  if (isGeneric({ kind }))
    return roomTypeId === undefined
      ? undefined
      : refuseErrors([{ pointer, message: 'A generic resource takes no room type.' }]);
  return roomTypeId === undefined
    ? refuseErrors([{ pointer, message: `A resource of kind ${kind} needs a room type.` }])
    : undefined;
}

/** As features are kept: in order, each once. */
export function featureList(words: readonly string[]): string[] {
  return [...new Set(words)].toSorted();
}

/** A lodging resource is sold on the terms of its plans; null says so. Answers the terms with the code as its policy shows it. */
export function checkSaleTerms<Sent extends SentSaleTerms>(
  { kind, currency }: { readonly kind: ResourceKind; readonly currency: string },
  sent: Sent,
  policies: KnownPolicies,
): Result<Sent, Refusal<'validation_failed' | 'unknown_policy_code'>> {
  const { cancellationPolicyCode: code, deposit } = sent;
  if (!isGeneric({ kind })) {
    const message = 'A lodging resource has none of its own: its rate plans have them.';
    const set = Object.entries({ cancellationPolicyCode: code, deposit }).filter(([, value]) => value);
    return refuseErrors(set.map(([field]) => ({ pointer: `/${field}`, message }))) ?? ok(sent);
  }
  if (typeof code !== 'string') return ok(sent);
  const named = namePolicy(code, policies);
  if (!named.ok) return named;
  const errors = namingErrors(named.value, { currency, isGeneric: true }, '/cancellationPolicyCode');
  return refuseErrors(errors) ?? ok({ ...sent, cancellationPolicyCode: named.value.code });
}
