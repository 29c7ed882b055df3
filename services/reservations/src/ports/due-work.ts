import type { RefundCause } from '../domain/refund-obligation.ts';

/** Money that must go back, as one attempt to send it knows it. */
export interface OwedRefund extends DueRelease {
  readonly cause: RefundCause;
  /** Fencing number: another attempt, or another payment, increments it. */
  readonly attempt: number;
}

export interface DueReservation {
  readonly tenantId: string;
  readonly id: string;
  readonly livemode: boolean;
}

export interface DueRelease extends DueReservation {
  readonly resourceId: string;
}

export interface AbandonedCreation extends DueRelease {
  readonly attempt: number;
}

/** Work of the timers, across tenants. Each row is leased to one process for some seconds. */
export interface DueWorkRepository {
  leaseExpiredHolds(limit: number): Promise<DueReservation[]>;
  leaseAbandonedCreations(limit: number): Promise<AbandonedCreation[]>;
  /** No-shows whose units are still claimed. */
  leaseUnreleasedNoShows(limit: number): Promise<DueRelease[]>;
  /** Purges a limited number and returns how many. */
  purgeIdempotencyKeys(): Promise<number>;
  purgeGuestCodes(): Promise<number>;
  purgeCodeSends(): Promise<number>;
}
