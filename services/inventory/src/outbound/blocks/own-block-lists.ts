import type { KeysetValues } from '@lodging/kernel';
import { namedStatement } from '@lodging/kit-postgres';
import { instantsOf } from '../../domain/blocks/own-block.ts';
import type { BlockKind } from '../../domain/blocks/own-block.ts';
import type { ResourceKind } from '../../domain/time/resource-kind.ts';
import type { BlockFilter, ListedBlock, PeriodEnd } from '../../ports/blocks.ts';
import { positionColumn } from '../list-page.ts';

const OF_RESOURCE = `r.kind AS "resourceKind", r.timezone, r.check_in_time AS "checkInTime", r.check_out_time AS "checkOutTime"`;

/** The columns of both kinds in one order. Null times of an imported block are computed from its dates. */
const OWN = `SELECT b.id, b.resource_id AS "resourceId", b.kind, b.units, b.note, b.starts_at AS start, b.ends_at AS end,
    b.starts_at_instant AS "startsAt", b.ends_at_instant AS "endsAt", b.version, b.created_at AS listed_at,
    b.updated_at AS "updatedAt", NULL::uuid AS "connectionId", NULL::uuid AS "listingId", ${OF_RESOURCE}
  FROM blocks b JOIN resources r ON r.tenant_id = b.tenant_id AND r.id = b.resource_id
  WHERE b.tenant_id = $tenantId`;
const IMPORTED = `SELECT b.id, b.resource_id AS "resourceId", 'external' AS kind, 1 AS units, NULL AS note,
    b.starts_at AS start, b.ends_at AS end, NULL::timestamptz AS "startsAt", NULL::timestamptz AS "endsAt",
    b.revision + 1 AS version, b.changed_at AS listed_at, b.changed_at AS "updatedAt", b.connection_id AS "connectionId",
    b.listing_id AS "listingId", ${OF_RESOURCE}
  FROM external_blocks b JOIN resources r ON r.tenant_id = b.tenant_id AND r.id = b.resource_id
  WHERE b.tenant_id = $tenantId`;

/** An end as it is on the axis of the resource `r`: a date of lodging is compared with dates, an instant with local ones. */
function endOnAxis(name: string): string {
  return `CASE WHEN r.kind = 'generic' THEN coalesce($${name}Instant::timestamptz, $${name}Date::date::timestamp AT TIME ZONE r.timezone)
    ELSE $${name}Date::date::timestamp AT TIME ZONE 'UTC' END`;
}

const OWN_PERIOD = `
    AND (CASE WHEN $fromDate::date IS NOT NULL THEN b.ends_at > ${endOnAxis('from')}
      ELSE $fromInstant::timestamptz IS NULL OR b.ends_at_instant > $fromInstant::timestamptz END)
    AND (CASE WHEN $toDate::date IS NOT NULL THEN b.starts_at < ${endOnAxis('to')}
      ELSE $toInstant::timestamptz IS NULL OR b.starts_at_instant < $toInstant::timestamptz END)`;
/** Exact times of an imported block, by the times that its resource has. */
const timeOf = (column: string, time: string) => `CASE WHEN r.kind = 'generic' THEN b.${column}
    ELSE ((b.${column} AT TIME ZONE 'UTC')::date + r.${time}::time) AT TIME ZONE r.timezone END`;
const IMPORTED_PERIOD = `
    AND (CASE WHEN $fromDate::date IS NOT NULL THEN b.ends_at > ${endOnAxis('from')}
      ELSE $fromInstant::timestamptz IS NULL OR ${timeOf('ends_at', 'check_out_time')} > $fromInstant::timestamptz END)
    AND (CASE WHEN $toDate::date IS NOT NULL THEN b.starts_at < ${endOnAxis('to')}
      ELSE $toInstant::timestamptz IS NULL OR ${timeOf('starts_at', 'check_in_time')} < $toInstant::timestamptz END)`;

const OF_ONE = ` AND ($resourceId::uuid IS NULL OR b.resource_id = $resourceId::uuid)`;

interface ListValues extends KeysetValues {
  readonly tenantId: string;
  readonly resourceId: string | null;
  readonly kind: string | null;
  readonly fromDate: string | null;
  readonly fromInstant: string | null;
  readonly toDate: string | null;
  readonly toInstant: string | null;
}

