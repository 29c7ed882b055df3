import { ok, refuse } from '@lodging/kernel';
import type { Refusal, Result } from '@lodging/kernel';
import { adminTokenFields } from '../../domain/audit/audit-fields.ts';
import { removedFields } from '../../domain/audit/audit.ts';
import type { GatewayDeps } from '../../ports/deps.ts';
import { auditEntry } from './audit-entry.ts';
import type { AdminContext } from './audit-entry.ts';

export type RevokeAdminTokenDeps = Pick<GatewayDeps, 'adminTokens' | 'clock' | 'newId'>;

export async function revokeAdminToken(
  deps: RevokeAdminTokenDeps,
  { source }: Pick<AdminContext, 'source'>,
  { tokenId }: { readonly tokenId: string },
): Promise<Result<undefined, Refusal<'admin_token_not_found'>>> {
  const revoked = await deps.adminTokens.revoke(tokenId, (token) =>
    auditEntry(deps, source, {
      tenantId: null,
      action: 'admin_token.revoked',
      target: { kind: 'admin_token', id: tokenId },
      changes: removedFields(adminTokenFields(token)),
    }),
  );
  return revoked ? ok(undefined) : refuse('admin_token_not_found', 'There is no such admin token.');
}
