import type { Page, ListPosition, RowPage } from '@lodging/kernel';
import type { MailTemplate } from '../domain/mails/built-in/built-in-template.ts';
import type { CodeMail } from '../domain/mails/code-mail.ts';
import type { GuestMail } from '../domain/mails/guest-mail.ts';
import type { MailKind, MailLanguage } from '../domain/mails/mail-kind.ts';
import type { MailLimitChanges, MailLimits } from '../domain/mails/mail-limits.ts';
import type { MailSettings } from '../domain/mails/mail-settings.ts';
import type { MailVariables } from '../domain/mails/mail-variables.ts';
import type { StayFacts } from '../domain/mails/stay-facts.ts';
import type { Suppression } from '../domain/mails/suppression.ts';

// The mail server

/** `unconfirmed`: the mail server did not say in time whether it took the mail; it may arrive. */
export type MailOutcome = 'accepted' | 'unconfirmed';

export interface Mailer {
  /** Throws when the mail server has not got the mail. */
  send(mail: CodeMail & { readonly to: string }): Promise<MailOutcome>;
}

export interface GuestMailToSend {
  readonly messageId: string;
  readonly fromName: string;
  readonly replyTo: string | null;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** A calendar of one event. */
  readonly calendar: string | null;
}

/** `refused`: the address; `unreachable`: the server has not got the mail for another reason. */
export type GuestMailOutcome = MailOutcome | 'refused' | 'unreachable';

export interface GuestMailer {
  send(mail: GuestMailToSend): Promise<GuestMailOutcome>;
}

// Templates

export interface RenderedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface TemplateFault {
  readonly part: 'subject' | 'text' | 'html';
  /** Null where it is the part as a whole. */
  readonly line: number | null;
  readonly reason: string;
}

export interface TemplateEngine {
  /** What is wrong with a template, by its text and by what it writes of the samples. */
  check(template: MailTemplate, samples: readonly MailVariables[]): TemplateFault | undefined;
  /** Throws where the template exceeds a bound or names what the variables lack. */
  render(template: MailTemplate, variables: MailVariables): RenderedMail;
}

export interface CustomTemplate extends MailTemplate {
  readonly updatedAt: Temporal.Instant;
}

export interface TemplateKey {
  readonly kind: MailKind;
  readonly language: MailLanguage;
}

export interface MailTemplateRepository {
  find(tenantId: string, key: TemplateKey): Promise<CustomTemplate | undefined>;
  put(
    tenantId: string,
    key: TemplateKey,
    template: CustomTemplate & { readonly livemode: boolean },
  ): Promise<void>;
  delete(tenantId: string, key: TemplateKey): Promise<void>;
}

// Settings

export interface MailSettingsRepository {
  /** Undefined: none were ever set. */
  find(tenantId: string): Promise<MailSettings | undefined>;
  put(tenantId: string, livemode: boolean, settings: MailSettings, now: Temporal.Instant): Promise<void>;
  /** Tenants whose reminders were not looked for recently, each for this process alone until the lease ends. */
  leaseReminding(now: Temporal.Instant, limit: number): Promise<RemindingTenant[]>;
  /** Reminders up to `until` are queued. */
  recordReminded(tenantId: string, from: Temporal.Instant, until: Temporal.Instant): Promise<void>;
}

export interface MailLimitsRepository {
  /** The defaults where none were set. */
  find(tenantId: string): Promise<MailLimits>;
  change(tenantId: string, changes: MailLimitChanges): Promise<MailLimits>;
}

/** At most half a minute old. Undefined: none were ever set. */
export type FindRecentMailSettings = (tenantId: string) => Promise<MailSettings | undefined>;

export interface RemindingTenant {
  readonly tenantId: string;
  readonly livemode: boolean;
  readonly daysBefore: number;
  readonly remindedUntil: Temporal.Instant;
}

// The mails

/** A mail that is leased to this process, with the settings and the template of the moment. */
export interface LeasedMail extends GuestMail {
  readonly tenantId: string;
  readonly livemode: boolean;
  readonly reservationId: string;
  readonly fact: string;
  readonly requested: boolean;
  readonly unconfirmed: number;
  /** The fencing number. */
  readonly lease: bigint;
  readonly settings: MailSettings;
}

export interface NewMail {
  readonly id: string;
  readonly livemode: boolean;
  readonly reservationId: string;
  readonly kind: MailKind;
  readonly fact: string;
  readonly version: number;
  readonly requested: boolean;
  readonly suppression: Suppression | null;
  readonly createdAt: Temporal.Instant;
}

/** What became of an attempt. */
export type MailResult =
  | { readonly state: 'sent' }
  | { readonly state: 'suppressed' | 'failed'; readonly reason: string }
  | {
      readonly state: 'queued';
      readonly reason: string;
      readonly nextAttemptAt: Temporal.Instant;
      readonly unconfirmed: boolean;
    };

export interface SentMail {
  readonly reservationId: string;
  readonly kind: GuestMail['kind'];
  readonly sentAt: Temporal.Instant;
}

export interface GuestMailRepository {
  /** Oldest first. */
  listSent(tenantId: string, reservationIds: readonly string[]): Promise<SentMail[]>;
  /** Newest first. */
  list(tenantId: string, reservationId: string, page: Page<ListPosition>): Promise<RowPage<GuestMail>>;
  /** Undefined: the booking has had too many requested mails in this hour. */
  request(tenantId: string, mail: NewMail, mostPerHour: number): Promise<GuestMail | undefined>;
  /** Mails that exist already are left out. */
  add(tenantId: string, mails: readonly NewMail[]): Promise<void>;
  /** Due mails of all tenants, a few of each. */
  lease(now: Temporal.Instant): Promise<LeasedMail[]>;
  /** Counts the attempt, and the mail for its address; false where the address has had too many. */
  admit(
    mail: Pick<LeasedMail, 'tenantId' | 'id' | 'lease'>,
    address: string,
    now: Temporal.Instant,
  ): Promise<boolean>;
  /** Ignored where the lease was lost. */
  record(mail: LeasedMail, result: MailResult, now: Temporal.Instant): Promise<void>;
  purge(now: Temporal.Instant): Promise<void>;
}

/** A calendar with the stay as its only event. */
export type WriteStayCalendar = (
  tenantId: string,
  stay: StayFacts,
  about: { readonly summary: string; readonly location: string | null; readonly now: Temporal.Instant },
) => string;

export type MailIdOf = (reported: {
  readonly tenantId: string;
  readonly reservationId: string;
  readonly kind: MailKind;
  readonly fact: string;
  readonly version: number;
}) => string;
