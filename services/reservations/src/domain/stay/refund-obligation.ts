import type { Money } from './reservation.ts';

/** `late`: the money came after the hold had ended and its units were taken; `cancelled`: the paid hold was cancelled. */
export type RefundCause = 'late' | 'cancelled';

/** Money that goes back. It is recorded with the change that decides it, and sent until payments has recorded it. */
export interface RefundObligation {
  readonly cause: RefundCause;
  /** Null: everything that came in, and whatever comes in later. */
  readonly amount: Money | null;
}

export const refundOfEverything = (cause: RefundCause): RefundObligation => ({ cause, amount: null });
