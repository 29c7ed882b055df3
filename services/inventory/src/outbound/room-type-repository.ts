import { ok, refuse } from '@lodging/kernel';
import { isUniqueViolation, namedStatement, selectList } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
import type { RoomType } from '../domain/resource.ts';
import type { RoomTypeRepository } from '../ports/resources.ts';
import { EMPTY_PAGE, listPage, pageValues, positionColumn } from './list-page.ts';
import type { PageValues } from './list-page.ts';
import { roomTypes } from './schema.ts';

const list = namedStatement<PageValues & { tenantId: string }>(
  'room_types_list',
  `SELECT ${selectList(roomTypes, { except: ['tenantId', 'createdAt'], alias: 't' })}, ${positionColumn('t')}
   FROM room_types t
   WHERE t.tenant_id = $tenantId AND (t.created_at, t.id) > ($afterCreatedAt::timestamptz, $afterId::uuid)
   ORDER BY t.created_at, t.id LIMIT $limit`,
);
const exists = namedStatement<{ tenantId: string; roomTypeId: string }>(
  'room_types_has',
  'SELECT 1 FROM room_types WHERE tenant_id = $tenantId AND id = $roomTypeId',
);

interface Row extends RoomType {
  readonly created_at: string;
}

export function createRoomTypeRepository(db: Database): RoomTypeRepository {
  return {
    async insert(tenantId, roomType) {
      try {
        await db.inTenant(tenantId, (tx) => tx.orm.insert(roomTypes).values({ tenantId, ...roomType }));
        return ok(roomType);
      } catch (error) {
        if (!isUniqueViolation(error, 'room_types_code_taken')) throw error;
        return refuse('code_taken', `There is a room type with the code ${JSON.stringify(roomType.code)}.`);
      }
    },
    async exists(tenantId, roomTypeId) {
      return (await db.readInTenant(tenantId, exists({ tenantId, roomTypeId }))).length > 0;
    },
    async list(tenantId, page) {
      const values = pageValues(page);
      if (values === undefined) return EMPTY_PAGE;
      const rows = await db.readInTenant<Row>(tenantId, list({ tenantId, ...values }));
      return listPage(rows, page.limit, readRow);
    },
  };
}

function readRow({ created_at: _createdAt, ...roomType }: Row): RoomType {
  return roomType;
}
