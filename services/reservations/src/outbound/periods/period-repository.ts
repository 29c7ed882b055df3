import { namedStatement } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
import { earliestStartOf, latestStartOf } from '../../domain/bookings/day-start.ts';
import type { Money } from '../../domain/stay/reservation.ts';
import type { StayOfSeries } from '../../domain/periods/summarize-days.ts';
import type { BillParts, StayInPeriod } from '../../domain/periods/summarize-period.ts';
import type { PeriodRepository } from '../../ports/periods.ts';

type StayRow = Omit<StayInPeriod, 'total' | 'bill'> & {
  readonly totalMinorUnits: bigint;
  readonly currency: string;
  /** Null for a stay without a bill. */
  readonly accommodation: bigint | null;
} & { readonly [Part in Exclude<keyof BillParts, 'accommodation'>]: bigint };

const newestBill = `
  SELECT (bill->>'accommodationMinorUnits')::bigint AS accommodation,
         (bill->>'includedTaxMinorUnits')::bigint AS "includedTax",
         (bill->>'addedTaxMinorUnits')::bigint AS "addedTax",
         (bill->>'feesMinorUnits')::bigint AS fees,
         (bill->>'extrasMinorUnits')::bigint AS extras,
         CASE WHEN bill->>'dueAtPropertyMinorUnits' = '0' THEN 0 ELSE (
           SELECT coalesce(sum((line->>'amountMinorUnits')::bigint), 0)::bigint
             FROM jsonb_array_elements(bill->'lines') AS line
            WHERE line->>'kind' = 'tax' AND line->>'collect' = 'property') END AS "propertyTax"
    FROM reservation_terms AS t
   WHERE t.tenant_id = reservations.tenant_id AND t.reservation_id = reservations.id
   ORDER BY t.version DESC LIMIT 1`;

/** As numbers, not instants: a year of them is read at once. */
const STAY = `state, time_zone AS "timeZone", room_type_id IS NULL AS "isGeneric", quantity,
          total_minor_units AS "totalMinorUnits", currency,
          (extract(epoch FROM starts_at) * 1000)::float8 AS "startsAt",
          (extract(epoch FROM ends_at) * 1000)::float8 AS "endsAt",
          (CASE WHEN state = 'no_show' THEN floor(extract(epoch FROM coalesce(no_show_at, updated_at)) * 1000) END)::float8
            AS "freedAt"`;

/** Version 1 is the first state change, so a stay that was cancelled at version 1 was never held. */
const findStays = namedStatement<{
  readonly tenantId: string;
  readonly endsAfter: Temporal.Instant;
  readonly startsBefore: Temporal.Instant;
}>(
  'stays_of_period',
  `SELECT ${STAY}, sold.*
     FROM reservations LEFT JOIN LATERAL (${newestBill}) AS sold ON true
    WHERE reservations.tenant_id = $tenantId AND ends_at > $endsAfter AND starts_at < $startsBefore AND state <> 'pending'
      AND (state IN ('confirmed', 'checked_in', 'checked_out', 'no_show') OR (state = 'cancelled' AND version > 1))`,
);

const findStaysOfSeries = namedStatement<{
  readonly tenantId: string;
  readonly endsAfter: Temporal.Instant;
  readonly startsBefore: Temporal.Instant;
}>(
  'stays_of_series',
  `SELECT ${STAY}, source, room_type_id AS "roomTypeId"
     FROM reservations
    WHERE tenant_id = $tenantId AND ends_at > $endsAfter AND starts_at < $startsBefore AND state <> 'pending'
      AND state IN ('confirmed', 'checked_in', 'checked_out', 'no_show')`,
);

/** Money of a stay that was never confirmed was never revenue. */
const sumRefunds = namedStatement<{
  readonly tenantId: string;
  readonly from: Temporal.Instant;
  readonly to: Temporal.Instant;
}>(
  'refunds_of_period',
  `SELECT currency, sum(amount_minor_units)::text AS amount FROM refunds
    WHERE tenant_id = $tenantId AND made_at >= $from AND made_at < $to AND state <> 'failed'
      AND NOT EXISTS (SELECT FROM reservations AS r
        WHERE r.tenant_id = refunds.tenant_id AND r.id = refunds.reservation_id
          AND (r.state IN ('held', 'expired') OR r.state = 'cancelled' AND r.hold_expires_at IS NOT NULL))
    GROUP BY currency`,
);

