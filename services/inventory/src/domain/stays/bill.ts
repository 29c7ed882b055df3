import type { Translated } from '@lodging/kernel';
import type { BilledNight } from '../rules/counted-nights.ts';
import type { CollectedAt } from '../rules/tax-rule.ts';

export type LineKind = 'discount' | 'fee' | 'extra' | 'tax';

/** One item of a bill. */
export interface BillLine extends Translated {
  readonly id: string;
  readonly kind: LineKind;
  readonly code: string;
  readonly name: string;
  /** The accommodation has it in it, so that it adds nothing to the total. */
  readonly inclusive: boolean;
  readonly collect: CollectedAt;
  readonly refundable: boolean;
  /** Of a percentage. */
  readonly baseMinorUnits: bigint | null;
  readonly rateBps: string | null;
  /** Of a fixed amount. */
  readonly unitAmountMinorUnits: bigint | null;
  readonly count: number | null;
  readonly amountMinorUnits: bigint;
  /** For the tenant; `assumed_age:<children>` or `exempt:<reason>`. */
  readonly note: string | null;
}

/** The itemised price of a stay. It is computed once; every later amount comes from it. */
export interface Bill {
  readonly currency: string;
  readonly quantity: number;
  /** Of one unit. */
  readonly nights: readonly BilledNight[];
  readonly leadTimeMultiplierBps: number;
  readonly lengthOfStayMultiplierBps: number;
  /** The nights of all units with both adjustments. */
  readonly roomMinorUnits: bigint;
  readonly discountMinorUnits: bigint;
  /** Room less discount; inclusive lines are part of it. */
  readonly accommodationMinorUnits: bigint;
  readonly lines: readonly BillLine[];
  readonly includedTaxMinorUnits: bigint;
  readonly addedTaxMinorUnits: bigint;
  readonly feesMinorUnits: bigint;
  readonly extrasMinorUnits: bigint;
  readonly dueAtPropertyMinorUnits: bigint;
  /** The amount charged. */
  readonly totalMinorUnits: bigint;
}

/** The sums of the lines of a bill. */
export type BillSums = Pick<
  Bill,
  | 'includedTaxMinorUnits'
  | 'addedTaxMinorUnits'
  | 'feesMinorUnits'
  | 'extrasMinorUnits'
  | 'dueAtPropertyMinorUnits'
  | 'totalMinorUnits'
>;

const NO_SUMS: Omit<BillSums, 'totalMinorUnits'> = {
  includedTaxMinorUnits: 0n,
  addedTaxMinorUnits: 0n,
  feesMinorUnits: 0n,
  extrasMinorUnits: 0n,
  dueAtPropertyMinorUnits: 0n,
};

/** An inclusive fee is in no sum: it is part of the accommodation, and no tax. */
export function sumLines(accommodation: bigint, lines: readonly BillLine[]): BillSums {
  if (lines.length === 0) return { ...NO_SUMS, totalMinorUnits: accommodation };
  let [includedTaxMinorUnits, dueAtPropertyMinorUnits] = [0n, 0n];
  const added: Record<LineKind, bigint> = { tax: 0n, fee: 0n, extra: 0n, discount: 0n };
  for (const { kind, inclusive, collect, amountMinorUnits } of lines) {
    if (kind === 'tax' && inclusive) includedTaxMinorUnits += amountMinorUnits;
    if (!inclusive && collect === 'online') added[kind] += amountMinorUnits;
    if (collect === 'property') dueAtPropertyMinorUnits += amountMinorUnits;
  }
  const { tax: addedTaxMinorUnits, fee: feesMinorUnits, extra: extrasMinorUnits } = added;
  return {
    includedTaxMinorUnits,
    addedTaxMinorUnits,
    feesMinorUnits,
    extrasMinorUnits,
    dueAtPropertyMinorUnits,
    totalMinorUnits: accommodation + feesMinorUnits + extrasMinorUnits + addedTaxMinorUnits,
  };
}
