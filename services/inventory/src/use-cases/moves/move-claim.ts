import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { decideMove } from '../../domain/moves/move-claim.ts';
import type { InventoryDeps } from '../../ports/deps.ts';
import type { MovedClaim, MoveRequest } from '../../ports/moves.ts';

/** Moves a claim to another stay. At no moment are the units of either stay free. A repeated move has the first result. */
export function moveClaim(
  { moves }: Pick<InventoryDeps, 'moves'>,
  { tenantId, livemode }: RequestContext,
  input: MoveRequest,
): Promise<Result<MovedClaim>> {
  return moves.move({ tenantId, livemode }, input, (context) => decideMove(context, input.target));
}
