import type { Clock } from '@lodging/kernel';
import { writeCodeMail } from '../domain/code-mail.ts';
import type { Mailer } from './ports.ts';

interface Wanted {
  readonly to: string;
  readonly code: string;
  readonly expiresAt: string;
}

export function sendCodeMail({ mailer, clock }: { mailer: Mailer; clock: Clock }) {
  return async ({ to, code, expiresAt }: Wanted): Promise<void> => {
    const left = clock.now().until(Temporal.Instant.from(expiresAt)).total('minutes');
    await mailer.send({ to, ...writeCodeMail(code, Math.max(1, Math.round(left))) });
  };
}
