import { ok, SECRET_RANDOM_BYTES } from '@lodging/kernel';
import type { Refusal, Result } from '@lodging/kernel';
import { formatAdminToken } from '../domain/admin-token.ts';
import type { AdminToken } from '../domain/admin-token.ts';
import { adminTokenFields } from '../domain/audit-fields.ts';
import { createdFields, HIDDEN } from '../domain/audit.ts';
import { expiryRefusal } from '../domain/expiry.ts';
import type { AdminTokenRepository, Digest, RandomBytes } from '../ports.ts';
import { auditEntry } from './audit-entry.ts';
import type { AdminContext, AuditDeps } from './audit-entry.ts';

export interface CreateAdminTokenDeps extends AuditDeps {
  readonly adminTokens: Pick<AdminTokenRepository, 'add'>;
  readonly randomBytes: RandomBytes;
  readonly digest: Digest;
}

export type NewAdminToken = Pick<AdminToken, 'name' | 'expiresAt'>;

/** An admin token together with its text, which is stored nowhere. */
export type IssuedAdminToken = AdminToken & { readonly token: string };

export async function createAdminToken(
  deps: CreateAdminTokenDeps,
  { source }: Pick<AdminContext, 'source'>,
  { name, expiresAt }: NewAdminToken,
): Promise<Result<IssuedAdminToken, Refusal<'validation_failed'>>> {
  const { adminTokens, randomBytes, digest, newId, clock } = deps;
  const createdAt = clock.now().round('millisecond');
  const refusal = expiryRefusal(expiresAt, createdAt);
  if (refusal !== undefined) return refusal;
  const token = formatAdminToken(randomBytes(SECRET_RANDOM_BYTES));
  const adminToken: AdminToken = { id: newId(), name, createdAt, expiresAt, lastUsedAt: null };
  const entry = auditEntry(deps, source, {
    tenantId: null,
    action: 'admin_token.created',
    target: { kind: 'admin_token', id: adminToken.id },
    changes: createdFields({ ...adminTokenFields(adminToken), token: HIDDEN }),
  });
  await adminTokens.add(adminToken, digest(token), entry);
  return ok({ ...adminToken, token });
}
