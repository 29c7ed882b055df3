import type * as contract from '@lodging/contract-inventory';
import type { RequestOf } from '@lodging/contract-wire';
import { orderedTranslations } from '@lodging/kernel';
import type { CancellationPolicy, Penalty, PolicyStep } from '@lodging/kernel';
import { endPage } from '@lodging/kit-messaging';
import { knownPolicies } from '../domain/rules/cancellation-policy.ts';
import type { KnownPolicies, RequestedPolicy, TenantPolicy } from '../domain/rules/cancellation-policy.ts';
import type { RequestedTaxRule } from '../domain/rules/check-tax-rule.ts';
import { rateE4Of } from '../domain/rules/tax-rule.ts';
import type { AgeBand, TaxRule, TaxScope } from '../domain/rules/tax-rule.ts';
import type { ListPage } from '../ports/resources.ts';

export function policyRequestFromWire({
  code,
  policy,
}: RequestOf<typeof contract.putCancellationPolicy>): RequestedPolicy {
  const { name, referenceTime = null, graceMinutes = 0, graceMinHoursBefore = 0, steps = [] } = policy;
  const terms = { ...policy, code, name, referenceTime, graceMinutes, graceMinHoursBefore, steps };
  return { ...termsFromWire(terms), isDefault: policy.default ?? false };
}

/** One that was stored before there was a default says nothing of it. */
type StoredPolicy = contract.SoldCancellationPolicy & Partial<Pick<contract.CancellationPolicy, 'default'>>;

/** A policy as it was encoded before, from the database. */
export function storedPolicyFromWire(stored: StoredPolicy): TenantPolicy {
  return { ...termsFromWire(stored), isDefault: stored.default ?? false, version: stored.version };
}

/** The policy that a booking was sold with. */
export function policyFromWire(sold: contract.SoldCancellationPolicy): CancellationPolicy {
  return { ...termsFromWire(sold), version: sold.version };
}

export function policiesFromWire(stored: readonly StoredPolicy[]): KnownPolicies {
  return knownPolicies(stored.map(storedPolicyFromWire));
}

function termsFromWire(
  wire: Omit<contract.SoldCancellationPolicy, 'version'>,
): Omit<CancellationPolicy, 'version'> {
  const { code, name, referenceTime, graceMinutes, graceMinHoursBefore, steps } = wire;
  return {
    code,
    name,
    referenceTime,
    graceMinutes,
    graceMinHoursBefore,
    steps: steps.map(({ before: { count, unit }, penalty }) => ({
      before: { count, unit },
      penalty: penaltyFromWire(penalty),
    })),
    afterwards: penaltyFromWire(wire.afterwards),
    noShow: penaltyFromWire(wire.noShow),
    ...orderedTranslations(wire.translations),
  };
}

/** Fields in one order, whatever the order in which they were sent: policies are compared. */
function penaltyFromWire(wire: contract.Penalty): Penalty {
  if (wire.kind === 'none') return { kind: 'none' };
  if (wire.kind === 'percent') return { kind: 'percent', bps: wire.bps, of: wire.of };
  if (wire.kind === 'nights') return { kind: 'nights', count: wire.count };
  return { kind: 'fixed', amountMinorUnits: BigInt(wire.amountMinorUnits), currency: wire.currency };
}

export function policyToWire(policy: TenantPolicy): contract.CancellationPolicy {
  return { ...policyTermsToWire(policy), default: policy.isDefault };
}

export function policyTermsToWire(policy: CancellationPolicy): contract.SoldCancellationPolicy {
  const { code, name, version, referenceTime, graceMinutes, graceMinHoursBefore } = policy;
  return {
    code,
    name,
    version,
    referenceTime,
    graceMinutes,
    graceMinHoursBefore,
    steps: policy.steps.map(stepToWire),
    afterwards: penaltyToWire(policy.afterwards),
    noShow: penaltyToWire(policy.noShow),
    ...orderedTranslations(policy.translations),
  };
}

function stepToWire({ before, penalty }: PolicyStep) {
  return { before: { ...before }, penalty: penaltyToWire(penalty) };
}

function penaltyToWire(penalty: Penalty): contract.Penalty {
  return penalty.kind === 'fixed'
    ? { ...penalty, amountMinorUnits: String(penalty.amountMinorUnits) }
    : { ...penalty };
}

export function policiesToWire(page: ListPage<TenantPolicy, string>) {
  const { items, last } = endPage(page, ({ item }) => policyToWire(item));
  return { cancellationPolicies: items, nextAfter: last?.position ?? null };
}

type Fields = RequestOf<typeof contract.putTaxRule>['rule'];

type ScopeWire = NonNullable<contract.TaxRule['appliesTo']>;

type AgeBandWire = NonNullable<contract.TaxRule['ageBands']>[number];

