import type { Clock } from '@lodging/kernel';
import { writeCodeMail } from '../domain/code-mail.ts';
import type { Mailer } from '../ports.ts';

export interface SendCodeMailDeps {
  readonly mailer: Mailer;
  readonly clock: Clock;
}

export interface SendCodeMail {
  readonly to: string;
  readonly code: string;
  readonly expiresAt: Temporal.Instant;
}

/** Throws when the mail server does not accept the mail. */
export async function sendCodeMail(
  { mailer, clock }: SendCodeMailDeps,
  { to, code, expiresAt }: SendCodeMail,
): Promise<void> {
  const minutes = clock.now().until(expiresAt).total('minutes');
  await mailer.send({ to, ...writeCodeMail(code, Math.max(1, Math.round(minutes))) });
}
