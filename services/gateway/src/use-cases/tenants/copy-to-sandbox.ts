import type { SandboxCopy } from '@lodging/contract-public';
import type { Result } from '@lodging/kernel';
import { createdFields } from '../../domain/audit/audit.ts';
import type { AuditAction } from '../../domain/audit/audit.ts';
import type { GatewayDeps } from '../../ports/deps.ts';
import type { AdminContext } from '../audit/audit-entry.ts';
import { auditedCall } from '../audit/audited-call.ts';
import { contextForMode } from './find-tenant.ts';

export type CopyToSandboxDeps = Pick<GatewayDeps, 'tenants' | 'audit' | 'inventory' | 'clock' | 'newId'>;

/** Fills the empty sandbox of the tenant with what its live side sells. */
export async function copyToSandbox(
  deps: CopyToSandboxDeps,
  ctx: AdminContext,
): Promise<Result<SandboxCopy>> {
  const { tenantId } = ctx;
  const sandbox = await contextForMode(deps, ctx, 'test');
  if (!sandbox.ok) return sandbox;
  const target = { kind: 'tenant', id: tenantId };
  const auditAction: AuditAction = { tenantId, action: 'sandbox.copied', target, changes: [] };
  return auditedCall(deps, ctx.source, auditAction, {
    call: () => deps.inventory.copyToSandbox(sandbox.value, tenantId),
    learn: ({ value }) => ({ changes: createdFields(value) }),
  });
}
