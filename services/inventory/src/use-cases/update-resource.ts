import type { updateResource as operation } from '@lodging/contract-inventory';
import type { RequestOf } from '@lodging/contract-wire';
import { ok, refuse } from '@lodging/kernel';
import { refuseRoomType } from '../domain/check-resource.ts';
import type { ResourceChanges, Resources, RoomTypes } from './ports.ts';
import { noResource, noRoomType, writeResource } from './wire.ts';

interface Deps {
  readonly resources: Resources;
  readonly roomTypes: RoomTypes;
}

export function updateResource({ resources, roomTypes }: Deps) {
  return async (tenantId: string, { resourceId, changes }: RequestOf<typeof operation>) => {
    const { roomTypeId } = changes;
    const isKnown = roomTypeId === undefined || (await roomTypes.has(tenantId, roomTypeId));
    const given = Object.entries(changes).filter(([, value]) => value !== undefined);
    const changed = await resources.change(tenantId, resourceId, (resource) => {
      if (resource === undefined) return refuse(...noResource);
      const invalid = refuseRoomType(resource.kind, roomTypeId ?? resource.roomType?.id);
      if (invalid !== undefined) return invalid;
      return isKnown ? ok<ResourceChanges>(Object.fromEntries(given)) : refuse(...noRoomType);
    });
    return changed.ok ? ok(writeResource(changed.value)) : changed;
  };
}
