import { instantText, instantTextOrNull } from '@lodging/kernel';
import type { AdminToken } from '../domain/audit/admin-token.ts';
import type { AuditEntry } from '../domain/audit/audit.ts';
import type { IssuedAdminToken } from '../use-cases/audit/create-admin-token.ts';

export function auditEntryToWire(entry: AuditEntry) {
  const { id, at, actor, tenantId, action, target, requestId, address } = entry;
  // Postgres does not keep the order of the fields.
  const changes = entry.changes.map(({ field, before, after }) => ({ field, before, after }));
  return { id, at: instantText(at), actor, tenantId, action, target, requestId, address, changes };
}

export function adminTokenToWire({ id, name, scopes, createdAt, expiresAt, lastUsedAt }: AdminToken) {
  return {
    id,
    name,
    scopes,
    createdAt: instantText(createdAt),
    expiresAt: instantTextOrNull(expiresAt),
    lastUsedAt: instantTextOrNull(lastUsedAt),
  };
}

/** The only answer that holds the token itself. */
export function issuedAdminTokenToWire({ token, ...adminToken }: IssuedAdminToken) {
  return { ...adminTokenToWire(adminToken), token };
}
