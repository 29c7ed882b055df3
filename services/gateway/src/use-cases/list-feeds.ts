import type { Connection } from '@lodging/contract-channels';
import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { Mode } from '../domain/api-key.ts';
import { writeCursor } from '../domain/cursor.ts';
import type { Seal } from '../domain/cursor.ts';
import { ofTenant } from './of-tenant.ts';
import { readPage } from './page-list.ts';
import type { PageWanted } from './page-list.ts';
import type { Neighbours, TenantStore } from './ports.ts';

interface Parts {
  readonly tenants: Pick<TenantStore, 'find'>;
  readonly neighbours: Pick<Neighbours, 'listConnections'>;
  readonly seal: Seal;
}

/** Null while it is well: since when there was no good reading. */
export type Feed = Connection & { readonly failingSince: string | null };

export async function listFeeds(
  { tenants, neighbours, seal }: Parts,
  tenantId: string,
  { mode, ...wanted }: PageWanted & { mode: Mode },
  requestId: string,
): Promise<Result<{ feeds: Feed[]; nextCursor: string | null }>> {
  const scope = { list: `feeds-${mode}`, tenantId };
  const page = readPage(seal, scope, wanted);
  if (!page.ok) return page;
  const found = await ofTenant(tenants, { tenantId, mode, requestId }, (call) =>
    neighbours.listConnections(call, page.value),
  );
  if (!found.ok) return found;
  const { connections, nextAfter } = found.value;
  const nextCursor = nextAfter === null ? null : writeCursor(seal, scope, nextAfter);
  return ok({ feeds: connections.map(feedOf), nextCursor });
}

export function feedOf(connection: Connection): Feed {
  const { status, lastSuccessAt, createdAt } = connection;
  return { ...connection, failingSince: status === 'error' ? (lastSuccessAt ?? createdAt) : null };
}
