import type { Refusal } from '@lodging/kernel';
import type { Caller } from '@lodging/kit-runtime';
import type { Callers } from './operation.ts';

/** The code that an operation with a permission lists among its refusals. */
export const INSUFFICIENT_PERMISSION = 'insufficient_permission';

/** By the permissions of the mandate: whatever the way to this service has checked, an operation is refused here again. */
export function permissionRefusal(
  { permission, takesPublishable = false }: Pick<Callers, 'permission' | 'takesPublishable'>,
  { kind, permissions }: Pick<Caller, 'kind' | 'permissions'>,
): Refusal | undefined {
  if (permission === undefined || kind === 'service' || kind === 'platform') return undefined;
  const { name, grantedBy, groups } = permission;
  const holds = (names: readonly string[]) => permissions.some((one) => names.includes(one));
  const isGranted =
    kind === 'publishable' ? takesPublishable : holds(grantedBy) || (groups.length > 0 && !holds(groups));
  if (isGranted) return undefined;
  const detail = `The key or operator lacks the permission ${name}.`;
  return { code: INSUFFICIENT_PERMISSION, detail };
}
