import type * as contract from '@lodging/contract-inventory';
import type { RequestOf } from '@lodging/contract-wire';
import type { CancellationPolicy, Penalty, PolicyStep } from '@lodging/kernel';
import { policyKey } from '../../domain/cancellation-policy.ts';
import type { KnownPolicies, RequestedPolicy } from '../../domain/cancellation-policy.ts';

export function decodePolicyRequest({
  code,
  policy,
}: RequestOf<typeof contract.putCancellationPolicy>): RequestedPolicy {
  const { name, referenceTime = null, graceMinutes = 0, graceMinHoursBefore = 0, steps = [] } = policy;
  return decodeTerms({ ...policy, code, name, referenceTime, graceMinutes, graceMinHoursBefore, steps });
}

/** A policy as it was encoded before, from the database. */
export function decodeStoredPolicy(stored: contract.CancellationPolicy): CancellationPolicy {
  return { ...decodeTerms(stored), version: stored.version };
}

export function decodePolicies(stored: readonly contract.CancellationPolicy[]): KnownPolicies {
  return new Map(stored.map((policy) => [policyKey(policy.code), decodeStoredPolicy(policy)]));
}

function decodeTerms(wire: Omit<contract.CancellationPolicy, 'version'>): RequestedPolicy {
  const { code, name, referenceTime, graceMinutes, graceMinHoursBefore, steps } = wire;
  return {
    code,
    name,
    referenceTime,
    graceMinutes,
    graceMinHoursBefore,
    steps: steps.map(({ before: { count, unit }, penalty }) => ({
      before: { count, unit },
      penalty: decodePenalty(penalty),
    })),
    afterwards: decodePenalty(wire.afterwards),
    noShow: decodePenalty(wire.noShow),
  };
}

/** Fields in one order, whatever the order in which they were sent: policies are compared. */
function decodePenalty(wire: contract.Penalty): Penalty {
  if (wire.kind === 'none') return { kind: 'none' };
  if (wire.kind === 'percent') return { kind: 'percent', bps: wire.bps, of: wire.of };
  if (wire.kind === 'nights') return { kind: 'nights', count: wire.count };
  return { kind: 'fixed', amountMinorUnits: BigInt(wire.amountMinorUnits), currency: wire.currency };
}

export function encodePolicy(policy: CancellationPolicy): contract.CancellationPolicy {
  const { code, name, version, referenceTime, graceMinutes, graceMinHoursBefore } = policy;
  return {
    code,
    name,
    version,
    referenceTime,
    graceMinutes,
    graceMinHoursBefore,
    steps: policy.steps.map(encodeStep),
    afterwards: encodePenalty(policy.afterwards),
    noShow: encodePenalty(policy.noShow),
  };
}

function encodeStep({ before, penalty }: PolicyStep) {
  return { before: { ...before }, penalty: encodePenalty(penalty) };
}

function encodePenalty(penalty: Penalty): contract.Penalty {
  return penalty.kind === 'fixed'
    ? { ...penalty, amountMinorUnits: String(penalty.amountMinorUnits) }
    : { ...penalty };
}

export function encodePolicies(page: {
  readonly items: readonly CancellationPolicy[];
  readonly nextAfter: string | null;
}) {
  return { cancellationPolicies: page.items.map(encodePolicy), nextAfter: page.nextAfter };
}
