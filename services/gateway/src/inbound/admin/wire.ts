import type { Connection } from '@lodging/contract-channels';
import type { BacklogOverview, Feed, HealthOverview } from '@lodging/contract-public';
import type { BacklogReport } from '@lodging/contract-wire';
import { instantText } from '@lodging/kernel';
import type { AdminToken } from '../../domain/admin-token.ts';
import type { ApiKey } from '../../domain/api-key.ts';
import type { AuditEntry } from '../../domain/audit.ts';
import type { ListedOperator, Operator } from '../../domain/operator.ts';
import type { Tenant } from '../../domain/tenant.ts';
import type { Collected } from '../../use-cases/collect-from-services.ts';
import type { IssuedAdminToken } from '../../use-cases/create-admin-token.ts';
import type { IssuedApiKey } from '../../use-cases/create-api-key.ts';
import type { ServiceDeadLetter } from '../../use-cases/list-dead-letters.ts';
import type { Health } from '../../use-cases/read-health.ts';

export function tenantWire(tenant: Tenant) {
  const { maxOpenHolds, maxHeldUnitNights, codesPerAddressHour, codesPerClientHour } = tenant;
  const { id, sandboxId, name, slug, timezone, defaultCurrency, suspendedReason } = tenant;
  return {
    id,
    sandboxId,
    name,
    slug,
    timezone,
    defaultCurrency,
    maxOpenHolds,
    maxHeldUnitNights,
    codesPerAddressHour,
    codesPerClientHour,
    createdAt: instantText(tenant.createdAt),
    suspendedAt: instantOrNull(tenant.suspendedAt),
    suspendedReason,
  };
}

/** The instant of a request; null where it is absent. */
export function instantIn(text: string | null | undefined): Temporal.Instant | null {
  return text === undefined || text === null ? null : Temporal.Instant.from(text);
}

function instantOrNull(instant: Temporal.Instant | null): string | null {
  return instant === null ? null : instantText(instant);
}

export function auditEntryWire(entry: AuditEntry) {
  const { id, at, actor, tenantId, action, target, requestId, address } = entry;
  // Postgres does not keep the order of the fields.
  const changes = entry.changes.map(({ field, before, after }) => ({ field, before, after }));
  return { id, at: instantText(at), actor, tenantId, action, target, requestId, address, changes };
}

export function adminTokenWire({ id, name, createdAt, expiresAt, lastUsedAt }: AdminToken) {
  return {
    id,
    name,
    createdAt: instantText(createdAt),
    expiresAt: instantOrNull(expiresAt),
    lastUsedAt: instantOrNull(lastUsedAt),
  };
}

/** The only answer that holds the token itself. */
export function issuedAdminTokenWire({ token, ...adminToken }: IssuedAdminToken) {
  return { ...adminTokenWire(adminToken), token };
}

export function apiKeyWire(apiKey: ApiKey) {
  return {
    id: apiKey.id,
    kind: apiKey.kind,
    mode: apiKey.mode,
    name: apiKey.name,
    prefix: apiKey.prefix,
    permissions: apiKey.permissions,
    allowedOrigins: apiKey.allowedOrigins,
    requestsPerMinute: apiKey.requestsPerMinute,
    createdAt: instantText(apiKey.createdAt),
    expiresAt: instantOrNull(apiKey.expiresAt),
    lastUsedAt: instantOrNull(apiKey.lastUsedAt),
  };
}

/** The only answer that holds the key itself. */
export function issuedApiKeyWire({ key, ...apiKey }: IssuedApiKey) {
  return { ...apiKeyWire(apiKey), key };
}

export function operatorWire({ id, tenantId, email, createdAt }: Operator) {
  return { id, tenantId, email, createdAt: instantText(createdAt) };
}

export function listedOperatorWire({ id, email, createdAt, lastSignInAt, sessions }: ListedOperator) {
  return {
    id,
    email,
    createdAt: instantText(createdAt),
    lastSignInAt: instantOrNull(lastSignInAt),
    sessions,
  };
}

export function feedWire(connection: Connection): Feed {
  const { status, lastSuccessAt, createdAt } = connection;
  return { ...connection, failingSince: status === 'error' ? (lastSuccessAt ?? createdAt) : null };
}

export function healthWire({ now, services }: Health): HealthOverview {
  const isHealthy = services.every((service) => service.reachable && service.checks.every(({ ok }) => ok));
  return { status: isHealthy ? 'ok' : 'degraded', now: instantText(now), services: [...services] };
}

export function backlogWire({ answers, unreached }: Collected<BacklogReport>): BacklogOverview {
  return {
    services: answers.map(({ service, value }) => ({ service, ...value })),
    unreachable: unreached,
  };
}

/** `diedAt` is exact to the microsecond between services, because lists are ordered by it. */
export function deadLetterWire<DeadLetter extends ServiceDeadLetter>({ service, ...deadLetter }: DeadLetter) {
  return { service, ...deadLetter, diedAt: instantText(Temporal.Instant.from(deadLetter.diedAt)) };
}
