import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { decideParts } from '../../domain/moves/claim-parts.ts';
import type { ClaimPart } from '../../domain/moves/claim-parts.ts';
import type { InventoryDeps } from '../../ports/deps.ts';
import type { PartsRequest } from '../../ports/moves.ts';

/** Leases what a changed stay needs beyond its claim. A repeated request has the parts of the first one. */
export function claimMore(
  { moves }: Pick<InventoryDeps, 'moves'>,
  { tenantId }: RequestContext,
  input: PartsRequest,
): Promise<Result<readonly ClaimPart[]>> {
  const { target, partIds } = input;
  return moves.lease(tenantId, input, (context) => decideParts(context, target, partIds));
}
