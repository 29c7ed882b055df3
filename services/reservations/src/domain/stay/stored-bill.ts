import type { Translated } from '@lodging/kernel';

/**
 * The itemised price of a stay, as inventory computed and wrote it. It is signed, stored and shown unchanged, and never
 * it recomputed.
 */
export interface StoredBill {
  readonly currency: string;
  readonly quantity: number;
  readonly nights: readonly StoredNight[];
  /** One for each child, as the stay was priced; absent where they were not given. */
  readonly childAges?: readonly number[] | undefined;
  readonly leadTimeMultiplierBps: number;
  readonly lengthOfStayMultiplierBps: number;
  readonly roomMinorUnits: string;
  readonly discountMinorUnits: string;
  readonly accommodationMinorUnits: string;
  readonly lines: readonly StoredLine[];
  readonly includedTaxMinorUnits: string;
  readonly addedTaxMinorUnits: string;
  readonly feesMinorUnits: string;
  readonly extrasMinorUnits: string;
  readonly dueAtPropertyMinorUnits: string;
  readonly totalMinorUnits: string;
}

/** The price of one unit for a night. */
export interface StoredNight {
  readonly date: string;
  readonly amountMinorUnits: string;
  /** The part of the amount that extra guests add; absent where they add nothing. */
  readonly extraGuestsMinorUnits?: string | undefined;
}

export interface StoredLine extends Translated {
  readonly id: string;
  readonly kind: 'discount' | 'fee' | 'extra' | 'tax';
  readonly code: string;
  readonly name: string;
  readonly inclusive: boolean;
  readonly collect: 'online' | 'property';
  readonly refundable: boolean;
  readonly baseMinorUnits: string | null;
  readonly rateBps: string | null;
  readonly unitAmountMinorUnits: string | null;
  readonly count: number | null;
  readonly amountMinorUnits: string;
  readonly note?: string | null | undefined;
}

/** A tax or fee that the guests need not pay. */
export interface Exemption {
  readonly code: string;
  readonly reason: string;
}

const EXEMPT = 'exempt:';

/** They are kept in the lines of the bill alone. */
export function exemptionsOf(bill: Pick<StoredBill, 'lines'> | undefined): Exemption[] {
  return (bill?.lines ?? []).flatMap(({ code, note }) =>
    note?.startsWith(EXEMPT) ? [{ code, reason: note.slice(EXEMPT.length) }] : [],
  );
}
