import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import type { RoomType } from '../domain/resource.ts';
import type { InventoryDeps } from '../ports/inventory-deps.ts';

export function createRoomType(
  { roomTypes, newId }: Pick<InventoryDeps, 'roomTypes' | 'newId'>,
  { tenantId }: RequestContext,
  input: Omit<RoomType, 'id'>,
): Promise<Result<RoomType>> {
  return roomTypes.insert(tenantId, { id: newId(), ...input });
}
