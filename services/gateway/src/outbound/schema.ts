import type { AuditChange } from '../domain/audit/audit.ts';
import { boolean, customType, instant, integer, jsonb, pgTable, text, uuid } from '@lodging/kit-postgres';

const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' });

export const tenants = pgTable('tenants', {
  id: uuid('id').primaryKey(),
  sandboxId: uuid('sandbox_id').notNull(),
  name: text('name').notNull(),
  slug: text('slug').notNull(),
  timezone: text('timezone').notNull(),
  defaultCurrency: text('default_currency').notNull(),
  createdAt: instant('created_at').notNull(),
  maxOpenHolds: integer('max_open_holds'),
  maxHeldUnitNights: integer('max_held_unit_nights'),
  codesPerAddressHour: integer('codes_per_address_hour'),
  codesPerClientHour: integer('codes_per_client_hour'),
  heldUnitNightsAreSet: boolean('held_unit_nights_are_set').notNull(),
  keyLimitFactor: integer('key_limit_factor'),
  suspendedAt: instant('suspended_at'),
  suspendedReason: text('suspended_reason'),
});

export const apiKeys = pgTable('api_keys', {
  tenantId: uuid('tenant_id').notNull(),
  id: uuid('id').notNull(),
  ownerId: uuid('owner_id').notNull(),
  kind: text('kind', { enum: ['secret', 'publishable'] }).notNull(),
  livemode: boolean('livemode').notNull(),
  name: text('name'),
  prefix: text('prefix').notNull(),
  permissions: text('permissions').array().notNull(),
  allowedOrigins: text('allowed_origins').array().notNull(),
  requestsPerMinute: integer('requests_per_minute'),
  createdAt: instant('created_at').notNull(),
  expiresAt: instant('expires_at'),
  revokedAt: instant('revoked_at'),
  lastUsedAt: instant('last_used_at'),
});

export const apiKeySecrets = pgTable('api_key_secrets', {
  tenantId: uuid('tenant_id').notNull(),
  keyId: uuid('key_id').notNull(),
  digest: bytes('digest').notNull(),
  expiresAt: instant('expires_at'),
  createdAt: instant('created_at').notNull(),
});

export const operatorSessions = pgTable('operator_sessions', {
  tenantId: uuid('tenant_id').notNull(),
  id: uuid('id').notNull(),
  ownerId: uuid('owner_id').notNull(),
  operatorId: uuid('operator_id').notNull(),
  livemode: boolean('livemode').notNull(),
  digest: bytes('digest').notNull(),
  operatorDigest: bytes('operator_digest').notNull(),
  expiresAt: instant('expires_at').notNull(),
  createdAt: instant('created_at').notNull(),
  kind: text('kind', { enum: ['bearer', 'cookie'] }).notNull(),
  lastSeenAt: instant('last_seen_at'),
});

export const operators = pgTable('operators', {
  tenantId: uuid('tenant_id').notNull(),
  id: uuid('id').notNull(),
  email: text('email').notNull(),
  name: text('name'),
  role: text('role', { enum: ['admin', 'manager', 'front_desk', 'viewer'] }).notNull(),
  passwordHash: text('password_hash').notNull(),
  createdAt: instant('created_at').notNull(),
  lastSignInAt: instant('last_sign_in_at'),
});

export const adminTokens = pgTable('admin_tokens', {
  id: uuid('id').primaryKey(),
  name: text('name').notNull(),
  digest: bytes('digest').notNull(),
  scopes: text('scopes').array().notNull(),
  createdAt: instant('created_at').notNull(),
  expiresAt: instant('expires_at'),
  lastUsedAt: instant('last_used_at'),
});

export const auditEntries = pgTable('audit_entries', {
  id: uuid('id').primaryKey(),
  at: instant('at').notNull(),
  actorKind: text('actor_kind', {
    enum: ['admin_token', 'secret_key', 'operator', 'guest', 'system'],
  }).notNull(),
  actorId: text('actor_id').notNull(),
  actorName: text('actor_name'),
  tenantId: uuid('tenant_id'),
  action: text('action').notNull(),
  targetKind: text('target_kind'),
  targetId: text('target_id'),
  requestId: text('request_id').notNull(),
  address: text('address'),
  changes: jsonb('changes').$type<readonly AuditChange[]>().notNull(),
});

/** Sign-in attempts by SHA-256 of the e-mail address, and of the client network. */
export const signInTries = pgTable('sign_in_tries', {
  address: bytes('address').primaryKey(),
  triedAt: instant('tried_at').array().notNull(),
  lastAt: instant('last_at').notNull(),
});
