import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { Mode } from '../domain/api-key.ts';
import { feedOf } from './list-feeds.ts';
import type { Feed } from './list-feeds.ts';
import { ofTenant } from './of-tenant.ts';
import type { Neighbours, TenantStore } from './ports.ts';

interface Parts {
  readonly tenants: Pick<TenantStore, 'find'>;
  readonly neighbours: Pick<Neighbours, 'syncConnection'>;
}

export async function syncFeed(
  { tenants, neighbours }: Parts,
  of: { tenantId: string; mode: Mode; connectionId: string },
  requestId: string,
): Promise<Result<Feed>> {
  const synced = await ofTenant(tenants, { ...of, requestId }, (call) =>
    neighbours.syncConnection(call, of.connectionId),
  );
  return synced.ok ? ok(feedOf(synced.value)) : synced;
}
