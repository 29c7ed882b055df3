import { namedStatement } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
import type { BlockKind } from '../../domain/blocks/own-block.ts';
import { joinClaims } from '../../domain/blocks/join-claims.ts';
import { isoDate } from '../../domain/time/day-number.ts';
import type { ResourceKind } from '../../domain/time/resource-kind.ts';
import type { ResourceCapacity } from '../../domain/blocks/resource-capacity.ts';
import type { CapacityRepository } from '../../ports/stays.ts';
import { IS_ACTIVE } from './span-bounds.ts';

/** A row for each claim of a block, or one for a resource without blocks. Two more days on either side cover every time zone. */
const list = namedStatement<{ tenantId: string; first: string; end: string }>(
  'capacity_read',
  `SELECT r.id, r.kind, r.timezone, r.currency, r.units, r.archived_at AS "archivedAt", c.units AS blocked,
     c.starts_at, c.ends_at, b.kind AS "blockKind", r.room_type_id AS "roomTypeId", t.name AS "roomTypeName"
   FROM resources r LEFT JOIN room_types t ON t.tenant_id = $tenantId AND t.id = r.room_type_id LEFT JOIN claims c ON c.tenant_id = $tenantId AND c.resource_id = r.id AND c.kind = 'external_block'
     AND c.ends_at > $first::date - 2 AND c.ends_at <= $end::date + 402 AND c.starts_at < $end::date + 2
     AND ${IS_ACTIVE}
     LEFT JOIN blocks b ON b.tenant_id = $tenantId AND b.id = c.block_id
   WHERE r.tenant_id = $tenantId`,
);

/** The stays of archived resources. */
const listStays = namedStatement<{ tenantId: string; first: string; end: string }>(
  'capacity_read_stays_of_archived',
  `SELECT r.id, c.units, c.starts_at, c.ends_at
   FROM resources r JOIN claims c ON c.tenant_id = $tenantId AND c.resource_id = r.id AND c.kind = 'reservation'
     AND c.state = 'confirmed' AND c.ends_at > r.archived_at
     AND c.ends_at > $first::date - 2 AND c.ends_at <= $end::date + 402 AND c.starts_at < $end::date + 2
   WHERE r.tenant_id = $tenantId AND r.archived_at IS NOT NULL`,
);

interface StayRow {
  readonly id: string;
  readonly units: number;
  readonly starts_at: Temporal.Instant;
  readonly ends_at: Temporal.Instant;
}

interface Row {
  readonly id: string;
  readonly kind: ResourceKind;
  readonly timezone: string;
  readonly currency: string;
  readonly units: number;
  readonly archivedAt: Temporal.Instant | null;
  readonly roomTypeId: string | null;
  readonly roomTypeName: string | null;
  readonly blocked: number | null;
  /** Null: imported. */
  readonly blockKind: BlockKind | null;
  readonly starts_at: Temporal.Instant;
  readonly ends_at: Temporal.Instant;
}

export function createCapacityRepository(db: Database): CapacityRepository {
  return {
    async list(tenantId, { first, end }) {
      const range = { tenantId, first: isoDate(first), end: isoDate(end) };
      const [rows, stays] = (await db.readManyInTenant(tenantId, [
        list(range),
        listStays(range),
      ])) as unknown as [Row[], StayRow[]];
      const staysOf = Map.groupBy(stays, ({ id }) => id);
      return [...Map.groupBy(rows, ({ id }) => id)].map(([id, group]) =>
        readCapacity(group, staysOf.get(id) ?? []),
      );
    },
  };
}

function readCapacity(rows: readonly Row[], stays: readonly StayRow[]): ResourceCapacity {
  const [head] = rows;
  if (head === undefined) throw new Error('a group of rows cannot be empty');
  const { kind, timezone, currency, units, archivedAt, roomTypeId: typeId, roomTypeName } = head;
  const blocks = rows.flatMap(({ blocked, blockKind: blockedAs, starts_at: start, ends_at: end }) =>
    blocked === null
      ? []
      : [
          {
            units: blocked,
            kind: blockedAs ?? ('external' as const),
            start: start.epochMilliseconds,
            end: end.epochMilliseconds,
          },
        ],
  );
  return {
    kind,
    timezone,
    currency,
    units,
    archivedAt,
    roomType: typeId === null ? null : { id: typeId, name: roomTypeName ?? '' },
    blocks: joinClaims(blocks),
    stays: stays.map((stay) => ({
      units: stay.units,
      start: stay.starts_at.epochMilliseconds,
      end: stay.ends_at.epochMilliseconds,
    })),
  };
}
