import type { TenantLimits } from '../limits/client-limits.ts';
import type { Mode } from '../keys/api-key.ts';

/** A live tenant and its sandbox, which are created together. */
export interface Tenant extends TenantLimits {
  readonly id: string;
  readonly sandboxId: string;
  readonly name: string;
  readonly slug: string;
  readonly timezone: string;
  readonly defaultCurrency: string;
  readonly createdAt: Temporal.Instant;
  /** While it is set, no key and no operator session of the tenant or its sandbox is accepted. */
  readonly suspendedAt: Temporal.Instant | null;
  readonly suspendedReason: string | null;
}

/** A tenant that is suspended already keeps the time and takes the new reason. */
export function suspended(tenant: Tenant, reason: string, now: Temporal.Instant): Tenant {
  return { ...tenant, suspendedAt: tenant.suspendedAt ?? now, suspendedReason: reason };
}

export function reinstated(tenant: Tenant): Tenant {
  return { ...tenant, suspendedAt: null, suspendedReason: null };
}

export function tenantIdForMode(tenant: Tenant, mode: Mode): string {
  return mode === 'live' ? tenant.id : tenant.sandboxId;
}
