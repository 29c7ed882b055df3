import type { openDueSession } from '@lodging/contract-payments';
import type { ResponseOf } from '@lodging/contract-wire';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import type { StayChange } from '../../domain/changes/stay-change.ts';
import type { Reservation } from '../../domain/stay/reservation.ts';
import { stayTitle } from '../../domain/stay/stay-title.ts';
import type { ReservationsDeps } from '../../ports/deps.ts';
import { paymentOf } from './open-change-payment.ts';

export interface ChangePage {
  readonly successUrl: string;
  readonly cancelUrl: string;
  /** The guest opens it. */
  readonly byGuest?: true;
}

/** The page at which a change that awaits its payment is paid takes the place of its intent. */
export async function openChangeSession(
  deps: Pick<ReservationsDeps, 'payments' | 'resourceNames'>,
  ctx: RequestContext,
  reservation: Reservation,
  change: StayChange,
  page: ChangePage,
): Promise<Result<ResponseOf<typeof openDueSession>>> {
  const { stay } = change.proposal;
  const name = await deps.resourceNames.find(ctx, stay.resourceId);
  const productName = stayTitle({ ...reservation, stay }, name);
  return deps.payments.openChangeSession(ctx, { ...paymentOf(change), ...page, productName });
}
