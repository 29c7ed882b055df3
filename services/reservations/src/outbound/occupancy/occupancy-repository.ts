import { namedStatement } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
import { balanceStateOf } from '../../domain/money/scheduled-payment.ts';
import type { ScheduledPaymentState } from '../../domain/money/scheduled-payment.ts';
import type { OccupancyDates, OccupancyEntry } from '../../domain/occupancy/occupancy.ts';
import type { OccupancyRepository, PlacedEntry } from '../../ports/occupancy.ts';
import type { GuestSealer } from '../guests/guest-sealer.ts';

/** Text as it is answered: thousands of instants would take longer to read than all else of the request. */
const instantText = (column: string) =>
  `to_char(r.${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const START = `(r.starts_at AT TIME ZONE r.time_zone)::date`;
/** A generic stay takes the local day in which it ends. */
const END = `CASE WHEN r.room_type_id IS NULL
  THEN ((r.ends_at - interval '1 microsecond') AT TIME ZONE r.time_zone)::date + 1
  ELSE (r.ends_at AT TIME ZONE r.time_zone)::date END`;

/** Of the notes of a stay: a page has thousands of entries. */
const NOTE_CHARACTERS = 100;

/** Two days on either side cover every time zone. */
const find = namedStatement<
  OccupancyDates & { tenantId: string; resourceIds: readonly string[]; most: number }
>(
  'occupancy_of_resources',
  `SELECT f.*, (
     SELECT s.state FROM scheduled_payments s WHERE s.tenant_id = $tenantId AND s.reservation_id = f.id AND s.purpose = 'balance') AS balance
   FROM (
     SELECT r.id, r.tenant_id AS "tenantId", r.resource_id AS "resourceId", r.reference, r.state, r.quantity AS units,
       r.source, r.version, r.guest_sealed AS "guestSealed", r.occupancy_adults AS adults,
       r.occupancy_children AS children, nullif(left(r.notes, ${NOTE_CHARACTERS}), '') AS note, (${START})::text AS "from", (${END})::text AS "to",
       ${instantText('starts_at')} AS "startsAt", ${instantText('ends_at')} AS "endsAt",
       CASE WHEN r.state = 'held' THEN ${instantText('hold_expires_at')} END AS "holdExpiresAt"
     FROM reservations r
     WHERE r.tenant_id = $tenantId AND r.ends_at > $from::date - 2 AND r.starts_at < $to::date + 2
       AND r.state <> 'pending' AND r.resource_id = ANY ($resourceIds::uuid[])
       AND (r.state IN ('confirmed', 'checked_in', 'checked_out')
         OR r.state = 'held' AND r.hold_expires_at > statement_timestamp())
       AND ${END} > $from::date AND ${START} < $to::date
     LIMIT $most::int) f`,
);

interface Row
  extends
    Pick<OccupancyEntry, 'from' | 'to' | 'startsAt' | 'endsAt' | 'holdExpiresAt'>,
    Pick<OccupancyEntry, 'id' | 'units' | 'note'> {
  readonly tenantId: string;
  readonly resourceId: string;
  readonly reference: string;
  readonly state: 'held' | 'confirmed' | 'checked_in' | 'checked_out';
  readonly source: 'direct' | 'manual';
  readonly version: number;
  readonly guestSealed: string | null;
  readonly adults: number | null;
  readonly children: number;
  readonly balance: ScheduledPaymentState | null;
}

export function createOccupancyRepository(
  db: Database,
  sealer: Pick<GuestSealer, 'open'>,
): OccupancyRepository {
  return {
    async list(tenantId, resourceIds, dates, most) {
      const rows = await db.readInTenant<Row>(tenantId, find({ tenantId, resourceIds, ...dates, most }));
      return rows.map((row) => readEntry(row, sealer));
    },
  };
}

function readEntry(
  { resourceId, tenantId, guestSealed, adults, children, balance, ...row }: Row,
  sealer: Pick<GuestSealer, 'open'>,
): PlacedEntry {
  return {
    resourceId,
    entry: {
      kind: row.state === 'held' ? 'hold' : 'stay',
      id: row.id,
      reference: row.reference,
      groupId: null,
      from: row.from,
      to: row.to,
      startsAt: row.startsAt,
      endsAt: row.endsAt,
      units: row.units,
      state: row.state,
      guestName: sealer.open({ tenantId, id: row.id, guestSealed }).guestName,
      partySize: adults === null ? null : adults + children,
      source: row.source,
      balanceState: balanceStateOf(balance, row.state),
      holdExpiresAt: row.holdExpiresAt,
      block: null,
      note: row.note,
      connectionId: null,
      version: row.version,
    },
  };
}
