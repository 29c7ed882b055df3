import type { ClientLimits } from './client-limits.ts';
import type { Mode } from './api-key.ts';

/** A live tenant and its sandbox, which are created together. */
export interface Tenant extends ClientLimits {
  readonly id: string;
  readonly sandboxId: string;
  readonly name: string;
  readonly slug: string;
  readonly timezone: string;
  readonly defaultCurrency: string;
  readonly createdAt: Temporal.Instant;
}

export function tenantIdForMode(tenant: Tenant, mode: Mode): string {
  return mode === 'live' ? tenant.id : tenant.sandboxId;
}
