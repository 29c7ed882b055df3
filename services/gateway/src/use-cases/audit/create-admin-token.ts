import { ok, SECRET_RANDOM_BYTES } from '@lodging/kernel';
import type { Refusal, Result } from '@lodging/kernel';
import { formatAdminToken } from '../../domain/audit/admin-token.ts';
import type { AdminToken } from '../../domain/audit/admin-token.ts';
import { adminTokenFields } from '../../domain/audit/audit-fields.ts';
import { createdFields, HIDDEN } from '../../domain/audit/audit.ts';
import { expiryRefusal } from '../../domain/keys/expiry.ts';
import type { GatewayDeps } from '../../ports/deps.ts';
import { auditEntry } from './audit-entry.ts';
import type { AdminContext } from './audit-entry.ts';

export type CreateAdminTokenDeps = Pick<
  GatewayDeps,
  'adminTokens' | 'clock' | 'newId' | 'randomBytes' | 'digest'
>;

export type NewAdminToken = Pick<AdminToken, 'name' | 'scopes' | 'expiresAt'>;

/** An admin token together with its text, which is stored nowhere. */
export type IssuedAdminToken = AdminToken & { readonly token: string };

export async function createAdminToken(
  deps: CreateAdminTokenDeps,
  { source }: Pick<AdminContext, 'source'>,
  { name, scopes, expiresAt }: NewAdminToken,
): Promise<Result<IssuedAdminToken, Refusal<'validation_failed'>>> {
  const { adminTokens, randomBytes, digest, newId, clock } = deps;
  const createdAt = clock.now().round('millisecond');
  const refusal = expiryRefusal(expiresAt, createdAt);
  if (refusal !== undefined) return refusal;
  const token = formatAdminToken(randomBytes(SECRET_RANDOM_BYTES));
  const adminToken: AdminToken = {
    id: newId(),
    name,
    scopes: [...new Set(scopes)],
    createdAt,
    expiresAt,
    lastUsedAt: null,
  };
  const entry = auditEntry(deps, source, {
    tenantId: null,
    action: 'admin_token.created',
    target: { kind: 'admin_token', id: adminToken.id },
    changes: createdFields({ ...adminTokenFields(adminToken), token: HIDDEN }),
  });
  await adminTokens.add(adminToken, digest(token), entry);
  return ok({ ...adminToken, token });
}
