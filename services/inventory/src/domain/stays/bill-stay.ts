import { ok, refuse } from '@lodging/kernel';
import type { Refusal, Result } from '@lodging/kernel';
import { applyingRules } from '../rules/applying-rules.ts';
import type { ApplyingRule, BilledOffer } from '../rules/applying-rules.ts';
import { exclusiveLine, inclusiveLines } from './bill-lines.ts';
import type { LineContext } from './bill-lines.ts';
import { sumLines } from './bill.ts';
import type { Bill, BillLine } from './bill.ts';
import { MAX_MINOR_UNITS, tooManyDigits } from './price-stay.ts';
import type { StayPrice } from './price-stay.ts';
import { taxRuleKey } from '../rules/tax-rule.ts';
import type { TaxRule } from '../rules/tax-rule.ts';

export interface StayToBill extends BilledOffer, LineContext {
  readonly price: StayPrice;
}

export type BillRefusal = Refusal<'no_pricing_rule' | 'exemption_not_allowed'>;

/** `rules` are those of the tenant, in the order of position and code. */
export function billStay(stay: StayToBill, rules: readonly TaxRule[]): Result<Bill, BillRefusal> {
  const { price, currency, quantity, exemptions } = stay;
  const discountMinorUnits = 0n;
  const accommodationMinorUnits = price.totalMinorUnits - discountMinorUnits;
  const applying = applyingRules(rules, stay, price.nights);
  const refused = exemptions.find(({ code }) => !isExemptible(applying, code));
  if (refused !== undefined) return exemptionNotAllowed(refused.code);
  const lines = linesOf(applying, accommodationMinorUnits, stay);
  const bill: Bill = {
    currency,
    quantity,
    nights: price.nights,
    leadTimeMultiplierBps: price.leadTimeAdjustment.multiplierBps,
    lengthOfStayMultiplierBps: price.lengthOfStayAdjustment.multiplierBps,
    roomMinorUnits: price.totalMinorUnits,
    discountMinorUnits,
    accommodationMinorUnits,
    lines,
    ...sumLines(accommodationMinorUnits, lines),
  };
  return isWithinLimit(bill) ? ok(bill) : tooManyDigits(price.nights);
}

/** In the order of computation: exclusive fees, what the accommodation has in it, exclusive taxes. */
function linesOf(applying: readonly ApplyingRule[], accommodation: bigint, context: LineContext): BillLine[] {
  if (applying.length === 0) return [];
  const exclusive = applying.filter(({ rule }) => !rule.inclusive);
  const ofAccommodation = { accommodation, accommodation_and_fees: accommodation, all: accommodation };
  const fees = exclusive
    .filter(({ rule }) => rule.kind === 'fee')
    .map((fee) => exclusiveLine(fee, ofAccommodation, context));
  const { feesMinorUnits, extrasMinorUnits } = sumLines(accommodation, fees);
  const withFees = accommodation + feesMinorUnits;
  const bases = { accommodation, accommodation_and_fees: withFees, all: withFees + extrasMinorUnits };
  const inclusive = applying.filter(({ rule }) => rule.inclusive);
  const taxes = exclusive
    .filter(({ rule }) => rule.kind === 'tax')
    .map((tax) => exclusiveLine(tax, bases, context));
  return [...fees, ...inclusiveLines(inclusive, accommodation, context), ...taxes];
}

function isExemptible(applying: readonly ApplyingRule[], code: string): boolean {
  const key = taxRuleKey(code);
  return applying.some(({ rule }) => rule.exemptible && taxRuleKey(rule.code) === key);
}

function exemptionNotAllowed(code: string) {
  const detail = `The stay has no line with the code ${JSON.stringify(code)} that allows an exemption.`;
  return refuse('exemption_not_allowed', detail);
}

function isWithinLimit({ lines, totalMinorUnits, dueAtPropertyMinorUnits }: Bill): boolean {
  return (
    totalMinorUnits <= MAX_MINOR_UNITS &&
    dueAtPropertyMinorUnits <= MAX_MINOR_UNITS &&
    lines.every(
      ({ amountMinorUnits, baseMinorUnits, unitAmountMinorUnits }) =>
        amountMinorUnits <= MAX_MINOR_UNITS &&
        (baseMinorUnits ?? 0n) <= MAX_MINOR_UNITS &&
        (unitAmountMinorUnits ?? 0n) <= MAX_MINOR_UNITS,
    )
  );
}
