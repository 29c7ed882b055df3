import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { checkRoomType } from '../domain/check-resource.ts';
import { resourceNotFound, roomTypeNotFound } from '../domain/resource.ts';
import type { InventoryDeps, ResourceChanges, ResourceRecord } from '../ports.ts';

export interface UpdateResource {
  readonly resourceId: string;
  readonly changes: ResourceChanges;
}

export async function updateResource(
  { resources, roomTypes }: Pick<InventoryDeps, 'resources' | 'roomTypes'>,
  { tenantId }: RequestContext,
  { resourceId, changes }: UpdateResource,
): Promise<Result<ResourceRecord>> {
  const { roomTypeId } = changes;
  const exists = roomTypeId === undefined || (await roomTypes.exists(tenantId, roomTypeId));
  return resources.update(tenantId, resourceId, (resource) => {
    if (resource === undefined) return resourceNotFound;
    const invalid = checkRoomType(resource.kind, roomTypeId ?? resource.roomType?.id);
    if (invalid !== undefined) return invalid;
    return exists ? ok(changes) : roomTypeNotFound;
  });
}
