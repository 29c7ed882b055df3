import { ok, refuse } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import { writeCodeMail } from '../../domain/mails/code-mail.ts';
import type { CodeStay } from '../../domain/mails/code-mail.ts';
import { mailLanguageOf } from '../../domain/mails/mail-language.ts';
import type { NotificationsDeps } from '../../ports/deps.ts';

export type SendCodeMailDeps = Pick<NotificationsDeps, 'mailer' | 'clock'>;

export interface SendCodeMail {
  readonly to: string;
  readonly code: string;
  readonly expiresAt: Temporal.Instant;
  /** Best first. */
  readonly languages: readonly string[];
  readonly property: string | null;
  readonly stay: CodeStay | null;
}

/** Throws when the mail was not sent. */
export async function sendCodeMail(
  { mailer, clock }: SendCodeMailDeps,
  { to, code, expiresAt, languages, property, stay }: SendCodeMail,
): Promise<Result<{ readonly accepted: true }>> {
  const minutes = clock.now().until(expiresAt).total('minutes');
  const mail = writeCodeMail({
    code,
    minutes: Math.max(1, Math.round(minutes)),
    language: mailLanguageOf(languages),
    property,
    stay,
  });
  const outcome = await mailer.send({ to, ...mail });
  if (outcome === 'accepted') return ok({ accepted: true });
  return refuse('mail_unconfirmed', 'The mail server did not confirm the mail in time.');
}
