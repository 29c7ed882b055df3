import { instantText } from '@lodging/kernel';
import type { AdminToken } from './admin-token.ts';
import type { ApiKey } from './api-key.ts';
import type { AuditValue } from './audit.ts';
import type { Tenant } from './tenant.ts';

type Fields = Readonly<Record<string, AuditValue>>;

export function tenantFields(tenant: Tenant): Fields {
  return {
    name: tenant.name,
    slug: tenant.slug,
    timezone: tenant.timezone,
    defaultCurrency: tenant.defaultCurrency,
    maxOpenHolds: tenant.maxOpenHolds,
    maxHeldUnitNights: tenant.maxHeldUnitNights,
    codesPerAddressHour: tenant.codesPerAddressHour,
    codesPerClientHour: tenant.codesPerClientHour,
    suspendedAt: textOrNull(tenant.suspendedAt),
    suspendedReason: tenant.suspendedReason,
  };
}

export function keyFields(key: ApiKey): Fields {
  const { kind, mode, name, permissions, allowedOrigins, requestsPerMinute } = key;
  const expiresAt = textOrNull(key.expiresAt);
  return { kind, mode, name, permissions, allowedOrigins, requestsPerMinute, expiresAt };
}

export function adminTokenFields({ name, expiresAt }: AdminToken): Fields {
  return { name, expiresAt: textOrNull(expiresAt) };
}

function textOrNull(instant: Temporal.Instant | null): string | null {
  return instant === null ? null : instantText(instant);
}
