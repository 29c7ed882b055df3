// record-refund: payments tells of money that went back, or did not after all. Told twice or too late, it changes nothing.
import type { Seen } from './ports.ts';
import type { RefundNews, RefundStore } from './report-ports.ts';

export interface RecordRefundDeps {
  readonly refunds: RefundStore;
}

export function recordRefund(
  deps: RecordRefundDeps,
  tenantId: string,
  news: RefundNews,
  seen: Seen,
): Promise<void> {
  return deps.refunds.record(tenantId, news, seen);
}
