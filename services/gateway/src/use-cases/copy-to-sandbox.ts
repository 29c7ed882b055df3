import type { SandboxCopy } from '@lodging/contract-public';
import type { Result } from '@lodging/kernel';
import { createdFields } from '../domain/audit.ts';
import type { Deed } from '../domain/audit.ts';
import type { InventoryClient } from '../ports.ts';
import type { AdminContext } from './audit-entry.ts';
import { auditedCall } from './audited-call.ts';
import type { AuditedCallDeps } from './audited-call.ts';
import { contextForMode } from './find-tenant.ts';
import type { FindTenantDeps } from './find-tenant.ts';

export interface CopyToSandboxDeps extends FindTenantDeps, AuditedCallDeps {
  readonly inventory: Pick<InventoryClient, 'copyToSandbox'>;
}

/** Fills the empty sandbox of the tenant with what its live side sells. */
export async function copyToSandbox(
  deps: CopyToSandboxDeps,
  ctx: AdminContext,
): Promise<Result<SandboxCopy>> {
  const { tenantId } = ctx;
  const sandbox = await contextForMode(deps, ctx, 'test');
  if (!sandbox.ok) return sandbox;
  const target = { kind: 'tenant', id: tenantId };
  const deed: Deed = { tenantId, action: 'sandbox.copied', target, changes: [] };
  return auditedCall(deps, ctx.source, deed, {
    call: () => deps.inventory.copyToSandbox(sandbox.value, tenantId),
    learn: ({ value }) => ({ changes: createdFields(value) }),
  });
}
