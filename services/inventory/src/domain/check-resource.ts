import { refuseFaults } from './faults.ts';
import type { Invalid } from './faults.ts';
import { isGeneric } from './resource.ts';
import type { ResourceKind } from './resource.ts';

export function refuseRoomType(kind: ResourceKind, roomTypeId: string | undefined): Invalid | undefined {
  const pointer = '/roomTypeId';
  if (isGeneric({ kind }))
    return roomTypeId === undefined
      ? undefined
      : refuseFaults([{ pointer, message: 'A generic resource takes no room type.' }]);
  return roomTypeId === undefined
    ? refuseFaults([{ pointer, message: `A resource of kind ${kind} needs a room type.` }])
    : undefined;
}
