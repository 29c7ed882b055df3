import type { StayWindow } from '@lodging/kernel';
import type { SellablePlan } from '../resources/resource.ts';

/** If there is too much to evaluate, kinds are dropped from the end of this list. */
export const ALTERNATIVE_KINDS = ['plan', 'shift', 'shorter', 'longer', 'resource'] as const;
export type AlternativeKind = (typeof ALTERNATIVE_KINDS)[number];
/** Only if the requested stay was evaluated on every plan. */
export const KINDS_ON_ANY_PLAN = ALTERNATIVE_KINDS.filter((kind) => kind !== 'plan');

/** A stay near the requested one that a quote accepts. */
export interface Alternative {
  readonly kind: AlternativeKind;
  /** Its distance from the requested stay. */
  readonly points: number;
  readonly resource: { readonly id: string; readonly currency: string };
  /** Undefined for a generic resource. */
  readonly plan: SellablePlan | undefined;
  readonly window: StayWindow;
  readonly nights: number;
  /** By how many days the arrival is moved. */
  readonly shiftDays: number;
  readonly totalMinorUnits: bigint;
  /** Null without an exchange rate. */
  readonly displayMinorUnits: bigint | null;
}

/** In which totals are compared: the display currency, else that of the requested stay. */
export interface ComparedCurrency {
  readonly display: string | undefined;
  readonly requested: string;
}

const MOST_OF_A_KIND = 2;

/**
 * The nearest ones. Two of one kind at the most while another kind has one left; once every kind that has more has two, the
 * next ones in order.
 */
export function chooseAlternatives(
  found: readonly Alternative[],
  most: number,
  currency: ComparedCurrency,
): Alternative[] {
  const compare = (one: Alternative, other: Alternative) => compareAlternatives(one, other, currency);
  const inOrder = found.toSorted(compare);
  const first = inOrder.filter((one, index) => isAmongFirst(inOrder.slice(0, index), one));
  const rest = inOrder.filter((one) => !first.includes(one));
  return [...first, ...rest].slice(0, most).toSorted(compare);
}

function isAmongFirst(before: readonly Alternative[], { kind }: Alternative): boolean {
  return before.filter((other) => other.kind === kind).length < MOST_OF_A_KIND;
}

/** Points, total, arrival, resource and plan. What cannot be compared in one currency comes after what can. */
export function compareAlternatives(
  one: Alternative,
  other: Alternative,
  currency: ComparedCurrency,
): number {
  return (
    one.points - other.points ||
    compareTotals(comparedTotal(one, currency), comparedTotal(other, currency)) ||
    Temporal.Instant.compare(one.window.from, other.window.from) ||
    compareText(one.resource.id, other.resource.id) ||
    compareText(one.plan?.code ?? '', other.plan?.code ?? '')
  );
}

function comparedTotal(
  { resource, totalMinorUnits, displayMinorUnits }: Alternative,
  { display, requested }: ComparedCurrency,
): bigint | null {
  if (display !== undefined) return displayMinorUnits;
  return resource.currency === requested ? totalMinorUnits : null;
}

function compareTotals(one: bigint | null, other: bigint | null): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return one === other ? 0 : one < other ? -1 : 1;
}

function compareText(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1;
}
