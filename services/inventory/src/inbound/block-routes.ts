import * as contract from '@lodging/contract-inventory';
import { mapResult, ok } from '@lodging/kernel';
import { okReplayed, on } from '@lodging/kit-messaging';
import type { Route } from '@lodging/kit-messaging';
import { checkPeriod } from '../domain/blocks/listed-period.ts';
import { blockNotFound, blockTag } from '../domain/blocks/own-block.ts';
import { isGeneric } from '../domain/time/resource-kind.ts';
import type { InventoryDeps } from '../ports/deps.ts';
import { changeBlock } from '../use-cases/blocks/change-block.ts';
import { createBlock } from '../use-cases/blocks/create-block.ts';
import { deleteBlock } from '../use-cases/blocks/delete-block.ts';
import {
  answeredBlockToWire,
  blocksOfResourcesToWire,
  blocksToWire,
  blockToWire,
  changeBlockFromWire,
  createBlockFromWire,
  listBlocksFromWire,
  listedPeriodFromWire,
} from '../wire/blocks.ts';

export function ownBlockRoutes(deps: InventoryDeps): Route[] {
  return [
    on(contract.createBlock, async (request, ctx) => {
      const created = await createBlock(deps, ctx, createBlockFromWire(request));
      if (!created.ok) return created;
      const block = answeredBlockToWire(created.value);
      return created.value.isReplayed ? okReplayed(block) : ok(block);
    }),
    on(contract.listBlocks, async (request, { tenantId }) => {
      const period = listedPeriodFromWire(request);
      const inOrder = checkPeriod(period.from, period.to);
      if (!inOrder.ok) return inOrder;
      return ok(blocksToWire(await deps.ownBlocks.list(tenantId, listBlocksFromWire(request))));
    }),
    on(contract.readBlock, async ({ blockId, knownTags = [] }, { tenantId }) => {
      const found = await deps.ownBlocks.find(tenantId, blockId);
      if (found === undefined) return blockNotFound;
      const etag = blockTag(found.block);
      const isKnown = knownTags.includes('*') || knownTags.includes(etag);
      return ok({ etag, block: isKnown ? null : blockToWire(found.block, isGeneric(found)) });
    }),
    on(contract.changeBlock, async (request, ctx) =>
      mapResult(await changeBlock(deps, ctx, changeBlockFromWire(request)), answeredBlockToWire),
    ),
    on(contract.deleteBlock, async (request, ctx) =>
      mapResult(await deleteBlock(deps, ctx, request), () => ({})),
    ),
    on(contract.listResourceBlocks, async ({ from, to, ...filter }, { tenantId }) =>
      ok(
        blocksOfResourcesToWire(
          await deps.ownBlocks.listOfResources(tenantId, filter, { from, to }, contract.MAX_RESOURCE_BLOCKS),
        ),
      ),
    ),
  ];
}
