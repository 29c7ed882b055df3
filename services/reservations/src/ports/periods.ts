import type { Period } from '../domain/periods/period.ts';
import type { MovedMoney, PeriodRecords } from '../domain/periods/summarize-period.ts';

export interface PeriodRepository {
  /** All stays that overlap the period; and between two instants what was refunded, paid without us, and kept. */
  read(
    tenantId: string,
    period: Period,
    refundsMade: { readonly from: Temporal.Instant; readonly to: Temporal.Instant },
  ): Promise<Omit<PeriodRecords, 'capacity' | 'moved'> & { readonly moved: readonly MovedMoney[] }>;
}
