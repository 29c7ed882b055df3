import { keysetValues, refuse } from '@lodging/kernel';
import type { KeysetValues, Refusal, Result } from '@lodging/kernel';
import { isUniqueViolation, namedStatement, selectList } from '@lodging/kit-postgres';
import type { Database, LimitedRows, Tx } from '@lodging/kit-postgres';
import type { RoomType } from '../../domain/resources/resource.ts';
import type { RoomTypeRepository } from '../../ports/resources.ts';
import { refuseLocked } from './change-resource.ts';
import { roomTypeLimit } from './creation-lock.ts';
import { EMPTY_PAGE, listPage, positionColumn } from '../list-page.ts';
import { roomTypes } from '../schema.ts';

const list = namedStatement<KeysetValues & { tenantId: string }>(
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

export function createRoomTypeRepository(db: Database, creations: LimitedRows): RoomTypeRepository {
  return {
    insert: (tenantId, decide) =>
      refuseTakenCode(() =>
        refuseLocked(
          () => creations.create(roomTypeLimit(tenantId), (tx, count) => insert(tx, tenantId, decide(count))),
          'the room types',
        ),
      ),
    async exists(tenantId, roomTypeId) {
      return (await db.readInTenant(tenantId, exists({ tenantId, roomTypeId }))).length > 0;
    },
    async list(tenantId, page) {
      const values = keysetValues(page);
      if (values === undefined) return EMPTY_PAGE;
      const rows = await db.readInTenant<Row>(tenantId, list({ tenantId, ...values }));
      return listPage(rows, page.limit, readRow);
    },
  };
}

async function insert(tx: Tx, tenantId: string, decided: Result<RoomType>): Promise<Result<RoomType>> {
  if (decided.ok) await tx.orm.insert(roomTypes).values({ tenantId, ...decided.value });
  return decided;
}

async function refuseTakenCode(
  change: () => Promise<Result<RoomType>>,
): Promise<Result<RoomType, Refusal | Refusal<'code_taken'>>> {
  try {
    return await change();
  } catch (error) {
    if (!isUniqueViolation(error, 'room_types_code_taken')) throw error;
    return refuse('code_taken', 'There is a room type with this code.');
  }
}

function readRow({ created_at: _createdAt, ...roomType }: Row): RoomType {
  return roomType;
}
