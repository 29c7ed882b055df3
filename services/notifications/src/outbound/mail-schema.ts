import {
  bigint,
  boolean,
  instant,
  integer,
  jsonb,
  pgTable,
  selectList,
  text,
  uuid,
} from '@lodging/kit-postgres';
import type { GuestMail } from '../domain/mails/guest-mail.ts';
import type { MailKind, MailLanguage } from '../domain/mails/mail-kind.ts';
import type { MailSettings } from '../domain/mails/mail-settings.ts';

export const mailSettings = pgTable('mail_settings', {
  tenantId: uuid('tenant_id').notNull(),
  livemode: boolean('livemode').notNull(),
  enabled: boolean('enabled').notNull(),
  mails: jsonb('mails').$type<MailSettings['mails']>().notNull(),
  fields: jsonb('fields').$type<Omit<MailSettings, 'enabled' | 'mails'>>().notNull(),
  reminderDays: integer('reminder_days').notNull(),
  remindersUntil: instant('reminders_until').notNull(),
  remindersLeasedUntil: instant('reminders_leased_until'),
  updatedAt: instant('updated_at').notNull(),
});

export const mailTemplates = pgTable('mail_templates', {
  tenantId: uuid('tenant_id').notNull(),
  type: text('type').$type<MailKind>().notNull(),
  language: text('language').$type<MailLanguage>().notNull(),
  livemode: boolean('livemode').notNull(),
  subject: text('subject').notNull(),
  text: text('text').notNull(),
  html: text('html'),
  updatedAt: instant('updated_at').notNull(),
});

export const guestMails = pgTable('guest_mails', {
  tenantId: uuid('tenant_id').notNull(),
  id: uuid('id').notNull(),
  livemode: boolean('livemode').notNull(),
  reservationId: uuid('reservation_id').notNull(),
  kind: text('kind').$type<MailKind>().notNull(),
  fact: text('fact').notNull(),
  version: bigint('version', { mode: 'bigint' }).notNull(),
  requested: boolean('requested').notNull(),
  state: text('state').$type<GuestMail['state']>().notNull(),
  reason: text('reason'),
  attempts: integer('attempts').notNull(),
  unconfirmed: integer('unconfirmed').notNull(),
  nextAttemptAt: instant('next_attempt_at'),
  lease: bigint('lease', { mode: 'bigint' }).notNull(),
  createdAt: instant('created_at').notNull(),
  endedAt: instant('ended_at'),
});

/** Of the last day, by keyed hash of the address. */
export const mailSends = pgTable('mail_sends', {
  tenantId: uuid('tenant_id').notNull(),
  mailId: uuid('mail_id').notNull(),
  addressHash: text('address_hash').notNull(),
  sentAt: instant('sent_at').notNull(),
});

export const mailLimits = pgTable('mail_limits', {
  tenantId: uuid('tenant_id').notNull(),
  perHour: integer('per_hour'),
  perDay: integer('per_day'),
});

const LISTED = ['id', 'kind', 'version', 'state', 'reason', 'attempts', 'createdAt', 'endedAt'] as const;
export type GuestMailRow = Pick<typeof guestMails.$inferSelect, (typeof LISTED)[number]>;
export const guestMailColumns = selectList(guestMails, { only: LISTED });

export function guestMailFrom({ version, endedAt, ...mail }: GuestMailRow): GuestMail {
  return { ...mail, version: Number(version), sentAt: mail.state === 'sent' ? endedAt : null };
}
