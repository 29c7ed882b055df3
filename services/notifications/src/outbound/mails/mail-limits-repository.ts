import { namedStatement } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
import { DEFAULT_MAIL_LIMITS } from '../../domain/mails/mail-limits.ts';
import type { MailLimits } from '../../domain/mails/mail-limits.ts';
import type { MailLimitsRepository } from '../../ports/mails.ts';

const LIMITS = 'per_hour AS "mailsPerAddressHour", per_day AS "mailsPerAddressDay"';

const find = namedStatement<{ tenantId: string }>(
  'mail_limits_find',
  `SELECT ${LIMITS} FROM mail_limits WHERE tenant_id = $tenantId`,
);

interface Change {
  readonly tenantId: string;
  readonly perHour: number | null;
  readonly perDay: number | null;
  /** False: the stored limit stays, or the default of a tenant without any. */
  readonly changesHour: boolean;
  readonly changesDay: boolean;
}

/** One statement, so that two changes at a time lose none. */
const change = namedStatement<Change>(
  'mail_limits_change',
  `
  INSERT INTO mail_limits AS current (tenant_id, per_hour, per_day)
  VALUES ($tenantId, $perHour, $perDay)
  ON CONFLICT (tenant_id) DO UPDATE SET
    per_hour = CASE WHEN $changesHour::boolean THEN excluded.per_hour ELSE current.per_hour END,
    per_day = CASE WHEN $changesDay::boolean THEN excluded.per_day ELSE current.per_day END
  RETURNING ${LIMITS}`,
);

export function createMailLimitsRepository(db: Database): MailLimitsRepository {
  return {
    async find(tenantId) {
      const [limits] = await db.readInTenant<MailLimits>(tenantId, find({ tenantId }));
      return limits ?? DEFAULT_MAIL_LIMITS;
    },
    async change(tenantId, changes) {
      const { mailsPerAddressHour: perHour, mailsPerAddressDay: perDay } = changes;
      const { mailsPerAddressHour, mailsPerAddressDay } = DEFAULT_MAIL_LIMITS;
      const statement = change({
        tenantId,
        perHour: perHour === undefined ? mailsPerAddressHour : perHour,
        perDay: perDay === undefined ? mailsPerAddressDay : perDay,
        changesHour: perHour !== undefined,
        changesDay: perDay !== undefined,
      });
      const [limits] = await db.inTenant(tenantId, (tx) => tx.query<MailLimits>(statement));
      if (limits === undefined) throw new Error('the limits of mails were not stored');
      return limits;
    },
  };
}
