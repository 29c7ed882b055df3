import { ok, refuse } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import { writeCodeMail } from '../../domain/mails/code-mail.ts';
import type { NotificationsDeps } from '../../ports/deps.ts';

export type SendCodeMailDeps = Pick<NotificationsDeps, 'mailer' | 'clock'>;

export interface SendCodeMail {
  readonly to: string;
  readonly code: string;
  readonly expiresAt: Temporal.Instant;
}

/** Throws when the mail was not sent. */
export async function sendCodeMail(
  { mailer, clock }: SendCodeMailDeps,
  { to, code, expiresAt }: SendCodeMail,
): Promise<Result<{ readonly accepted: true }>> {
  const minutes = clock.now().until(expiresAt).total('minutes');
  const outcome = await mailer.send({ to, ...writeCodeMail(code, Math.max(1, Math.round(minutes))) });
  if (outcome === 'accepted') return ok({ accepted: true });
  return refuse('mail_unconfirmed', 'The mail server did not confirm the mail in time.');
}
