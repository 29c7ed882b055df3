import type { RequestContext } from '@lodging/kit-runtime';
import type { MovedMoney } from '../domain/summarize-period.ts';

/** What came in and went back, as payments knows it. */
export interface MoneySummaryClient {
  summarize(
    ctx: RequestContext,
    moved: { readonly from: Temporal.Instant; readonly to: Temporal.Instant },
  ): Promise<readonly MovedMoney[]>;
}
