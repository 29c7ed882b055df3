import { namedStatement } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
import type { DueReminder, ReminderRepository } from '../../ports/mails.ts';

interface Values {
  readonly tenantId: string;
  readonly after: Temporal.Instant;
  readonly until: Temporal.Instant;
  readonly daysBefore: number;
  readonly startsAt: string;
  readonly id: string;
  readonly limit: number;
}

/** The local date of arrival, and the moment of the reminder before it. */
const ARRIVAL = '(starts_at AT TIME ZONE time_zone)::date';
const REMINDED_AT = `((${ARRIVAL} - $daysBefore::int + time '10:00') AT TIME ZONE time_zone)`;

/** Of the stays around the day alone, by the index of their start: a local date is less than two days off. */
const listDue = namedStatement<Values>(
  'list_due_reminders',
  `SELECT id AS "reservationId", version, (${ARRIVAL})::text AS "arrivalDate", starts_at::text AS "startsAt"
     FROM reservations
    WHERE tenant_id = $tenantId AND state = 'confirmed'
      AND starts_at > $after::timestamptz + ($daysBefore::int - 2) * interval '1 day'
      AND starts_at < $until::timestamptz + ($daysBefore::int + 2) * interval '1 day'
      AND (starts_at, id) > ($startsAt::timestamptz, $id::uuid)
      AND ${REMINDED_AT} > $after::timestamptz AND ${REMINDED_AT} <= $until::timestamptz
      AND confirmed_at <= ${REMINDED_AT}
    ORDER BY starts_at, id LIMIT $limit`,
);

const FIRST = { startsAt: '-infinity', id: '00000000-0000-0000-0000-000000000000' };

export function createReminderRepository(db: Database): ReminderRepository {
  return {
    async listDue(tenantId, { position, ...page }) {
      const statement = listDue({ tenantId, ...page, ...(position ?? FIRST) });
      const rows = await db.readInTenant<DueReminder & { readonly startsAt: string }>(tenantId, statement);
      const last = rows.length < page.limit ? undefined : rows.at(-1);
      return {
        reminders: rows.map(({ reservationId, version, arrivalDate }) => ({
          reservationId,
          version,
          arrivalDate,
        })),
        next: last === undefined ? null : { startsAt: last.startsAt, id: last.reservationId },
      };
    },
  };
}
