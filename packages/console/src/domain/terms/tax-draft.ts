import type { components } from '@lodging/client';
import { addDays } from '@lodging/format';
import { readAmount, writeAmount } from '../amount-input.ts';
import type { Separators } from '../amount-input.ts';
import { readPercent, writePercent } from '../percent-input.ts';

export type TaxRule = components['schemas']['TaxRule'];
export type TaxRuleUpdate = components['schemas']['TaxRuleUpdate'];

interface BandDraft {
  readonly fromAge: string;
  readonly toAge: string;
  readonly amount: string;
}

/** What a person types, as texts. */
export interface TaxDraft {
  readonly code: string;
  readonly name: string;
  readonly kind: TaxRule['kind'];
  readonly basis: TaxRule['basis'];
  readonly percent: string;
  readonly of: NonNullable<TaxRule['of']>;
  readonly amount: string;
  readonly currency: string;
  readonly bands: readonly BandDraft[];
  readonly inclusive: boolean;
  readonly collect: TaxRule['collect'];
  readonly refundable: boolean;
  readonly exemptible: boolean;
  readonly skipNights: string;
  readonly maxNights: string;
  readonly from: string;
  /** The last date. */
  readonly until: string;
  readonly position: string;
  readonly enabled: boolean;
  /** Null: to every stay. */
  readonly appliesTo: TaxRule['appliesTo'];
  /** Kept as they are. */
  readonly translations?: TaxRule['translations'];
}

export type ReadTax =
  | { readonly ok: true; readonly rule: TaxRuleUpdate }
  | { readonly ok: false; readonly faults: readonly string[] };

export function emptyTax(currency: string): TaxDraft {
  return {
    code: '',
    name: '',
    kind: 'tax',
    basis: 'percent',
    percent: '',
    of: 'accommodation',
    amount: '',
    currency,
    bands: [],
    inclusive: true,
    collect: 'online',
    refundable: true,
    exemptible: false,
    skipNights: '0',
    maxNights: '',
    from: '',
    until: '',
    position: '0',
    enabled: true,
    appliesTo: null,
  };
}

/** By persons and ages. */
export const isPerPerson = ({ basis }: Pick<TaxDraft, 'basis'>): boolean => basis.startsWith('per_person');
/** An inclusive percentage is one of the whole stay. */
export const countsNights = ({ basis, inclusive }: Pick<TaxDraft, 'basis' | 'inclusive'>): boolean =>
  !(inclusive && basis === 'percent');
/** All others are a percentage of the accommodation. */
export const hasBase = ({
  basis,
  kind,
  inclusive,
}: Pick<TaxDraft, 'basis' | 'kind' | 'inclusive'>): boolean =>
  basis === 'percent' && kind === 'tax' && !inclusive;

export function draftOfTax(rule: TaxRule, currency: string, separators: Separators): TaxDraft {
  const money = rule.currency ?? currency;
  const amount = (minorUnits: string): string => writeAmount(minorUnits, money, separators);
  const { code, name, kind, basis, inclusive, collect, refundable, exemptible, enabled, appliesTo } = rule;
  return {
    code,
    name,
    kind,
    basis,
    inclusive,
    collect,
    refundable,
    exemptible,
    enabled,
    appliesTo,
    percent: rule.rateBps === null ? '' : writePercent(rule.rateBps, separators),
    of: rule.of ?? 'accommodation',
    amount: rule.amountMinorUnits === null ? '' : amount(rule.amountMinorUnits),
    currency: money,
    bands: (rule.ageBands ?? []).map(({ fromAge, toAge, amountMinorUnits }) => ({
      fromAge: String(fromAge),
      toAge: toAge === null ? '' : String(toAge),
      amount: amount(amountMinorUnits),
    })),
    skipNights: String(rule.skipNights),
    maxNights: rule.maxNights === null ? '' : String(rule.maxNights),
    from: rule.from ?? '',
    until: rule.to === null ? '' : addDays(rule.to, -1),
    position: String(rule.position),
    ...(rule.translations && { translations: rule.translations }),
  };
}

