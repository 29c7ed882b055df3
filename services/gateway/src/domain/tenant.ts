import type { KeyKind, Mode } from './api-key.ts';

export interface Tenant {
  readonly id: string;
  readonly sandboxId: string;
  readonly name: string;
  readonly slug: string;
  readonly timezone: string;
  readonly defaultCurrency: string;
  readonly createdAt: Temporal.Instant;
}

/** The tenant that a key or an account of this mode acts for. */
export function tenantIdOf(tenant: Tenant, mode: Mode): string {
  return mode === 'live' ? tenant.id : tenant.sandboxId;
}

/** A key as its owner sees it; the key itself is shown once, when it is made. */
export interface KeyRecord {
  readonly id: string;
  readonly tenantId: string;
  readonly ownerId: string;
  readonly kind: KeyKind;
  readonly mode: Mode;
  readonly name: string | null;
  readonly prefix: string;
  readonly permissions: readonly string[];
  readonly allowedOrigins: readonly string[];
  readonly requestsPerMinute: number | null;
  readonly createdAt: Temporal.Instant;
  readonly lastUsedAt: Temporal.Instant | null;
}

export interface Operator {
  readonly id: string;
  readonly tenantId: string;
  readonly email: string;
  readonly createdAt: Temporal.Instant;
}
