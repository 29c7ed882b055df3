import { systemContext } from '@lodging/kit-runtime';
import { linkQuotas } from '../../domain/manage/link-limits.ts';
import { readReference } from '../../domain/stay/reference.ts';
import type { Reservation } from '../../domain/stay/reservation.ts';
import { roomNameFor } from '../../domain/stay/room-name.ts';
import type { ReservationsDeps } from '../../ports/deps.ts';
import type { RequestedLink } from '../../ports/manage.ts';
import { BACKGROUND_TIMEOUT } from '../../ports/neighbours.ts';
import { signGuestLink } from './sign-guest-link.ts';
import type { SignGuestLinkDeps } from './sign-guest-link.ts';

export type MailGuestLinkDeps = SignGuestLinkDeps &
  Pick<ReservationsDeps, 'reservations' | 'guestSettings' | 'guestHashes' | 'inventory'>;

/** Mails a link to the guest of the booking where reference and address both fit, within the limits. */
export async function mailGuestLink(
  deps: MailGuestLinkDeps,
  { tenantId, livemode, reference, email }: RequestedLink,
): Promise<void> {
  const known = readReference(reference);
  const id = known && (await deps.guestLinks.findByReference(tenantId, known));
  const snapshot = id === undefined ? undefined : await deps.reservations.find(tenantId, id);
  if (snapshot === undefined || !isAddressOf(snapshot.reservation, email)) return;
  const { reservation, at } = snapshot;
  const link = await signGuestLink(deps, reservation, at);
  if (link === undefined) return;
  const booking = deps.guestHashes.linkedBooking(tenantId, reservation.id);
  const recipient = deps.guestHashes.linkRecipient(tenantId, email);
  if (!(await deps.guestLinks.countMail(tenantId, linkQuotas({ booking, recipient })))) return;
  const ctx = systemContext(tenantId, livemode, BACKGROUND_TIMEOUT);
  const { stay, guestEmail, guestLanguage } = reservation;
  await deps.guestSettings.sendLink(ctx, {
    reservationId: reservation.id,
    to: guestEmail ?? email,
    language: guestLanguage,
    token: link.token,
    reference: reservation.reference,
    room: roomNameFor(guestLanguage, await deps.inventory.readRoomName(ctx, stay.resourceId)),
    startsAt: stay.window.from,
    endsAt: stay.window.to,
    timeZone: stay.timeZone,
  });
}

function isAddressOf({ guestEmail }: Reservation, email: string): boolean {
  return guestEmail !== null && guestEmail.toLowerCase() === email.toLowerCase();
}
