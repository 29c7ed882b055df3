import { MAIL_KINDS } from './mail-kind.ts';
import type { MailKind, MailLanguage } from './mail-kind.ts';
import { plainLine } from './plain-line.ts';

export interface GuestMay {
  readonly cancel: boolean;
  readonly changeDates: boolean;
  readonly pay: boolean;
}

export interface MailSettings {
  readonly enabled: boolean;
  readonly fromName: string | null;
  readonly replyTo: string | null;
  readonly languages: readonly MailLanguage[];
  /** Null where nothing was ever set. */
  readonly propertyName: string | null;
  readonly address: string | null;
  readonly phone: string | null;
  readonly website: string | null;
  readonly logoUrl: string | null;
  readonly accentColor: string | null;
  readonly manageUrl: string | null;
  /** 0: no reminder. */
  readonly reminderDaysBefore: number;
  readonly testMailbox: string | null;
  readonly mails: Readonly<Record<MailKind, boolean>>;
  readonly guestMay: GuestMay;
}

export const NO_MAIL_SETTINGS: MailSettings = {
  enabled: false,
  fromName: null,
  replyTo: null,
  languages: ['en'],
  propertyName: null,
  address: null,
  phone: null,
  website: null,
  logoUrl: null,
  accentColor: null,
  manageUrl: null,
  reminderDaysBefore: 0,
  testMailbox: null,
  mails: Object.fromEntries(MAIL_KINDS.map((kind) => [kind, true])) as Record<MailKind, boolean>,
  guestMay: { cancel: false, changeDates: false, pay: false },
};

/** The name of the sender. */
export function fromNameOf({ fromName, propertyName }: MailSettings): string {
  return plainLine(fromName ?? propertyName ?? '');
}

/** The days before the arrival of a reminder; 0 where none is sent. */
export function reminderDaysOf({ enabled, mails, reminderDaysBefore }: MailSettings): number {
  return enabled && mails.stay_reminder ? reminderDaysBefore : 0;
}
