import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import type { ReservationsDeps } from '../../ports/deps.ts';

export type RequestGuestLinkDeps = Pick<ReservationsDeps, 'linkQueue'>;

/** Looks nothing up, so that neither the answer nor its time says whether there is such a booking. */
export async function requestGuestLink(
  { linkQueue }: RequestGuestLinkDeps,
  { tenantId, livemode }: RequestContext,
  { reference, email }: { readonly reference: string; readonly email: string },
): Promise<Result<{ readonly accepted: true }>> {
  linkQueue.add({ tenantId, livemode, reference, email });
  return ok({ accepted: true });
}
