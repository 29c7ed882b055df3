import type { CodeMail } from '../domain/code-mail.ts';
import type { PublicEvent } from '../domain/public-event.ts';

/** One consumer's name for one event, so that its effect is committed once. */
export interface Seen {
  readonly consumer: string;
  readonly eventId: string;
}

export interface Mailer {
  /** Resolves when the mail server has taken the mail; throws when it has not. */
  send(mail: CodeMail & { readonly to: string }): Promise<void>;
}

export interface EventLog {
  /** Gives the event the next number of its reservation's series and keeps it, once. */
  append(tenantId: string, event: PublicEvent, seen: Seen): Promise<void>;
}
