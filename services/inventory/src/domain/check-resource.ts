import { isGeneric } from './resource.ts';
import type { ResourceKind } from './resource.ts';
import { refuseErrors } from './validation.ts';
import type { ValidationFailed } from './validation.ts';

/** A lodging resource has a room type, a generic one has none. */
export function checkRoomType(
  kind: ResourceKind,
  roomTypeId: string | undefined,
): ValidationFailed | undefined {
  const pointer = '/roomTypeId';
  if (isGeneric({ kind }))
    return roomTypeId === undefined
      ? undefined
      : refuseErrors([{ pointer, message: 'A generic resource takes no room type.' }]);
  return roomTypeId === undefined
    ? refuseErrors([{ pointer, message: `A resource of kind ${kind} needs a room type.` }])
    : undefined;
}
