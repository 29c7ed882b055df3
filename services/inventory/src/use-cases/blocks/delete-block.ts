import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { blockNotFound, checkVersion } from '../../domain/blocks/own-block.ts';
import type { InventoryDeps } from '../../ports/deps.ts';

export async function deleteBlock(
  { ownBlocks }: Pick<InventoryDeps, 'ownBlocks'>,
  { tenantId }: RequestContext,
  { blockId, ifMatch }: { readonly blockId: string; readonly ifMatch?: readonly string[] | undefined },
): Promise<Result<null>> {
  const found = await ownBlocks.find(tenantId, blockId);
  if (found === undefined) return blockNotFound;
  return ownBlocks.change(tenantId, found.block.resourceId, async (blocks) => {
    const current = await blocks.find(blockId);
    if (current === undefined) return blockNotFound;
    const unchanged = checkVersion(ifMatch, current);
    if (!unchanged.ok) return unchanged;
    blocks.delete(blockId);
    return ok(null);
  });
}
