import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { isAligned } from '../../domain/moves/align-claim.ts';
import { claimReleased } from '../../domain/claims/claim.ts';
import { decideMove } from '../../domain/moves/move-claim.ts';
import type { InventoryDeps } from '../../ports/deps.ts';
import type { MoveRequest } from '../../ports/moves.ts';

export interface AlignClaim extends Omit<MoveRequest, 'partIds' | 'forgetsEarlierMoves'> {
  /** The owner of the claim has changed its stay. */
  readonly isChanged: boolean;
}

/** True: the claim was elsewhere, and has the units of the stay now. False: it had them. */
export async function alignClaim(
  { moves }: Pick<InventoryDeps, 'moves'>,
  { tenantId, livemode }: RequestContext,
  { isChanged, ...request }: AlignClaim,
): Promise<Result<boolean>> {
  let isThere = false;
  const move = { ...request, partIds: [], forgetsEarlierMoves: true };
  const moved = await moves.move({ tenantId, livemode }, move, (context) => {
    isThere = isAligned(context, request.target, isChanged);
    // A refusal moves nothing.
    return isThere ? claimReleased : decideMove(context, request.target);
  });
  if (isThere) return ok(false);
  return moved.ok ? ok(true) : moved;
}
