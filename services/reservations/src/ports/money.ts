import type { InboxMark, RequestContext } from '@lodging/kit-runtime';
import type { RefundUpdate } from '../domain/money/refund.ts';
import type { MovedMoney } from '../domain/periods/summarize-period.ts';
import type { OwedRefund } from './stay.ts';

/** Received and returned money, as payments has recorded it. */
export interface MoneySummaryClient {
  summarize(
    ctx: RequestContext,
    moved: { readonly from: Temporal.Instant; readonly to: Temporal.Instant },
  ): Promise<readonly MovedMoney[]>;
}

export interface RefundObligationRepository {
  /** Across tenants. A leased row is due again after a time that grows with each attempt. */
  leaseOpen(limit: number): Promise<OwedRefund[]>;
  /** Payments has recorded the refund. Changes nothing where another attempt has begun since. */
  close(owed: OwedRefund): Promise<void>;
}

export interface RefundRepository {
  /** Inserts or updates; an older version, or a repeated event, changes nothing. */
  record(tenantId: string, refund: RefundUpdate, mark: InboxMark): Promise<void>;
}
