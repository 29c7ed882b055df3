import type { PaymentPurpose } from './payment.ts';

export type OfflineMethod = 'card' | 'cash' | 'transfer' | 'other';

/** Money that the operator took, or handed back, without the provider. */
export interface OfflinePayment {
  readonly id: string;
  readonly purpose: PaymentPurpose;
  readonly amountMinorUnits: bigint;
  readonly currency: string;
  readonly method: OfflineMethod;
  readonly note: string | null;
  /** Handed back to the guest. */
  readonly returned: boolean;
  /** Null once it is forgotten. */
  readonly idempotencyKey: string | null;
  readonly createdAt: Temporal.Instant;
}
