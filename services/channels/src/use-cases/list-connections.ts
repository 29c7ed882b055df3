import type { RequestContext } from '@lodging/kit-runtime';
// list-connections: a tenant's connections page by page, oldest first.
import type { Connection } from '../domain/connection.ts';
import type { Connections, ListPosition, Page } from './connection-ports.ts';
import { pageOf } from './page-of.ts';

export async function listConnections(
  { connections }: { readonly connections: Connections },
  { tenantId }: RequestContext,
  { limit, after }: Page,
): Promise<{ readonly connections: readonly Connection[]; readonly nextAfter: ListPosition | null }> {
  const { items, nextAfter } = pageOf(await connections.page(tenantId, { limit: limit + 1, after }), limit);
  return { connections: items, nextAfter };
}
