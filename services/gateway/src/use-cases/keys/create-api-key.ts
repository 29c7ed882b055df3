import { ok } from '@lodging/kernel';
import type { Refusal, Result } from '@lodging/kernel';
import {
  displayPrefix,
  formatKey,
  KEY_RANDOM_BYTES,
  originsFor,
  originsRefusal,
  permissionsFor,
} from '../../domain/keys/api-key.ts';
import type { ApiKey, KeyKind, Mode } from '../../domain/keys/api-key.ts';
import { keyFields } from '../../domain/audit/audit-fields.ts';
import { createdFields, HIDDEN } from '../../domain/audit/audit.ts';
import { expiryRefusal } from '../../domain/keys/expiry.ts';
import { tenantIdForMode } from '../../domain/tenants/tenant.ts';
import type { GatewayDeps } from '../../ports/deps.ts';
import { auditEntry } from '../audit/audit-entry.ts';
import type { AdminContext } from '../audit/audit-entry.ts';
import { findTenant } from '../tenants/find-tenant.ts';
import type { TenantNotFound } from '../tenants/find-tenant.ts';

export type CreateApiKeyDeps = Pick<
  GatewayDeps,
  'tenants' | 'apiKeys' | 'clock' | 'newId' | 'randomBytes' | 'digest'
>;

export interface NewApiKey {
  readonly kind: KeyKind;
  readonly mode: Mode;
  readonly name?: string | undefined;
  readonly permissions?: readonly string[] | undefined;
  readonly allowedOrigins?: readonly string[] | undefined;
  readonly requestsPerMinute?: number | undefined;
  readonly expiresAt: Temporal.Instant | null;
  /** The permissions of a secret key without `permissions`. */
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
  const { kind, mode, allowedOrigins = [] } = input;
  const refusal = expiryRefusal(input.expiresAt, createdAt) ?? originsRefusal(kind, allowedOrigins);
  if (refusal !== undefined) return refusal;
  const tenant = await findTenant(deps, ctx);
  if (!tenant.ok) return tenant;
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
    allowedOrigins: originsFor(kind, allowedOrigins),
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
