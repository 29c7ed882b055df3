import type { CodeMail } from '../domain/mails/code-mail.ts';

// The mail server

/** `unconfirmed`: the mail server did not say in time whether it took the mail; it may arrive. */
export type MailOutcome = 'accepted' | 'unconfirmed';

export interface Mailer {
  /** Throws when the mail server has not got the mail. */
  send(mail: CodeMail & { readonly to: string }): Promise<MailOutcome>;
}
