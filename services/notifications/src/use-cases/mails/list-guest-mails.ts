import { ok } from '@lodging/kernel';
import type { Page, Result, RowPage } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import type { GuestMail } from '../../domain/mails/guest-mail.ts';
import { bookingNotFound } from '../../domain/mails/mail-refusals.ts';
import type { NotificationsDeps } from '../../ports/deps.ts';

export type ListGuestMailsDeps = Pick<NotificationsDeps, 'guestMails' | 'reservations'>;

/** Reservations is called only where there is no mail, which has two reasons. */
export async function listGuestMails(
  { guestMails, reservations }: ListGuestMailsDeps,
  ctx: RequestContext,
  { reservationId, ...page }: Page & { readonly reservationId: string },
): Promise<Result<RowPage<GuestMail>>> {
  const listed = await guestMails.list(ctx.tenantId, reservationId, page);
  if (listed.rows.length > 0 || page.after !== null) return ok(listed);
  const stay = await reservations.readStay(ctx, reservationId);
  return stay === undefined ? bookingNotFound() : ok(listed);
}
