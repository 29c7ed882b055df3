import { addDays } from '@lodging/format';
import type { AmountWords } from './policy-words.ts';
import type { TaxRule } from './tax-draft.ts';

/** The words of a language. */
export interface TaxWords {
  readonly percentBases: Readonly<Record<NonNullable<TaxRule['of']>, string>>;
  readonly sentences: {
    readonly percent: (percent: string, of: string) => string;
    readonly per_stay: (amount: string) => string;
    readonly per_night: (amount: string) => string;
    readonly per_person_per_stay: (amount: string) => string;
    readonly per_person_per_night: (amount: string) => string;
    readonly ages: (from: number, to: number | null, amount: string) => string;
    readonly inclusive: string;
    readonly added: string;
    readonly property: string;
    readonly skip: (nights: number) => string;
    readonly most: (nights: number) => string;
    readonly from: (date: string) => string;
    readonly until: (date: string) => string;
  };
}

type Sayable = Pick<
  TaxRule,
  | 'basis'
  | 'rateBps'
  | 'of'
  | 'amountMinorUnits'
  | 'currency'
  | 'ageBands'
  | 'inclusive'
  | 'collect'
  | 'skipNights'
  | 'maxNights'
  | 'from'
  | 'to'
>;

export interface TaxAmountWords extends AmountWords {
  readonly date: (date: string) => string;
}

/** A rule in one line, its parts between commas. */
export function taxSentence(
  rule: Sayable,
  { sentences, percentBases }: TaxWords,
  amounts: TaxAmountWords,
): string {
  const { basis, rateBps, of, currency, ageBands, inclusive, collect, skipNights, maxNights, from, to } =
    rule;
  const price = (minorUnits: string): string => amounts.price(minorUnits, currency ?? '');
  const what =
    basis === 'percent'
      ? sentences.percent(amounts.percent(Number(rateBps ?? '0')), percentBases[of ?? 'accommodation'])
      : rule.amountMinorUnits !== null && sentences[basis](price(rule.amountMinorUnits));
  const parts = [
    what,
    ...(ageBands ?? []).map(({ fromAge, toAge, amountMinorUnits }) =>
      sentences.ages(fromAge, toAge, price(amountMinorUnits)),
    ),
    skipNights > 0 && sentences.skip(skipNights),
    maxNights !== null && sentences.most(maxNights),
    from !== null && sentences.from(amounts.date(from)),
    to !== null && sentences.until(amounts.date(addDays(to, -1))),
    inclusive ? sentences.inclusive : collect === 'property' ? sentences.property : sentences.added,
  ];
  return parts.filter((part) => part !== false).join(', ');
}

/** In the order in which they are computed. */
export function inOrder<Rule extends Pick<TaxRule, 'position' | 'code'>>(rules: readonly Rule[]): Rule[] {
  return rules.toSorted((one, other) => one.position - other.position || (one.code < other.code ? -1 : 1));
}
