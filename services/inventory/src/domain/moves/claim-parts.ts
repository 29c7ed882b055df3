import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import { claimReleased } from '../claims/claim.ts';
import type { ClaimRefusal, ReleaseReason } from '../claims/claim.ts';
import { decideMove, missingUnits } from './move-claim.ts';
import type { ClaimedUnits, MoveContext, MoveTarget } from './move-claim.ts';

/** Units that a change of a stay needs beyond its claim, leased until the change is paid. */
export interface ClaimPart extends ClaimedUnits {
  readonly id: string;
}

export interface PartsContext extends MoveContext {
  /** The parts that were leased under the ids of the request. */
  readonly leased: readonly (ClaimPart & { readonly expired: boolean })[];
  /** The reasons of the tombstones of these ids. */
  readonly released: readonly ReleaseReason[];
}

export interface LeasedParts {
  readonly parts: readonly ClaimPart[];
  /** What has to be written for them: true unless all are leased already. */
  readonly isNew: boolean;
  readonly exclusive: boolean;
}

/** Parts that have lapsed are taken again where their units are free; those that were released are not. */
export function decideParts(
  context: PartsContext,
  target: MoveTarget,
  ids: readonly string[],
): Result<LeasedParts, ClaimRefusal> {
  if (context.released.some((reason) => reason !== 'expired')) return claimReleased;
  const moved = decideMove(context, target);
  if (!moved.ok) return moved;
  const parts = missingUnits(moved.value).map((units, index) => ({ id: idOf(ids, index), ...units }));
  const isLeased = (id: string) => context.leased.some((part) => part.id === id && !part.expired);
  const isNew = !parts.every(({ id }) => isLeased(id));
  return ok({ parts, isNew, exclusive: moved.value.exclusive });
}

function idOf(ids: readonly string[], index: number): string {
  const id = ids[index];
  if (id === undefined) throw new Error('a change has more parts than ids');
  return id;
}
