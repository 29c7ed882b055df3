import { ok, SECRET_RANDOM_BYTES } from '@lodging/kernel';
import type { Clock, NewId, Refusal, Result } from '@lodging/kernel';
import { formatAdminToken } from '../domain/admin-token.ts';
import type { AdminToken } from '../domain/admin-token.ts';
import { expiryRefusal } from '../domain/expiry.ts';
import type { AdminTokenRepository, Digest, RandomBytes } from '../ports.ts';

export interface CreateAdminTokenDeps {
  readonly adminTokens: Pick<AdminTokenRepository, 'add'>;
  readonly randomBytes: RandomBytes;
  readonly digest: Digest;
  readonly newId: NewId;
  readonly clock: Clock;
}

export type NewAdminToken = Pick<AdminToken, 'name' | 'expiresAt'>;

/** An admin token together with its text, which is stored nowhere. */
export type IssuedAdminToken = AdminToken & { readonly token: string };

export async function createAdminToken(
  { adminTokens, randomBytes, digest, newId, clock }: CreateAdminTokenDeps,
  { name, expiresAt }: NewAdminToken,
): Promise<Result<IssuedAdminToken, Refusal<'validation_failed'>>> {
  const createdAt = clock.now().round('millisecond');
  const refusal = expiryRefusal(expiresAt, createdAt);
  if (refusal !== undefined) return refusal;
  const token = formatAdminToken(randomBytes(SECRET_RANDOM_BYTES));
  const adminToken: AdminToken = { id: newId(), name, createdAt, expiresAt, lastUsedAt: null };
  await adminTokens.add(adminToken, digest(token));
  return ok({ ...adminToken, token });
}
