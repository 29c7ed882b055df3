import type { CancellationStep } from '@lodging/kernel';

/** The amount that a cancelled stay, or a no-show, keeps. It is decided once, with the state. */
export interface Settlement {
  readonly id: string;
  readonly kind: 'cancellation' | 'no_show';
  readonly at: Temporal.Instant;
  /** Null where no policy decided. */
  readonly policyCode: string | null;
  readonly step: CancellationStep | 'override';
  /** The whole penalty, also where less has come in. */
  readonly keepMinorUnits: bigint;
  /** Paid to the operator directly; it is not refunded here. */
  readonly offlineMinorUnits: bigint;
}
