import { ok, orderedTranslations } from '@lodging/kernel';
import type { Refusal, Result } from '@lodging/kernel';
import { CODE_PATTERN, isPerPerson, isTaxRuleCode, rateE4Of, WHOLE_RATE_E4 } from './tax-rule.ts';
import type {
  AgeBand,
  FixedCharge,
  NightFilter,
  PercentBase,
  PercentCharge,
  TaxBasis,
  TaxRule,
} from './tax-rule.ts';
import { refuseErrors } from '../validation.ts';
import type { FieldError } from '../validation.ts';

/** A rule as it was requested; what is undefined was not sent, or sent as null. */
export interface RequestedTaxRule
  extends
    Pick<TaxRule, 'code' | 'name' | 'kind' | 'inclusive' | 'collect' | 'exemptible' | 'appliesTo'>,
    Pick<TaxRule, 'position' | 'enabled' | 'translations'> {
  readonly basis: TaxBasis;
  readonly refundable: boolean | undefined;
  readonly rateBps: string | undefined;
  readonly of: PercentBase | undefined;
  readonly amountMinorUnits: bigint | undefined;
  readonly currency: string | undefined;
  readonly ageBands: readonly AgeBand[] | undefined;
  readonly nights: NightFilter;
}

/** The rule with its defaults, or every field that does not fit the others. */
export function checkTaxRule(requested: RequestedTaxRule): Result<TaxRule, Refusal<'validation_failed'>> {
  const invalid = refuseErrors([
    ...(isTaxRuleCode(requested.code) ? [] : [error('/code', `The code must match ${CODE_PATTERN}.`)]),
    ...basisErrors(requested),
    ...inclusiveErrors(requested),
    ...baseErrors(requested),
    ...nightErrors(requested.nights),
    ...bandErrors(requested.ageBands ?? []),
  ]);
  if (invalid !== undefined) return invalid;
  const { code, name, kind, inclusive, collect, exemptible, nights, appliesTo, position, enabled } =
    requested;
  return ok({
    code,
    name,
    kind,
    charge: chargeOf(requested),
    inclusive,
    collect,
    refundable: requested.refundable ?? kind === 'tax',
    exemptible,
    nights,
    appliesTo,
    position,
    enabled,
    ...orderedTranslations(requested.translations),
  });
}

function chargeOf(rule: RequestedTaxRule): PercentCharge | FixedCharge {
  const { basis, rateBps = '0', of = 'accommodation', amountMinorUnits = null, currency = '' } = rule;
  return basis === 'percent'
    ? { basis, rateBps, rateE4: rateE4Of(rateBps), of }
    : { basis, amountMinorUnits, currency, ageBands: rule.ageBands ?? [] };
}

type BasisField = 'rateBps' | 'of' | 'amountMinorUnits' | 'currency' | 'ageBands';

/** The fields that a basis needs, and those that it may have besides. */
function fieldsOf(basis: TaxBasis): { readonly needs: BasisField[]; readonly takes: BasisField[] } {
  if (basis === 'percent') return { needs: ['rateBps'], takes: ['of'] };
  return isPerPerson(basis)
    ? { needs: ['currency'], takes: ['amountMinorUnits', 'ageBands'] }
    : { needs: ['amountMinorUnits', 'currency'], takes: [] };
}

const BASIS_FIELDS: readonly BasisField[] = ['rateBps', 'of', 'amountMinorUnits', 'currency', 'ageBands'];

function basisErrors(rule: RequestedTaxRule): FieldError[] {
  const { needs, takes } = fieldsOf(rule.basis);
  const errors = BASIS_FIELDS.flatMap((field) => {
    const isSent = rule[field] !== undefined;
    if (!isSent && needs.includes(field)) return [error(`/${field}`, `A rule ${rule.basis} needs ${field}.`)];
    const isTaken = needs.includes(field) || takes.includes(field);
    return isSent && !isTaken ? [error(`/${field}`, `A rule ${rule.basis} takes no ${field}.`)] : [];
  });
  const isTooHigh = rule.rateBps !== undefined && rateE4Of(rule.rateBps) > WHOLE_RATE_E4;
  return isTooHigh ? [...errors, error('/rateBps', 'A rate is at most 10000 basis points.')] : errors;
}

/** A price that has the rule in it is the same for every guest and is paid online. */
function inclusiveErrors({ inclusive, basis, exemptible, collect, nights }: RequestedTaxRule): FieldError[] {
  if (!inclusive) return [];
  const { skip, max, from, to } = nights;
  const partial = { skipNights: skip > 0, maxNights: max !== null, from: from !== null, to: to !== null };
  return [
    ...(exemptible ? [error('/exemptible', 'What the price has in it exempts no guest.')] : []),
    ...(collect === 'property' ? [error('/collect', 'What the price has in it is collected with it.')] : []),
    ...Object.entries(partial).flatMap(([field, isSet]) =>
      isSet && basis === 'percent'
        ? [error(`/${field}`, 'An inclusive percentage is one of the whole stay.')]
        : [],
    ),
  ];
}

function baseErrors({ basis, kind, inclusive, collect, of }: RequestedTaxRule): FieldError[] {
  if (basis !== 'percent' || of === undefined || of === 'accommodation') return [];
  if (inclusive) return [error('/of', 'What the price has in it is taken out of the accommodation.')];
  if (kind === 'fee') return [error('/of', 'A fee is a percentage of the accommodation.')];
  return of === 'all' && collect === 'property'
    ? [error('/of', 'A percentage at the property is not one of all that is paid online.')]
    : [];
}

function nightErrors({ from, to }: NightFilter): FieldError[] {
  return from !== null && to !== null && from >= to ? [error('/to', '`from` must be before `to`.')] : [];
}

/** Both ages of a band are included. */
function bandErrors(bands: readonly AgeBand[]): FieldError[] {
  return bands.flatMap((band, index) => {
    if (band.fromAge > lastAgeOf(band))
      return [error(`/ageBands/${index}/toAge`, 'A band must not end before it begins.')];
    const overlaps = bands
      .slice(0, index)
      .some((other) => other.fromAge <= lastAgeOf(band) && band.fromAge <= lastAgeOf(other));
    return overlaps ? [error(`/ageBands/${index}`, 'Two age bands overlap.')] : [];
  });
}

function lastAgeOf({ toAge }: AgeBand): number {
  return toAge ?? Number.POSITIVE_INFINITY;
}

function error(pointer: string, message: string): FieldError {
  return { pointer, message };
}
