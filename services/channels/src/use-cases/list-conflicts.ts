import type { RequestContext } from '@lodging/kit-runtime';
// list-conflicts: a tenant's conflicts page by page, oldest first.
import type { Conflict, ConflictStatus } from '../domain/conflict.ts';
import type { Conflicts } from './conflict-ports.ts';
import type { ListPosition, Page } from './connection-ports.ts';
import { pageOf } from './page-of.ts';

export async function listConflicts(
  { conflicts }: { readonly conflicts: Conflicts },
  { tenantId }: RequestContext,
  { status, limit, after }: Page & { readonly status?: ConflictStatus | undefined },
): Promise<{ readonly conflicts: readonly Conflict[]; readonly nextAfter: ListPosition | null }> {
  const found = await conflicts.page(tenantId, status, { limit: limit + 1, after });
  const { items, nextAfter } = pageOf(found, limit);
  return { conflicts: items, nextAfter };
}
