import { refuse } from '@lodging/kernel';
import type { Translated } from '@lodging/kernel';
import type { ResourceKind } from '../time/resource-kind.ts';

export type TaxKind = 'tax' | 'fee';
export type CollectedAt = 'online' | 'property';
/** The base of a percentage. */
export type PercentBase = 'accommodation' | 'accommodation_and_fees' | 'all';
export type PersonBasis = 'per_person_per_stay' | 'per_person_per_night';
export type FixedBasis = 'per_stay' | 'per_night' | PersonBasis;
export type TaxBasis = 'percent' | FixedBasis;

/** Both ages are included; null has no end. */
export interface AgeBand {
  readonly fromAge: number;
  readonly toAge: number | null;
  readonly amountMinorUnits: bigint;
}

export interface PercentCharge {
  readonly basis: 'percent';
  /** As the tenant wrote it, with up to four decimals. */
  readonly rateBps: string;
  /** Ten-thousandths of a basis point, so that a rate is a whole number. */
  readonly rateE4: bigint;
  readonly of: PercentBase;
}

/** Applies to resources of its currency. */
export interface FixedCharge {
  readonly basis: FixedBasis;
  /** Null means nothing for a person without an age band. */
  readonly amountMinorUnits: bigint | null;
  readonly currency: string;
  readonly ageBands: readonly AgeBand[];
}

/** Which nights of a stay count: without the first `skip`, at most `max` of the rest, of these the dates in [from, to). */
export interface NightFilter {
  readonly skip: number;
  readonly max: number | null;
  readonly from: string | null;
  readonly to: string | null;
}

/** A part that is undefined matches everything; all parts must match. */
export interface TaxScope {
  readonly kinds?: ReadonlySet<ResourceKind> | undefined;
  readonly roomTypeIds?: ReadonlySet<string> | undefined;
  readonly resourceIds?: ReadonlySet<string> | undefined;
  readonly ratePlanCodes?: ReadonlySet<string> | undefined;
}

/** A tax or a fee of a tenant. */
export interface TaxRule extends Translated {
  /** As first written; `taxRuleKey` of it identifies the rule. */
  readonly code: string;
  readonly name: string;
  readonly kind: TaxKind;
  readonly charge: PercentCharge | FixedCharge;
  /** The prices of the tenant have it in them. */
  readonly inclusive: boolean;
  readonly collect: CollectedAt;
  readonly refundable: boolean;
  readonly exemptible: boolean;
  readonly nights: NightFilter;
  /** Null applies to every stay. */
  readonly appliesTo: TaxScope | null;
  readonly position: number;
  readonly enabled: boolean;
}

/** The factor between a rate and its `rateE4`. */
const RATE_DECIMALS = 4;
/** A `rateE4` of this is the whole base: 10,000 basis points. */
export const WHOLE_RATE_E4 = 100_000_000n;
export const CODE_PATTERN = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;

export function isTaxRuleCode(text: string): boolean {
  return CODE_PATTERN.test(text);
}

/** Codes are compared without case. */
export function taxRuleKey(code: string): string {
  return code.toLowerCase();
}

/** Of a decimal with at most four places. */
export function rateE4Of(rateBps: string): bigint {
  const [whole = '', decimals = ''] = rateBps.split('.');
  return BigInt(whole + decimals.padEnd(RATE_DECIMALS, '0'));
}

/** The order of computation: position, then code. */
export function byPosition(one: TaxRule, other: TaxRule): number {
  return one.position - other.position || byCode(one, other);
}

export function byCode(one: Pick<TaxRule, 'code'>, other: Pick<TaxRule, 'code'>): number {
  const [key, otherKey] = [taxRuleKey(one.code), taxRuleKey(other.code)];
  return key < otherKey ? -1 : Number(key > otherKey);
}

export function isPerPerson(basis: TaxBasis): basis is PersonBasis {
  return basis === 'per_person_per_stay' || basis === 'per_person_per_night';
}

export const taxRuleNotFound = refuse('tax_rule_not_found', 'There is no tax rule with this code.');
