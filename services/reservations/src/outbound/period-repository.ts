import { namedStatement } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
import { earliestStartOf, latestStartOf } from '../domain/day-start.ts';
import type { StayInPeriod } from '../domain/summarize-period.ts';
import type { PeriodRepository } from '../ports.ts';

type StayRow = Omit<StayInPeriod, 'total'> & { readonly totalMinorUnits: bigint; readonly currency: string };

/** Stays as numbers, not instants: a year of them is read at once. Version 1 is the first state change, so a stay that was cancelled at version 1 was never held. */
const findStays = namedStatement<{
  readonly tenantId: string;
  readonly endsAfter: Temporal.Instant;
  readonly startsBefore: Temporal.Instant;
}>(
  'stays_of_period',
  `SELECT state, time_zone AS "timeZone", room_type_id IS NULL AS "isGeneric", quantity,
          total_minor_units AS "totalMinorUnits", currency,
          (extract(epoch FROM starts_at) * 1000)::float8 AS "startsAt",
          (extract(epoch FROM ends_at) * 1000)::float8 AS "endsAt"
     FROM reservations
    WHERE tenant_id = $tenantId AND ends_at > $endsAfter AND starts_at < $startsBefore AND state <> 'pending'
      AND (state IN ('confirmed', 'checked_in', 'checked_out', 'no_show') OR (state = 'cancelled' AND version > 1))`,
);

const sumRefunds = namedStatement<{
  readonly tenantId: string;
  readonly from: Temporal.Instant;
  readonly to: Temporal.Instant;
}>(
  'refunds_of_period',
  `SELECT currency, sum(amount_minor_units)::text AS amount FROM refunds
    WHERE tenant_id = $tenantId AND made_at >= $from AND made_at < $to AND state <> 'failed'
    GROUP BY currency`,
);

export function createPeriodRepository(db: Database): PeriodRepository {
  return {
    async read(tenantId, period, refundsMade) {
      const endsAfter = earliestStartOf(period.from);
      const startsBefore = latestStartOf(period.to);
      // A transaction has a connection of its own, so that short pipelined reads do not wait behind a year of stays.
      const [stays, refunds] = await db.inTenant(tenantId, (tx) =>
        Promise.all([
          tx.query<StayRow>(findStays({ tenantId, endsAfter, startsBefore })),
          tx.query<{ currency: string; amount: string }>(sumRefunds({ tenantId, ...refundsMade })),
        ]),
      );
      return {
        stays: stays.map(({ totalMinorUnits: minorUnits, currency, ...stay }) => ({
          ...stay,
          total: { minorUnits, currency },
        })),
        refunds: refunds.map(({ currency, amount }) => ({ currency, minorUnits: BigInt(amount) })),
      };
    },
  };
}
