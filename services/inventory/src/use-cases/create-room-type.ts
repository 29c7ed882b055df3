import type { createRoomType as operation } from '@lodging/contract-inventory';
import type { RequestOf } from '@lodging/contract-wire';
import type { NewId } from '@lodging/kernel';
import type { RoomTypes } from './ports.ts';

export function createRoomType({ roomTypes, newId }: { roomTypes: RoomTypes; newId: NewId }) {
  return (tenantId: string, request: RequestOf<typeof operation>) =>
    roomTypes.add(tenantId, { id: newId(), ...request });
}
