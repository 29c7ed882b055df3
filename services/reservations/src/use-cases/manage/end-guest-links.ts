import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { bookingNotFound } from '../../domain/stay/refusals.ts';
import type { ReservationsDeps } from '../../ports/deps.ts';

export type EndGuestLinksDeps = Pick<ReservationsDeps, 'guestLinks'>;

export async function endGuestLinks(
  { guestLinks }: EndGuestLinksDeps,
  { tenantId }: RequestContext,
  { reservationId }: { readonly reservationId: string },
): Promise<Result<{ readonly ended: true }>> {
  const isKnown = await guestLinks.raiseGeneration(tenantId, reservationId);
  return isKnown ? ok({ ended: true }) : bookingNotFound();
}
