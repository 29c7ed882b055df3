import type * as contract from '@lodging/contract-inventory';
import type { RequestOf } from '@lodging/contract-wire';
import type { RequestedTaxRule } from '../../domain/check-tax-rule.ts';
import { rateE4Of } from '../../domain/tax-rule.ts';
import type { AgeBand, TaxRule, TaxScope } from '../../domain/tax-rule.ts';

type Fields = RequestOf<typeof contract.putTaxRule>['rule'];
type ScopeWire = NonNullable<contract.TaxRule['appliesTo']>;
type AgeBandWire = NonNullable<contract.TaxRule['ageBands']>[number];

export function decodeTaxRule({ code, rule }: RequestOf<typeof contract.putTaxRule>): RequestedTaxRule {
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
    ageBands: ageBands?.map(decodeAgeBand),
    nights: decodeNights(rule),
    appliesTo: decodeScope(appliesTo ?? null),
    position: rule.position ?? 0,
    enabled: rule.enabled ?? true,
  };
}

function decodeNights({ skipNights = 0, maxNights = null, from = null, to = null }: Partial<Fields>) {
  return { skip: skipNights, max: maxNights, from, to };
}

function decodeAgeBand({ fromAge, toAge, amountMinorUnits }: AgeBandWire): AgeBand {
  return { fromAge, toAge, amountMinorUnits: BigInt(amountMinorUnits) };
}

function decodeScope(scope: ScopeWire | null): TaxScope | null {
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
export function decodeStoredTaxRule(stored: contract.TaxRule): TaxRule {
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
            ageBands: (ageBands ?? []).map(decodeAgeBand),
          },
    inclusive,
    collect,
    refundable,
    exemptible,
    nights: decodeNights(stored),
    appliesTo: decodeScope(stored.appliesTo),
    position,
    enabled,
  };
}

export function encodeTaxRule(rule: TaxRule): contract.TaxRule {
  const { code, name, kind, charge, inclusive, collect, refundable, exemptible } = rule;
  const { nights, appliesTo, position, enabled } = rule;
  return {
    code,
    name,
    kind,
    ...encodeCharge(charge),
    inclusive,
    collect,
    refundable,
    exemptible,
    skipNights: nights.skip,
    maxNights: nights.max,
    from: nights.from,
    to: nights.to,
    appliesTo: appliesTo && encodeScope(appliesTo),
    position,
    enabled,
  };
}

function encodeCharge(charge: TaxRule['charge']) {
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
    ageBands: ageBands.length === 0 ? null : ageBands.map(encodeAgeBand),
  };
}

function encodeAgeBand({ amountMinorUnits, ...ages }: AgeBand): AgeBandWire {
  return { ...ages, amountMinorUnits: String(amountMinorUnits) };
}

function encodeScope({ kinds, roomTypeIds, resourceIds, ratePlanCodes }: TaxScope): ScopeWire {
  return {
    ...(kinds && { kinds: [...kinds] }),
    ...(roomTypeIds && { roomTypeIds: [...roomTypeIds] }),
    ...(resourceIds && { resourceIds: [...resourceIds] }),
    ...(ratePlanCodes && { ratePlanCodes: [...ratePlanCodes] }),
  };
}

export function encodeTaxRules(page: {
  readonly items: readonly TaxRule[];
  readonly nextAfter: string | null;
}) {
  return { taxRules: page.items.map(encodeTaxRule), nextAfter: page.nextAfter };
}
