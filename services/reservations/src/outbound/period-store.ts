import type { Database } from '@lodging/kit-postgres';
import { earliestStartOf, latestStartOf } from '../domain/date-anywhere.ts';
import type { CountedState } from '../domain/summarize-period.ts';
import type { PeriodStore } from '../use-cases/report-ports.ts';

interface StayRow {
  readonly state: CountedState;
  readonly starts_ms: number;
  readonly ends_ms: number;
  readonly time_zone: string;
  readonly is_generic: boolean;
  readonly quantity: number;
  readonly total_minor_units: bigint;
  readonly currency: string;
}

interface RefundRow {
  readonly currency: string;
  readonly amount: string;
}

/** The first move of a reservation is its version 1: what was cancelled by it had never been held. */
const STAYS = `
  SELECT state, time_zone, room_type_id IS NULL AS is_generic, quantity, total_minor_units, currency,
         (extract(epoch FROM starts_at) * 1000)::float8 AS starts_ms,
         (extract(epoch FROM ends_at) * 1000)::float8 AS ends_ms
    FROM reservations
   WHERE tenant_id = $1 AND ends_at > $2 AND starts_at < $3 AND state <> 'pending'
     AND (state IN ('confirmed', 'checked_in', 'checked_out', 'no_show') OR (state = 'cancelled' AND version > 1))`;

const REFUNDS = `
  SELECT currency, sum(amount_minor_units)::text AS amount FROM refunds
   WHERE tenant_id = $1 AND made_at >= $2 AND made_at < $3 AND state <> 'failed' GROUP BY currency`;

export function periodStore(db: Database): PeriodStore {
  return {
    async read(tenantId, period, refundsMade) {
      const stays = [tenantId, earliestStartOf(period.from), latestStartOf(period.to)];
      const refunds = [tenantId, refundsMade.from, refundsMade.to];
      // On a connection of its own: nobody's short read is to wait behind a year of stays.
      const [stayRows, refundRows] = await db.inTenant(tenantId, (tx) =>
        Promise.all([
          tx.query<StayRow>({ name: 'stays_of_period', text: STAYS, values: stays }),
          tx.query<RefundRow>({ name: 'refunds_of_period', text: REFUNDS, values: refunds }),
        ]),
      );
      return {
        stays: stayRows.map(stayFrom),
        refunds: refundRows.map(({ currency, amount }) => ({ currency, minorUnits: BigInt(amount) })),
      };
    },
  };
}

function stayFrom(row: StayRow) {
  return {
    state: row.state,
    startsAt: row.starts_ms,
    endsAt: row.ends_ms,
    timeZone: row.time_zone,
    isGeneric: row.is_generic,
    quantity: row.quantity,
    total: { minorUnits: row.total_minor_units, currency: row.currency },
  };
}
