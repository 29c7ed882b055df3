import type { Result } from '@lodging/kernel';
import type { Mode } from '../domain/api-key.ts';
import { tenantIdOf } from '../domain/tenant.ts';
import type { PlatformCall, TenantStore } from './ports.ts';
import { readTenant } from './read-tenant.ts';

export async function ofTenant<T>(
  tenants: Pick<TenantStore, 'find'>,
  { tenantId, mode, requestId }: { tenantId: string; mode: Mode; requestId: string },
  ask: (call: PlatformCall) => Promise<Result<T>>,
): Promise<Result<T>> {
  const tenant = await readTenant(tenants, tenantId);
  if (!tenant.ok) return tenant;
  return ask({ tenantId: tenantIdOf(tenant.value, mode), livemode: mode === 'live', requestId });
}
