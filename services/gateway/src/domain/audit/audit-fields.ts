import { instantTextOrNull } from '@lodging/kernel';
import type { AdminToken } from './admin-token.ts';
import type { ApiKey } from '../keys/api-key.ts';
import type { AuditValue } from './audit.ts';
import { clientLimitsOf } from '../limits/client-limits.ts';
import type { Tenant } from '../tenants/tenant.ts';

type Fields = Readonly<Record<string, AuditValue>>;

export function tenantFields(tenant: Tenant): Fields {
  return {
    name: tenant.name,
    slug: tenant.slug,
    timezone: tenant.timezone,
    defaultCurrency: tenant.defaultCurrency,
    maxOpenHolds: tenant.maxOpenHolds,
    maxHeldUnitNights: tenant.maxHeldUnitNights,
    heldUnitNightsFollowSize: clientLimitsOf(tenant).heldUnitNightsFollowSize,
    codesPerAddressHour: tenant.codesPerAddressHour,
    codesPerClientHour: tenant.codesPerClientHour,
    keyLimitFactor: tenant.keyLimitFactor,
    suspendedAt: instantTextOrNull(tenant.suspendedAt),
    suspendedReason: tenant.suspendedReason,
  };
}

export function keyFields(key: ApiKey): Fields {
  const { kind, mode, name, permissions, allowedOrigins, requestsPerMinute } = key;
  const expiresAt = instantTextOrNull(key.expiresAt);
  return { kind, mode, name, permissions, allowedOrigins, requestsPerMinute, expiresAt };
}

export function adminTokenFields({ name, scopes, expiresAt }: AdminToken): Fields {
  return { name, scopes, expiresAt: instantTextOrNull(expiresAt) };
}
