import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { resolve } from '../../domain/conflicts/conflict.ts';
import type { Conflict, Resolution } from '../../domain/conflicts/conflict.ts';
import type { ChannelsDeps } from '../../ports/deps.ts';

export type ResolveConflictDeps = Pick<ChannelsDeps, 'conflicts'>;

export interface ResolveConflict {
  readonly conflictId: string;
  readonly status: Resolution;
}

/** It stays resolved until the dates of its event change. */
export function resolveConflict(
  { conflicts }: ResolveConflictDeps,
  { tenantId }: RequestContext,
  { conflictId, status }: ResolveConflict,
): Promise<Result<Conflict>> {
  return conflicts.change(tenantId, conflictId, (conflict) => resolve(conflict, status));
}