export function readTax(draft: TaxDraft, separators: Separators): ReadTax {
  const faults: string[] = [];
  const whole = (text: string, pointer: string): number => {
    if (!/^-?\d{1,7}$/.test(text.trim())) faults.push(pointer);
    return Number(text);
  };
  const optional = (text: string, pointer: string): number | null =>
    text.trim() === '' ? null : whole(text, pointer);
  if (draft.code.trim() === '') faults.push('/code');
  if (draft.name.trim() === '') faults.push('/name');
  const { kind, basis, inclusive, refundable, enabled, appliesTo } = draft;
  const nights = countsNights(draft)
    ? {
        skipNights: whole(draft.skipNights, '/skipNights'),
        maxNights: optional(draft.maxNights, '/maxNights'),
        from: draft.from === '' ? null : draft.from,
        to: draft.until === '' ? null : addDays(draft.until, 1),
      }
    : { skipNights: 0, maxNights: null, from: null, to: null };
  const rule: TaxRuleUpdate = {
    name: draft.name.trim(),
    kind,
    basis,
    inclusive,
    refundable,
    enabled,
    appliesTo: scopeOf(appliesTo, faults),
    // What prices have in it is paid with them, by every guest.
    collect: inclusive ? 'online' : draft.collect,
    exemptible: !inclusive && draft.exemptible,
    ...amountsOf(draft, separators, faults),
    ...nights,
    position: whole(draft.position, '/position'),
    ...(draft.translations && { translations: draft.translations }),
  };
  return faults.length === 0 ? { ok: true, rule } : { ok: false, faults };
}

/** The parts that limit the rule; a limit without any would take it off sale unnoticed. */
function scopeOf(scope: TaxRule['appliesTo'], faults: string[]): TaxRule['appliesTo'] {
  if (scope === null) return null;
  const parts = Object.entries(scope).filter(([, values]) => values.length > 0);
  if (parts.length === 0) faults.push('/appliesTo');
  return Object.fromEntries(parts);
}

type Amounts = Pick<TaxRuleUpdate, 'rateBps' | 'of' | 'amountMinorUnits' | 'currency' | 'ageBands'>;

/** Only what the basis has. */
function amountsOf(draft: TaxDraft, separators: Separators, faults: string[]): Amounts {
  if (draft.basis === 'percent') {
    const rateBps = readPercent(draft.percent, separators);
    if (rateBps === null) faults.push('/rateBps');
    const of = hasBase(draft) ? draft.of : 'accommodation';
    return { rateBps, of, amountMinorUnits: null, currency: null, ageBands: null };
  }
  const amount = (text: string, pointer: string): string => {
    const read = readAmount(text, draft.currency, separators);
    if (read.ok) return String(read.minorUnits);
    if (read.fault !== 'not-positive') faults.push(pointer);
    return '0';
  };
  const age = (text: string, pointer: string): number => {
    if (!/^\d{1,3}$/.test(text.trim())) faults.push(pointer);
    return Number(text);
  };
  const bands = draft.bands.map(({ fromAge, toAge, amount: text }, index) => ({
    fromAge: age(fromAge, `/ageBands/${index}/fromAge`),
    toAge: toAge.trim() === '' ? null : age(toAge, `/ageBands/${index}/toAge`),
    amountMinorUnits: amount(text, `/ageBands/${index}/amountMinorUnits`),
  }));
  return {
    rateBps: null,
    of: null,
    amountMinorUnits:
      isPerPerson(draft) && draft.amount.trim() === '' ? null : amount(draft.amount, '/amountMinorUnits'),
    currency: draft.currency,
    ageBands: isPerPerson(draft) && bands.length > 0 ? bands : null,
  };
}
