import { ok, refuse } from '@lodging/kernel';
import { isUniqueViolation } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
import type { RoomType } from '../domain/resource.ts';
import type { RoomTypes } from '../use-cases/ports.ts';
import { NO_PAGE, pageOf, pageValues } from './page.ts';
import { roomTypes } from './schema.ts';

const LIST = `
  SELECT id, code, name, max_occupancy AS "maxOccupancy", max_adults AS "maxAdults", max_children AS "maxChildren",
    to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS created_at
  FROM room_types WHERE tenant_id = $1 AND (created_at, id) > ($2::timestamptz, $3::uuid)
  ORDER BY room_types.created_at, id LIMIT $4`;

const HAS = `SELECT 1 FROM room_types WHERE tenant_id = $1 AND id = $2`;

interface Row extends RoomType {
  readonly created_at: string;
}

export function createRoomTypeStore(db: Database): RoomTypes {
  return {
    async add(tenantId, roomType) {
      try {
        await db.inTenant(tenantId, (tx) => tx.orm.insert(roomTypes).values({ tenantId, ...roomType }));
        return ok(roomType);
      } catch (error) {
        if (!isUniqueViolation(error, 'room_types_code_taken')) throw error;
        return refuse('code_taken', `There is a room type with the code ${JSON.stringify(roomType.code)}.`);
      }
    },
    async has(tenantId, roomTypeId) {
      const statement = { name: 'room_types_has', text: HAS, values: [tenantId, roomTypeId] };
      return (await db.readInTenant(tenantId, statement)).length > 0;
    },
    async list(tenantId, page) {
      const values = pageValues(page);
      if (values === undefined) return NO_PAGE;
      const statement = { name: 'room_types_list', text: LIST, values: [tenantId, ...values] };
      const rows = await db.readInTenant<Row>(tenantId, statement);
      return pageOf(rows, page.limit, readRow);
    },
  };
}

function readRow({ created_at: _createdAt, ...roomType }: Row): RoomType {
  return roomType;
}
