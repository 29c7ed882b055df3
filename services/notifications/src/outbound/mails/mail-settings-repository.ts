import { namedStatement, selectList } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
import { NO_MAIL_SETTINGS, reminderDaysOf } from '../../domain/mails/mail-settings.ts';
import type { MailSettings } from '../../domain/mails/mail-settings.ts';
import type { MailSettingsRepository, RemindingTenant } from '../../ports/mails.ts';
import { mailSettings } from '../mail-schema.ts';

const STORED = ['enabled', 'mails', 'fields'] as const;
export type StoredMailSettings = Pick<typeof mailSettings.$inferSelect, (typeof STORED)[number]>;

const find = namedStatement<{ tenantId: string }>(
  'mail_settings_find',
  `SELECT ${selectList(mailSettings, { only: STORED })} FROM mail_settings WHERE tenant_id = $tenantId`,
);

interface Put {
  readonly tenantId: string;
  readonly livemode: boolean;
  readonly enabled: boolean;
  readonly mails: string;
  readonly fields: string;
  readonly reminderDays: number;
  readonly now: Temporal.Instant;
}
/** With other days, reminders begin again: what would have been due before now sends nothing. */
const put = namedStatement<Put>(
  'mail_settings_put',
  `
  INSERT INTO mail_settings AS current
    (tenant_id, livemode, enabled, mails, fields, reminder_days, reminders_until, updated_at)
  VALUES ($tenantId, $livemode, $enabled, $mails, $fields, $reminderDays, $now, $now)
  ON CONFLICT (tenant_id) DO UPDATE SET
    enabled = excluded.enabled, mails = excluded.mails, fields = excluded.fields, updated_at = excluded.updated_at,
    reminder_days = excluded.reminder_days,
    reminders_until = CASE WHEN current.reminder_days = excluded.reminder_days THEN current.reminders_until
      ELSE excluded.reminders_until END`,
);

/** How often a tenant's reminders are looked for, and how long one process has for it. */
const EVERY = `interval '60 seconds'`;
/** Reminders that could not be sent for longer are not sent any more. */
const LATEST = `interval '24 hours'`;
const lease = namedStatement<{ now: Temporal.Instant; limit: number }>(
  'mail_settings_lease_reminding',
  `
  UPDATE mail_settings AS leased SET reminders_leased_until = $now::timestamptz + ${EVERY}
  FROM (SELECT tenant_id FROM mail_settings
        WHERE reminder_days > 0 AND reminders_until <= $now::timestamptz - ${EVERY}
          AND (reminders_leased_until IS NULL OR reminders_leased_until <= $now::timestamptz)
        ORDER BY reminders_until LIMIT $limit FOR UPDATE SKIP LOCKED) AS due
  WHERE leased.tenant_id = due.tenant_id
  RETURNING leased.tenant_id AS "tenantId", leased.livemode, leased.reminder_days AS "daysBefore",
    greatest(leased.reminders_until, $now::timestamptz - ${LATEST}) AS "remindedUntil"`,
);
const recordReminded = namedStatement<{
  tenantId: string;
  from: Temporal.Instant;
  until: Temporal.Instant;
}>(
  'mail_settings_reminded',
  `UPDATE mail_settings SET reminders_until = $until, reminders_leased_until = NULL
   WHERE tenant_id = $tenantId AND reminders_until <= $from`,
);

export function createMailSettingsRepository(db: Database): MailSettingsRepository {
  return {
    async find(tenantId) {
      const [row] = await db.readInTenant<StoredMailSettings>(tenantId, find({ tenantId }));
      return row && mailSettingsFrom(row);
    },
    async put(tenantId, livemode, settings, now) {
      const { enabled, mails, ...fields } = settings;
      const stored = { enabled, mails: JSON.stringify(mails), fields: JSON.stringify(fields) };
      const reminderDays = reminderDaysOf(settings);
      await db.writeInTenant(tenantId, put({ tenantId, livemode, ...stored, reminderDays, now }));
    },
    async leaseReminding(now, limit) {
      const [rows = []] = await db.writeAcrossTenants<RemindingTenant>([lease({ now, limit })]);
      return rows;
    },
    async recordReminded(tenantId, from, until) {
      await db.writeInTenant(tenantId, recordReminded({ tenantId, from, until }));
    },
  };
}

/** A field that was added later has its default. */
export function mailSettingsFrom({ enabled, mails, fields }: StoredMailSettings): MailSettings {
  return { ...NO_MAIL_SETTINGS, ...fields, enabled, mails: { ...NO_MAIL_SETTINGS.mails, ...mails } };
}
