import { builtInTemplate } from '../../domain/mails/built-in/built-in-template.ts';
import type { MailSettings } from '../../domain/mails/mail-settings.ts';
import { mailVariables } from '../../domain/mails/mail-variables.ts';
import type { MailToWrite } from '../../domain/mails/mail-variables.ts';
import type { StayFacts } from '../../domain/mails/stay-facts.ts';
import type { NotificationsDeps } from '../../ports/deps.ts';
import type { RenderedMail } from '../../ports/mails.ts';

export type WriteMailDeps = Pick<NotificationsDeps, 'mailTemplates' | 'templateEngine' | 'onMailError'>;

/** A template that fails with this stay does not keep the mail from the guest: the built-in one is used. */
export async function writeMail(
  { mailTemplates, templateEngine, onMailError }: WriteMailDeps,
  tenantId: string,
  mail: MailToWrite,
  { settings, facts, now }: { settings: MailSettings; facts: StayFacts; now: Temporal.Instant },
): Promise<RenderedMail> {
  const { kind, language } = mail;
  const variables = mailVariables(mail, settings, facts, now);
  const custom = await mailTemplates.find(tenantId, { kind, language });
  if (custom !== undefined) {
    try {
      return marked(templateEngine.render(custom, variables), mail);
    } catch (error) {
      onMailError(error, { tenantId });
    }
  }
  return marked(templateEngine.render(builtInTemplate(kind, language), variables), mail);
}

/** The sandbox is named where every mail program shows it. */
function marked(rendered: RenderedMail, { livemode }: MailToWrite): RenderedMail {
  return livemode ? rendered : { ...rendered, subject: `[Test] ${rendered.subject}` };
}
