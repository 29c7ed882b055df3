import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { mayNotChange } from '../../domain/manage/guest-may.ts';
import type { ReservationsDeps } from '../../ports/deps.ts';
import { quoteChangeOf } from '../changes/quote-change.ts';
import type { AnsweredQuote } from '../changes/quote-change.ts';
import { findManagedBooking } from './find-managed-booking.ts';
import type { FindManagedBookingDeps } from './find-managed-booking.ts';

export type QuoteManagedChangeDeps = FindManagedBookingDeps &
  Pick<ReservationsDeps, 'guestSettings' | 'inventory' | 'payments' | 'changeTokens'>;

export interface QuoteManagedChange {
  readonly guestToken: string;
  readonly from: Temporal.Instant | undefined;
  readonly to: Temporal.Instant | undefined;
}

/** What other dates would cost the guest of a booking. */
export async function quoteManagedChange(
  deps: QuoteManagedChangeDeps,
  ctx: RequestContext,
  { guestToken, from, to }: QuoteManagedChange,
): Promise<Result<AnsweredQuote>> {
  const found = await findManagedBooking(deps, ctx, guestToken);
  if (!found.ok) return found;
  const { guestMay } = await deps.guestSettings.read(ctx);
  if (!guestMay.changeDates) return mayNotChange();
  return quoteChangeOf(deps, ctx, found.value, { from, to, repricesAll: false, waivesPenalty: false });
}
