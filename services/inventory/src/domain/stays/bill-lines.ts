import { divideHalfUp } from '@lodging/kernel';
import type { ApplyingRule } from '../rules/applying-rules.ts';
import type { BillLine } from './bill.ts';
import { fixedAmount } from '../rules/fixed-amount.ts';
import type { Guests } from '../rules/guests.ts';
import { takeOutRates } from '../rates/take-out-rates.ts';
import { taxRuleKey, WHOLE_RATE_E4 } from '../rules/tax-rule.ts';
import type { FixedCharge, PercentBase, PercentCharge, TaxRule } from '../rules/tax-rule.ts';

/** A code that the guests are exempt from, with the reason. */
export interface TaxExemption {
  readonly code: string;
  readonly reason: string;
}

export interface LineContext {
  readonly quantity: number;
  readonly guests: Guests;
  readonly exemptions: readonly TaxExemption[];
}

/** A line that is added to the accommodation; a percentage is one of its share of the base. */
export function exclusiveLine(
  { rule, nights }: ApplyingRule,
  bases: Readonly<Record<PercentBase, bigint>>,
  context: LineContext,
): BillLine {
  const { charge } = rule;
  const line =
    charge.basis === 'percent'
      ? percentLine(rule, charge, nights.shareOf(bases[charge.of]))
      : fixedLine(rule, charge, { ...context, nights: nights.count });
  const exemption = context.exemptions.find(({ code }) => taxRuleKey(code) === taxRuleKey(rule.code));
  return exemption === undefined
    ? line
    : { ...line, amountMinorUnits: 0n, note: `exempt:${exemption.reason}` };
}

/**
 * Inclusive taxes and fees of the accommodation: fixed amounts first, each at most the remainder, then all percentages
 * of the rest together.
 */
export function inclusiveLines(
  applying: readonly ApplyingRule[],
  accommodation: bigint,
  context: LineContext,
): BillLine[] {
  let gross = accommodation;
  const fixed = applying.flatMap(({ rule, nights }) => {
    if (rule.charge.basis === 'percent') return [];
    const line = fixedLine(rule, rule.charge, { ...context, nights: nights.count });
    const amountMinorUnits = line.amountMinorUnits < gross ? line.amountMinorUnits : gross;
    gross -= amountMinorUnits;
    return [{ ...line, amountMinorUnits }];
  });
  const rated = applying.flatMap(({ rule }) =>
    rule.charge.basis === 'percent' ? [{ rule, charge: rule.charge }] : [],
  );
  const parts = takeOutRates(
    gross,
    rated.map(({ rule: { code }, charge: { rateE4 } }) => ({ code, rateE4 })),
  );
  const percents = rated.map(({ rule, charge }, index) => ({
    ...percentLine(rule, charge, gross),
    amountMinorUnits: parts[index] ?? 0n,
  }));
  return [...fixed, ...percents];
}

function percentLine(rule: TaxRule, { rateBps, rateE4 }: PercentCharge, baseMinorUnits: bigint): BillLine {
  return {
    ...labelOf(rule),
    baseMinorUnits,
    rateBps,
    unitAmountMinorUnits: null,
    count: null,
    amountMinorUnits: divideHalfUp(baseMinorUnits * rateE4, WHOLE_RATE_E4),
    note: null,
  };
}

function fixedLine(
  rule: TaxRule,
  charge: FixedCharge,
  context: Pick<LineContext, 'quantity' | 'guests'> & { readonly nights: number },
): BillLine {
  const { assumedAges } = context.guests;
  const assumes = charge.ageBands.length > 0 && assumedAges > 0;
  return {
    ...labelOf(rule),
    baseMinorUnits: null,
    rateBps: null,
    ...fixedAmount(charge, context),
    note: assumes ? `assumed_age:${assumedAges}` : null,
  };
}

function labelOf({ code, kind, name, inclusive, collect, refundable, translations }: TaxRule) {
  const label = { id: code, kind, code, name, inclusive, collect, refundable };
  return translations === undefined ? label : { ...label, translations };
}