export function taxRuleFromWire({ code, rule }: RequestOf<typeof contract.putTaxRule>): RequestedTaxRule {
  const { name, kind, basis, amountMinorUnits: amount, ageBands, appliesTo } = rule;
  return {
    code,
    name,
    kind,
    basis,
    inclusive: rule.inclusive ?? false,
    collect: rule.collect ?? 'online',
    refundable: rule.refundable,
    exemptible: rule.exemptible ?? false,
    rateBps: rule.rateBps ?? undefined,
    of: rule.of ?? undefined,
    amountMinorUnits: amount === null || amount === undefined ? undefined : BigInt(amount),
    currency: rule.currency ?? undefined,
    ageBands: ageBands?.map(ageBandFromWire),
    nights: nightsFromWire(rule),
    appliesTo: scopeFromWire(appliesTo ?? null),
    position: rule.position ?? 0,
    enabled: rule.enabled ?? true,
    translations: rule.translations,
  };
}

function nightsFromWire({ skipNights = 0, maxNights = null, from = null, to = null }: Partial<Fields>) {
  return { skip: skipNights, max: maxNights, from, to };
}

function ageBandFromWire({ fromAge, toAge, amountMinorUnits }: AgeBandWire): AgeBand {
  return { fromAge, toAge, amountMinorUnits: BigInt(amountMinorUnits) };
}

function scopeFromWire(scope: ScopeWire | null): TaxScope | null {
  if (scope === null) return null;
  const { kinds, roomTypeIds, resourceIds, ratePlanCodes } = scope;
  return {
    ...(kinds && { kinds: new Set(kinds) }),
    ...(roomTypeIds && { roomTypeIds: new Set(roomTypeIds) }),
    ...(resourceIds && { resourceIds: new Set(resourceIds) }),
    ...(ratePlanCodes && { ratePlanCodes: new Set(ratePlanCodes) }),
  };
}

/** A rule as it was encoded before, from the database. */
export function storedTaxRuleFromWire(stored: contract.TaxRule): TaxRule {
  const { basis, rateBps, of, amountMinorUnits, currency, ageBands } = stored;
  const { code, name, kind, inclusive, collect, refundable, exemptible, position, enabled } = stored;
  return {
    code,
    name,
    kind,
    charge:
      basis === 'percent'
        ? { basis, rateBps: rateBps ?? '0', rateE4: rateE4Of(rateBps ?? '0'), of: of ?? 'accommodation' }
        : {
            basis,
            amountMinorUnits: amountMinorUnits === null ? null : BigInt(amountMinorUnits),
            currency: currency ?? '',
            ageBands: (ageBands ?? []).map(ageBandFromWire),
          },
    inclusive,
    collect,
    refundable,
    exemptible,
    nights: nightsFromWire(stored),
    appliesTo: scopeFromWire(stored.appliesTo),
    position,
    enabled,
    ...orderedTranslations(stored.translations),
  };
}

export function taxRuleToWire(rule: TaxRule): contract.TaxRule {
  const { code, name, kind, charge, inclusive, collect, refundable, exemptible } = rule;
  const { nights, appliesTo, position, enabled } = rule;
  return {
    code,
    name,
    kind,
    ...chargeToWire(charge),
    inclusive,
    collect,
    refundable,
    exemptible,
    skipNights: nights.skip,
    maxNights: nights.max,
    from: nights.from,
    to: nights.to,
    appliesTo: appliesTo && scopeToWire(appliesTo),
    position,
    enabled,
    ...orderedTranslations(rule.translations),
  };
}

function chargeToWire(charge: TaxRule['charge']) {
  const none = { rateBps: null, of: null, amountMinorUnits: null, currency: null, ageBands: null };
  if (charge.basis === 'percent') {
    const { basis, rateBps, of } = charge;
    return { ...none, basis, rateBps, of };
  }
  const { basis, amountMinorUnits: amount, currency, ageBands } = charge;
  return {
    ...none,
    basis,
    amountMinorUnits: amount === null ? null : String(amount),
    currency,
    ageBands: ageBands.length === 0 ? null : ageBands.map(ageBandToWire),
  };
}

function ageBandToWire({ amountMinorUnits, ...ages }: AgeBand): AgeBandWire {
  return { ...ages, amountMinorUnits: String(amountMinorUnits) };
}

function scopeToWire({ kinds, roomTypeIds, resourceIds, ratePlanCodes }: TaxScope): ScopeWire {
  return {
    ...(kinds && { kinds: [...kinds] }),
    ...(roomTypeIds && { roomTypeIds: [...roomTypeIds] }),
    ...(resourceIds && { resourceIds: [...resourceIds] }),
    ...(ratePlanCodes && { ratePlanCodes: [...ratePlanCodes] }),
  };
}

export function taxRulesToWire(page: ListPage<TaxRule, string>) {
  const { items, last } = endPage(page, ({ item }) => taxRuleToWire(item));
  return { taxRules: items, nextAfter: last?.position ?? null };
}
