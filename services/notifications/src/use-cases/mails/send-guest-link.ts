import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { writeLinkMail } from '../../domain/mails/link-mail.ts';
import type { LinkedStay } from '../../domain/mails/link-mail.ts';
import { linkOf } from '../../domain/mails/manage-link.ts';
import { fromNameOf } from '../../domain/mails/mail-settings.ts';
import type { NotificationsDeps } from '../../ports/deps.ts';

export type SendGuestLinkDeps = Pick<
  NotificationsDeps,
  'mailSettings' | 'guestMails' | 'guestMailer' | 'mailDomain' | 'newId' | 'clock'
>;

export interface SendGuestLink {
  readonly to: string;
  readonly language: string | null;
  readonly token: string;
  readonly stay: LinkedStay;
}

/** Sent once: a guest who gets none requests another. It is not listed among the mails of the booking. */
export async function sendGuestLink(
  { mailSettings, guestMails, guestMailer, mailDomain, newId, clock }: SendGuestLinkDeps,
  { tenantId, livemode }: RequestContext,
  { to, language: guestLanguage, token, stay }: SendGuestLink,
): Promise<Result<{ readonly sent: boolean }>> {
  const settings = await mailSettings.find(tenantId);
  if (settings === undefined || !settings.enabled) return ok({ sent: false });
  const url = linkOf(settings, token);
  const mailbox = livemode ? to : settings.testMailbox;
  if (url === undefined || mailbox === null) return ok({ sent: false });
  const id = newId();
  if (!(await guestMails.admit({ tenantId, id, lease: 0n }, to, clock.now()))) return ok({ sent: false });
  const outcome = await guestMailer.send({
    ...writeLinkMail(settings, stay, { url, guestLanguage, livemode }),
    messageId: `<${id}@${mailDomain}>`,
    fromName: fromNameOf(settings),
    replyTo: settings.replyTo,
    to: mailbox,
    calendar: null,
  });
  return ok({ sent: outcome === 'accepted' });
}