/** Paid to the operator when the bookings were made. */
const sumPaidOffline = namedStatement<{
  readonly tenantId: string;
  readonly from: Temporal.Instant;
  readonly to: Temporal.Instant;
}>(
  'paid_offline_of_period',
  `SELECT currency, sum(coalesce(paid_offline_minor_units, total_minor_units))::text AS amount FROM reservations
    WHERE tenant_id = $tenantId AND paid_offline AND created_at >= $from AND created_at < $to
      AND state <> 'pending' AND hold_expires_at IS NULL
    GROUP BY currency`,
);

/** Amounts that the terms of ended stays have kept. */
const sumRetained = namedStatement<{
  readonly tenantId: string;
  readonly from: Temporal.Instant;
  readonly to: Temporal.Instant;
}>(
  'retained_of_period',
  `SELECT r.currency, sum((s.outcome->>'keptMinorUnits')::bigint)::text AS amount
     FROM settlements AS s JOIN reservations AS r ON r.tenant_id = s.tenant_id AND r.id = s.reservation_id
    WHERE s.tenant_id = $tenantId AND s.created_at >= $from AND s.created_at < $to AND s.outcome IS NOT NULL
    GROUP BY r.currency`,
);

export function createPeriodRepository(db: Database): PeriodRepository {
  return {
    async read(tenantId, period, refundsMade) {
      const endsAfter = earliestStartOf(period.from);
      const startsBefore = latestStartOf(period.to);
      // A transaction has a connection of its own, so that short pipelined reads do not wait behind a year of stays.
      const [stays, refunds, paidOffline, retained] = await db.inTenant(tenantId, (tx) =>
        Promise.all([
          tx.query<StayRow>(findStays({ tenantId, endsAfter, startsBefore })),
          tx.query<SumRow>(sumRefunds({ tenantId, ...refundsMade })),
          tx.query<SumRow>(sumPaidOffline({ tenantId, ...refundsMade })),
          tx.query<SumRow>(sumRetained({ tenantId, ...refundsMade })),
        ]),
      );
      return {
        stays: stays.map(toStay),
        refunds: refunds.map(toMoney),
        moved: [
          ...paidOffline.map((row) => ({
            ...NOTHING,
            currency: row.currency,
            collected: BigInt(row.amount),
          })),
          ...retained.map((row) => ({ ...NOTHING, currency: row.currency, retained: BigInt(row.amount) })),
        ],
      };
    },
    async readStays(tenantId, period) {
      const bounds = { endsAfter: earliestStartOf(period.from), startsBefore: latestStartOf(period.to) };
      const rows = await db.inTenant(tenantId, (tx) =>
        tx.query<SeriesRow>(findStaysOfSeries({ tenantId, ...bounds })),
      );
      return rows.map(({ totalMinorUnits: minorUnits, currency, ...stay }) => ({
        ...stay,
        total: { minorUnits, currency },
      }));
    },
  };
}

type SeriesRow = Omit<StayOfSeries, 'total'> & {
  readonly totalMinorUnits: bigint;
  readonly currency: string;
};

const NOTHING = { collected: 0n, returned: 0n, retained: 0n };

interface SumRow {
  readonly currency: string;
  readonly amount: string;
}

const toMoney = ({ currency, amount }: SumRow): Money => ({ currency, minorUnits: BigInt(amount) });

function toStay({ totalMinorUnits: minorUnits, currency, accommodation, ...row }: StayRow): StayInPeriod {
  const { includedTax, addedTax, fees, extras, propertyTax, ...stay } = row;
  const bill =
    accommodation === null ? null : { accommodation, includedTax, addedTax, fees, extras, propertyTax };
  return { ...stay, total: { minorUnits, currency }, bill };
}
