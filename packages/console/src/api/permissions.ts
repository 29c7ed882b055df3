import { useSession } from './session.ts';
import type { ConsoleSession } from './session.ts';

/** Words of the session. What they forbid is not rendered; the API refuses it as well. */
export type Permission = ConsoleSession['permissions'][number];

export function useMay(): (permission: Permission) => boolean {
  const { permissions } = useSession();
  return (permission) => permissions.includes(permission);
}
