import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import type { Period } from '../domain/periods/period.ts';
import type { ThenAndNow } from '../domain/periods/pickup.ts';
import type { DailyCapacity, StayOfSeries } from '../domain/periods/summarize-days.ts';
import type { Capacity, MovedMoney, PeriodRecords } from '../domain/periods/summarize-period.ts';

export interface PeriodRepository {
  /** All stays that overlap the period; and between two instants what was refunded, paid without us, and kept. */
  read(
    tenantId: string,
    period: Period,
    refundsMade: { readonly from: Temporal.Instant; readonly to: Temporal.Instant },
  ): Promise<Omit<PeriodRecords, 'capacity' | 'moved'> & { readonly moved: readonly MovedMoney[] }>;
  /** All stays that overlap the period, or end or begin at its ends. */
  readStays(tenantId: string, period: Period): Promise<readonly StayOfSeries[]>;
}

export interface PickupRepository {
  /** Bookings that overlap the period now, or did at the moment; others beside them count for nothing. */
  read(tenantId: string, period: Period, since: Temporal.Instant): Promise<readonly ThenAndNow[]>;
}

/** Units for sale, by inventory. */
export interface CapacityClient {
  readCapacity(ctx: RequestContext, period: Period): Promise<readonly Capacity[]>;
  readDailyCapacity(
    ctx: RequestContext,
    period: Period,
    byRoomType: boolean,
  ): Promise<Result<readonly DailyCapacity[]>>;
}
