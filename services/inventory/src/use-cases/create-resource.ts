import type { createResource as operation } from '@lodging/contract-inventory';
import type { RequestOf } from '@lodging/contract-wire';
import { ok, refuse } from '@lodging/kernel';
import type { NewId } from '@lodging/kernel';
import { refuseRoomType } from '../domain/check-resource.ts';
import type { Resources, RoomTypes } from './ports.ts';
import { noRoomType, writeResource } from './wire.ts';

interface Deps {
  readonly resources: Resources;
  readonly roomTypes: RoomTypes;
  readonly newId: NewId;
}

export function createResource({ resources, roomTypes, newId }: Deps) {
  return async (tenantId: string, request: RequestOf<typeof operation>) => {
    const { roomTypeId } = request;
    const invalid = refuseRoomType(request.kind, roomTypeId);
    if (invalid !== undefined) return invalid;
    const isKnown = roomTypeId === undefined || (await roomTypes.has(tenantId, roomTypeId));
    if (!isKnown) return refuse(...noRoomType);
    const added = await resources.add(tenantId, { ...request, id: newId(), roomTypeId });
    return added.ok ? ok(writeResource(added.value)) : added;
  };
}
