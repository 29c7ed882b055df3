import type { RefundUpdate } from '../domain/refund.ts';
import type { OwedRefund } from './due-work.ts';
import type { InboxMark } from './reservations.ts';

export interface RefundObligationRepository {
  /** Across tenants. What is leased is due again after a time that grows with each attempt. */
  leaseOpen(limit: number): Promise<OwedRefund[]>;
  /** Payments has recorded the refund. Changes nothing where another attempt has begun since. */
  settle(owed: OwedRefund): Promise<void>;
}

export interface RefundRepository {
  /** Inserts or updates; an older version, or a repeated event, changes nothing. */
  record(tenantId: string, refund: RefundUpdate, mark: InboxMark): Promise<void>;
}
