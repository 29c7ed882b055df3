import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { checkRoomType } from '../domain/check-resource.ts';
import { roomTypeNotFound } from '../domain/resource.ts';
import type { InventoryDeps, NewResource, ResourceRecord } from '../ports.ts';

export type CreateResource = Omit<NewResource, 'id'>;

export async function createResource(
  { resources, roomTypes, newId }: Pick<InventoryDeps, 'resources' | 'roomTypes' | 'newId'>,
  { tenantId }: RequestContext,
  input: CreateResource,
): Promise<Result<ResourceRecord>> {
  const { kind, roomTypeId } = input;
  const invalid = checkRoomType(kind, roomTypeId);
  if (invalid !== undefined) return invalid;
  if (roomTypeId !== undefined && !(await roomTypes.exists(tenantId, roomTypeId))) return roomTypeNotFound;
  return resources.insert(tenantId, { ...input, id: newId() });
}
