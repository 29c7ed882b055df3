import { ok, refuse } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { bookingNotFound } from '../../domain/stay/refusals.ts';
import { asOf } from '../../domain/stay/reservation.ts';
import { allowedTransitions } from '../../domain/stay/states.ts';
import type { ReservationsDeps } from '../../ports/deps.ts';
import { signGuestLink } from './sign-guest-link.ts';
import type { SignedLink, SignGuestLinkDeps } from './sign-guest-link.ts';

export type CreateGuestLinkDeps = SignGuestLinkDeps &
  Pick<ReservationsDeps, 'reservations' | 'guestSettings'>;

export interface GuestLink extends SignedLink {
  /** Null where the tenant has no page for it. */
  readonly url: string | null;
}

export async function createGuestLink(
  deps: CreateGuestLinkDeps,
  ctx: RequestContext,
  { reservationId }: { readonly reservationId: string },
): Promise<Result<GuestLink>> {
  const snapshot = await deps.reservations.find(ctx.tenantId, reservationId);
  if (snapshot === undefined || snapshot.reservation.state === 'pending') return bookingNotFound();
  const { at } = snapshot;
  const link = await signGuestLink(deps, snapshot.reservation, at);
  if (link === undefined) {
    const { state: from } = asOf(snapshot.reservation, at);
    return refuse('illegal_transition', 'The stay has been over for more than 30 days.', {
      from,
      to: from,
      allowed: allowedTransitions(from),
    });
  }
  const { manageUrl } = await deps.guestSettings.read(ctx);
  return ok({ ...link, url: manageUrl === null ? null : urlWith(manageUrl, link.token) });
}

function urlWith(manageUrl: string, token: string): string {
  const url = new URL(manageUrl);
  url.searchParams.set('token', token);
  return url.href;
}
