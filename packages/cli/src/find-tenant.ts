import { tenantResponse, tenantList } from '@lodging/contract-public';
import type { TenantResponse } from '@lodging/contract-public';
import { isUuid } from '@lodging/kernel';
import type { AdminClient } from './admin-client.ts';
import { failed } from './failure.ts';

const MOST_TENANTS = 100_000;

export async function findTenant(client: AdminClient, idOrSlug: string): Promise<TenantResponse> {
  if (isUuid(idOrSlug)) return client.get(`/tenants/${idOrSlug}`, tenantResponse);
  const { items } = await client.list('/tenants', {
    shape: tenantList,
    items: ({ tenants }) => tenants,
    most: MOST_TENANTS,
  });
  const found = items.find(({ slug }) => slug === idOrSlug);
  if (found === undefined)
    throw failed(`Tenant ${idOrSlug} not found by id or slug. List them with lodging tenants list.`);
  return found;
}
