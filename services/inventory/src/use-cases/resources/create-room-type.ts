import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import type { RoomType } from '../../domain/resources/resource.ts';
import { LIMITS, refuseGrowth } from '../../domain/resources/tenant-limits.ts';
import type { InventoryDeps } from '../../ports/deps.ts';

export function createRoomType(
  { roomTypes, newId }: Pick<InventoryDeps, 'roomTypes' | 'newId'>,
  { tenantId }: RequestContext,
  input: Omit<RoomType, 'id'>,
): Promise<Result<RoomType>> {
  const roomType = { id: newId(), ...input };
  return roomTypes.insert(
    tenantId,
    (count) => refuseGrowth(LIMITS.roomTypes, { before: count, after: count + 1 }) ?? ok(roomType),
  );
}
