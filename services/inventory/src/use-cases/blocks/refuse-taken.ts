import { blockConflict, lackOfUnits } from '../../domain/blocks/own-block.ts';
import type { BlockDates, BlockedUnits, OwnBlock } from '../../domain/blocks/own-block.ts';
import { tooManyClaimsOfBlock } from '../../domain/units/too-many-claims.ts';
import type { LockedBlocks } from '../../ports/blocks.ts';

/** Undefined: what others leave is enough for the block. */
export async function refuseTaken(
  blocks: LockedBlocks,
  resource: BlockedUnits,
  block: BlockDates & Pick<OwnBlock, 'id' | 'units'>,
) {
  const { id, span, units } = block;
  const taken = lackOfUnits(resource, span, units) ?? (await blocks.findTaken(span, units, id));
  if (taken === undefined) return undefined;
  return taken === 'too-many-claims' ? tooManyClaimsOfBlock : blockConflict(resource, block, taken);
}
