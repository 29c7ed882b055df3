import { ok, refuse } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import { writeCodeMail } from '../../domain/mails/code-mail.ts';
import type { CodeStay } from '../../domain/mails/code-mail.ts';
import { mailLanguageOf } from '../../domain/mails/mail-language.ts';
import type { RequestContext } from '@lodging/kit-runtime';
import type { NotificationsDeps } from '../../ports/deps.ts';

export type SendCodeMailDeps = Pick<NotificationsDeps, 'mailer' | 'findRecentMailSettings' | 'clock'>;

export interface SendCodeMail {
  readonly to: string;
  readonly code: string;
  readonly expiresAt: Temporal.Instant;
  /** Best first. */
  readonly languages: readonly string[];
  readonly property: string | null;
  readonly stay: CodeStay | null;
}

/** The name and the first language of the mail settings hold without `enabled`, too. Throws when the mail was not sent. */
export async function sendCodeMail(
  { mailer, findRecentMailSettings, clock }: SendCodeMailDeps,
  { tenantId }: Pick<RequestContext, 'tenantId'>,
  { to, code, expiresAt, languages, property, stay }: SendCodeMail,
): Promise<Result<{ readonly accepted: true }>> {
  const settings = await findRecentMailSettings(tenantId);
  const minutes = clock.now().until(expiresAt).total('minutes');
  const mail = writeCodeMail({
    code,
    minutes: Math.max(1, Math.round(minutes)),
    language: mailLanguageOf([...languages, ...(settings?.languages ?? [])]),
    property: settings?.propertyName ?? property,
    stay,
  });
  const outcome = await mailer.send({ to, ...mail });
  if (outcome === 'accepted') return ok({ accepted: true });
  return refuse('mail_unconfirmed', 'The mail server did not confirm the mail in time.');
}
