import type { Money } from '../stay/reservation.ts';

/** The state of a refund after one change in payments. */
export interface RefundUpdate {
  readonly id: string;
  readonly reservationId: string;
  readonly amount: Money;
  readonly state: 'pending' | 'succeeded' | 'failed';
  /** Incremented by payments with every change. */
  readonly version: number;
  readonly at: Temporal.Instant;
}
