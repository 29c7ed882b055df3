import { ok } from '@lodging/kernel';
import type { Refusal, Result } from '@lodging/kernel';
import { displayPrefix, formatKey, KEY_RANDOM_BYTES, originsFor, permissionsFor } from '../domain/api-key.ts';
import type { ApiKey, KeyKind, Mode } from '../domain/api-key.ts';
import { keyFields } from '../domain/audit-fields.ts';
import { createdFields, HIDDEN } from '../domain/audit.ts';
import { expiryRefusal } from '../domain/expiry.ts';
import { tenantIdForMode } from '../domain/tenant.ts';
import type { ApiKeyRepository, Digest, RandomBytes } from '../ports.ts';
import { auditEntry } from './audit-entry.ts';
import type { AdminContext, AuditDeps } from './audit-entry.ts';
import { findTenant } from './find-tenant.ts';
import type { FindTenantDeps, TenantNotFound } from './find-tenant.ts';

export interface CreateApiKeyDeps extends FindTenantDeps, AuditDeps {
  readonly apiKeys: Pick<ApiKeyRepository, 'add'>;
  readonly randomBytes: RandomBytes;
  readonly digest: Digest;
}

export interface NewApiKey {
  readonly kind: KeyKind;
  readonly mode: Mode;
  readonly name?: string | undefined;
  readonly permissions?: readonly string[] | undefined;
  readonly allowedOrigins?: readonly string[] | undefined;
  readonly requestsPerMinute?: number | undefined;
  readonly expiresAt: Temporal.Instant | null;
  /** What a secret key has where `permissions` is absent. */
  readonly defaultPermissions: readonly string[];
}

/** An API key together with its text, which is stored nowhere. */
export type IssuedApiKey = ApiKey & { readonly key: string };

export async function createApiKey(
  deps: CreateApiKeyDeps,
  ctx: AdminContext,
  input: NewApiKey,
): Promise<Result<IssuedApiKey, TenantNotFound | Refusal<'validation_failed'>>> {
  const { apiKeys, randomBytes, digest, newId, clock } = deps;
  const createdAt = clock.now().round('millisecond');
  const refusal = expiryRefusal(input.expiresAt, createdAt);
  if (refusal !== undefined) return refusal;
  const tenant = await findTenant(deps, ctx);
  if (!tenant.ok) return tenant;
  const { kind, mode } = input;
  const key = formatKey(kind, mode, randomBytes(KEY_RANDOM_BYTES));
  const apiKey: ApiKey = {
    id: newId(),
    tenantId: tenantIdForMode(tenant.value, mode),
    ownerId: tenant.value.id,
    kind,
    mode,
    name: input.name ?? null,
    prefix: displayPrefix(key),
    permissions: permissionsFor(kind, input.permissions ?? input.defaultPermissions),
    allowedOrigins: originsFor(kind, input.allowedOrigins ?? []),
    requestsPerMinute: input.requestsPerMinute ?? null,
    createdAt,
    expiresAt: input.expiresAt,
    lastUsedAt: null,
  };
  const entry = auditEntry(deps, ctx.source, {
    tenantId: tenant.value.id,
    action: 'api_key.created',
    target: { kind: 'api_key', id: apiKey.id },
    changes: createdFields({ ...keyFields(apiKey), key: HIDDEN }),
  });
  await apiKeys.add(apiKey, digest(key), entry);
  return ok({ ...apiKey, key });
}