const after = (column: string) => ` AND (b.${column}, b.id) > ($afterCreatedAt::timestamptz, $afterId::uuid)`;
const OWN_PAGE = `${OWN}${OF_ONE}${OWN_PERIOD}${after('created_at')}
    AND ($kind::text IS NULL OR b.kind = $kind::text) ORDER BY b.created_at, b.id LIMIT $limit`;
const IMPORTED_PAGE = `${IMPORTED}${OF_ONE}${IMPORTED_PERIOD}${after('changed_at')}
    ORDER BY b.changed_at, b.id LIMIT $limit`;

const page = (blocks: string) =>
  `SELECT l.*, ${positionColumn('l', 'listed_at')} FROM (${blocks}) l ORDER BY l.listed_at, l.id LIMIT $limit`;
const listOwn = namedStatement<ListValues>('blocks_list', page(OWN_PAGE));
const listAll = namedStatement<ListValues>(
  'blocks_list_with_imported',
  page(`(${OWN_PAGE}) UNION ALL (${IMPORTED_PAGE})`),
);

export function listStatement(tenantId: string, filter: BlockFilter, position: KeysetValues) {
  const { resourceId = null, kind = null, imported } = filter;
  const from = endsOf(filter.from);
  const to = endsOf(filter.to);
  const values = {
    ...position,
    tenantId,
    resourceId,
    kind,
    fromDate: from.date,
    fromInstant: from.instant,
    toDate: to.date,
    toInstant: to.instant,
  };
  // No imported block has one of our kinds.
  return imported && kind === null ? listAll(values) : listOwn(values);
}

function endsOf(end: PeriodEnd) {
  if (end === undefined) return { date: null, instant: null };
  return 'date' in end ? { date: end.date, instant: null } : { date: null, instant: end.instant };
}

/** Of resources, the blocks that take one of the nights. A night is the local date at which it begins. */
export const listOfResources = namedStatement<{
  tenantId: string;
  resourceIds: readonly string[];
  from: string;
  to: string;
  most: number;
}>(
  'blocks_of_resources',
  `SELECT l.* FROM (
     ${[OWN, IMPORTED]
       .map(
         (blocks) => `(${blocks} AND b.resource_id = ANY ($resourceIds::uuid[])
       AND b.ends_at > $from::date - 2 AND b.starts_at < $to::date + 2
       AND b.ends_at > CASE WHEN r.kind = 'generic' THEN $from::date::timestamp AT TIME ZONE r.timezone
         ELSE $from::date::timestamp AT TIME ZONE 'UTC' END
       AND b.starts_at < CASE WHEN r.kind = 'generic' THEN $to::date::timestamp AT TIME ZONE r.timezone
         ELSE $to::date::timestamp AT TIME ZONE 'UTC' END)`,
       )
       .join(' UNION ALL ')}) l
   LIMIT $most::int`,
);

export interface ListedRow {
  readonly created_at: string;
  readonly id: string;
  readonly resourceId: string;
  readonly kind: BlockKind | 'external';
  readonly units: number;
  readonly note: string | null;
  readonly start: Temporal.Instant;
  readonly end: Temporal.Instant;
  readonly startsAt: Temporal.Instant | null;
  readonly endsAt: Temporal.Instant | null;
  readonly version: number;
  readonly listed_at: Temporal.Instant;
  readonly updatedAt: Temporal.Instant;
  readonly connectionId: string | null;
  readonly listingId: string | null;
  readonly resourceKind: ResourceKind;
  readonly timezone: string;
  readonly checkInTime: string;
  readonly checkOutTime: string;
}

export function readListed(row: ListedRow): ListedBlock {
  const { id, resourceId, kind, units, note, version, resourceKind, timezone, connectionId, listingId } = row;
  const span = { start: row.start.epochMilliseconds, end: row.end.epochMilliseconds };
  const { checkInTime, checkOutTime } = row;
  const resource = { id: resourceId, kind: resourceKind, timezone, units, checkInTime, checkOutTime };
  const times =
    row.startsAt === null || row.endsAt === null
      ? instantsOf(resource, span)
      : { startsAt: row.startsAt, endsAt: row.endsAt };
  return {
    id,
    resourceId,
    kind,
    units,
    note,
    version,
    span,
    ...times,
    createdAt: row.listed_at,
    updatedAt: row.updatedAt,
    resourceKind,
    origin: connectionId === null || listingId === null ? undefined : { connectionId, listingId },
  };
}
