import type { KeyRecord, Operator, Tenant } from '../../domain/tenant.ts';

export function tenantRecord(tenant: Tenant) {
  const { id, sandboxId, name, slug, timezone, defaultCurrency, createdAt } = tenant;
  return { id, sandboxId, name, slug, timezone, defaultCurrency, createdAt: timestamp(createdAt) };
}

export function keyRecord(key: KeyRecord) {
  return {
    id: key.id,
    kind: key.kind,
    mode: key.mode,
    name: key.name,
    prefix: key.prefix,
    permissions: key.permissions,
    allowedOrigins: key.allowedOrigins,
    requestsPerMinute: key.requestsPerMinute,
    createdAt: timestamp(key.createdAt),
    lastUsedAt: key.lastUsedAt === null ? null : timestamp(key.lastUsedAt),
  };
}

/** The one answer that holds the key itself. */
export function shownKey({ key, ...record }: KeyRecord & { key: string }) {
  return { ...keyRecord(record), key };
}

export function operatorRecord({ id, tenantId, email, createdAt }: Operator) {
  return { id, tenantId, email, createdAt: timestamp(createdAt) };
}

function timestamp(instant: Temporal.Instant): string {
  return instant.toString({ smallestUnit: 'millisecond' });
}
