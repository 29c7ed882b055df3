import type { Refusal, Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import type { InventoryDeps } from '../../ports/deps.ts';
import type { CopiedCounts } from '../../ports/sandbox.ts';

/** The context is that of the sandbox, which the gateway knows to belong to the live tenant. */
export function copyToSandbox(
  { sandboxes }: Pick<InventoryDeps, 'sandboxes'>,
  { tenantId: sandboxId }: RequestContext,
  { liveTenantId }: { readonly liveTenantId: string },
): Promise<Result<CopiedCounts, Refusal<'sandbox_not_empty' | 'resource_locked' | 'limit_reached'>>> {
  return sandboxes.copyFrom(liveTenantId, sandboxId);
}
