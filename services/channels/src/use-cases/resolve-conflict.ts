import type { RequestContext } from '@lodging/kit-runtime';
// resolve-conflict: an operator has settled it; it stays so until the event's dates change.
import type { Result } from '@lodging/kernel';
import { settle } from '../domain/conflict.ts';
import type { Conflict, Settlement } from '../domain/conflict.ts';
import type { Conflicts } from './conflict-ports.ts';

export function resolveConflict(
  { conflicts }: { readonly conflicts: Conflicts },
  { tenantId }: RequestContext,
  { conflictId, status }: { readonly conflictId: string; readonly status: Settlement },
): Promise<Result<Conflict>> {
  return conflicts.change(tenantId, conflictId, (conflict) => settle(conflict, status));
}
