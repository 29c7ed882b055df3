import { namedStatement, selectList } from '@lodging/kit-postgres';
import type { Database, DueWork } from '@lodging/kit-postgres';
import { NO_MAIL_SETTINGS } from '../../domain/mails/mail-settings.ts';
import type { LeasedMail } from '../../ports/mails.ts';
import { guestMailFrom, guestMails } from '../mail-schema.ts';
import { mailSettingsFrom } from './mail-settings-repository.ts';
import type { StoredMailSettings } from './mail-settings-repository.ts';

/** Of one tenant, so that its mails do not delay those of others. */
const PER_TENANT = 3;
const IN_ALL = 8;
/** Longer than these take if the mail server is slow. */
const LEASE = `interval '60 seconds'`;
export const QUEUED_MAILS: DueWork = {
  table: 'guest_mails',
  due: `waiting.state = 'queued' AND waiting.next_attempt_at <= now()`,
  orderBy: 'waiting.next_attempt_at',
};
const LEASED = [
  'tenantId',
  'id',
  'livemode',
  'reservationId',
  'kind',
  'fact',
  'version',
  'requested',
  'state',
  'reason',
  'attempts',
  'unconfirmed',
  'lease',
  'createdAt',
  'endedAt',
] as const;

/**
 * Tenants with queued mails, by one look into the index each; of each the mails that are due for the longest time. They are
 * looked up from the first tenant and from any other one, so that none is always behind others.
 */
const lease = namedStatement<{ from: string; now: Temporal.Instant }>(
  'guest_mails_lease',
  `
  WITH RECURSIVE tenants AS (
    (SELECT tenant_id FROM (
       (SELECT tenant_id FROM guest_mails WHERE state = 'queued' AND tenant_id >= $from::uuid ORDER BY tenant_id LIMIT 1)
       UNION
       (SELECT tenant_id FROM guest_mails WHERE state = 'queued' ORDER BY tenant_id LIMIT 1)) AS starts)
    UNION
    SELECT (SELECT further.tenant_id FROM guest_mails AS further
            WHERE further.state = 'queued' AND further.tenant_id > tenants.tenant_id
            ORDER BY further.tenant_id LIMIT 1)
    FROM tenants WHERE tenants.tenant_id IS NOT NULL
  ), due AS (
    SELECT mail.tenant_id, mail.id FROM tenants CROSS JOIN LATERAL (
      SELECT waiting.tenant_id, waiting.id FROM guest_mails AS waiting
      WHERE waiting.tenant_id = tenants.tenant_id AND waiting.state = 'queued'
        AND waiting.next_attempt_at <= $now::timestamptz
      ORDER BY waiting.next_attempt_at LIMIT ${PER_TENANT} FOR UPDATE SKIP LOCKED) AS mail
    LIMIT ${IN_ALL}
  ), leased AS (
    UPDATE guest_mails AS leased SET lease = leased.lease + 1, next_attempt_at = $now::timestamptz + ${LEASE}
    FROM due WHERE leased.tenant_id = due.tenant_id AND leased.id = due.id
    RETURNING leased.*
  )
  SELECT ${selectList(guestMails, { only: LEASED, alias: 'leased' })}, settings.enabled, settings.mails, settings.fields
  FROM leased LEFT JOIN mail_settings AS settings ON settings.tenant_id = leased.tenant_id`,
);

type Row = Pick<typeof guestMails.$inferSelect, (typeof LEASED)[number]> &
  (StoredMailSettings | Readonly<Record<keyof StoredMailSettings, null>>);

export async function leaseMails(
  db: Database,
  { now, from }: { readonly now: Temporal.Instant; readonly from: string },
): Promise<LeasedMail[]> {
  const [rows = []] = await db.writeAcrossTenants<Row>([lease({ from, now })]);
  return rows.map(leasedFrom);
}

function leasedFrom({ enabled, mails, fields, ...row }: Row): LeasedMail {
  const settings = enabled === null ? NO_MAIL_SETTINGS : mailSettingsFrom({ enabled, mails, fields });
  return { ...row, ...guestMailFrom(row), settings };
}
