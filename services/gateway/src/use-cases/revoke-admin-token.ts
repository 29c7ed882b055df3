import { ok, refuse } from '@lodging/kernel';
import type { Refusal, Result } from '@lodging/kernel';
import type { AdminTokenRepository } from '../ports.ts';

export interface RevokeAdminTokenDeps {
  readonly adminTokens: Pick<AdminTokenRepository, 'revoke'>;
}

export async function revokeAdminToken(
  { adminTokens }: RevokeAdminTokenDeps,
  { tokenId }: { readonly tokenId: string },
): Promise<Result<undefined, Refusal<'admin_token_not_found'>>> {
  const revoked = await adminTokens.revoke(tokenId);
  return revoked ? ok(undefined) : refuse('admin_token_not_found', 'There is no such admin token.');
}
