import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import type { GuestMail } from '../../domain/mails/guest-mail.ts';
import type { MailKind } from '../../domain/mails/mail-kind.ts';
import { bookingNotFound, tooManyMails } from '../../domain/mails/mail-refusals.ts';
import { NO_MAIL_SETTINGS } from '../../domain/mails/mail-settings.ts';
import { suppressionOf } from '../../domain/mails/suppression.ts';
import type { NotificationsDeps } from '../../ports/deps.ts';

export type SendGuestMailDeps = Pick<
  NotificationsDeps,
  'guestMails' | 'mailSettings' | 'reservations' | 'clock' | 'newId'
>;

const MOST_PER_HOUR = 5;

/** A row of its own, whatever was sent before. A timer sends it. */
export async function sendGuestMail(
  { guestMails, mailSettings, reservations, clock, newId }: SendGuestMailDeps,
  ctx: RequestContext,
  { reservationId, type: kind }: { readonly reservationId: string; readonly type: MailKind },
): Promise<Result<GuestMail>> {
  const { tenantId, livemode } = ctx;
  const stay = await reservations.readStay(ctx, reservationId);
  if (stay === undefined) return bookingNotFound();
  const settings = (await mailSettings.find(tenantId)) ?? NO_MAIL_SETTINGS;
  const [id, createdAt, requested] = [newId(), clock.now(), true];
  const mail = { kind, fact: id, livemode, requested };
  const suppression = suppressionOf(mail, settings, stay, createdAt) ?? null;
  const row = { ...mail, id, reservationId, version: stay.version, suppression, createdAt };
  const queued = await guestMails.request(tenantId, row, MOST_PER_HOUR);
  return queued === undefined ? tooManyMails() : ok(queued);
}
