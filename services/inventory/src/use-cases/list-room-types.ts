import type { listRoomTypes as operation } from '@lodging/contract-inventory';
import type { RequestOf } from '@lodging/contract-wire';
import { ok } from '@lodging/kernel';
import type { RoomTypes } from './ports.ts';

export function listRoomTypes({ roomTypes }: { roomTypes: RoomTypes }) {
  return async (tenantId: string, page: RequestOf<typeof operation>) => {
    const { items, nextAfter } = await roomTypes.list(tenantId, page);
    return ok({ roomTypes: [...items], nextAfter });
  };
}
