import { ok, refuse } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { blockNotFound, datesOfBlock } from '../../domain/blocks/own-block.ts';
import type { BlockKind, BlockPeriod, OwnBlock } from '../../domain/blocks/own-block.ts';
import { resourceNotFound } from '../../domain/resources/resource.ts';
import { LIMITS, refuseGrowth } from '../../domain/resources/tenant-limits.ts';
import { isGeneric } from '../../domain/time/resource-kind.ts';
import type { LockedBlocks } from '../../ports/blocks.ts';
import type { InventoryDeps } from '../../ports/deps.ts';
import { refuseTaken } from './refuse-taken.ts';

export interface CreateBlock extends BlockPeriod {
  readonly resourceId: string;
  readonly units: number;
  readonly kind: BlockKind;
  readonly note: string | null;
  readonly idempotencyKey: string;
  readonly fingerprint: string;
}

/** A block as it is answered. */
export interface AnsweredBlock {
  readonly block: OwnBlock;
  readonly isGeneric: boolean;
  /** An earlier request with the same key made it. */
  readonly isReplayed: boolean;
}

export async function createBlock(
  { ownBlocks, newId }: Pick<InventoryDeps, 'ownBlocks' | 'newId'>,
  { tenantId }: RequestContext,
  input: CreateBlock,
): Promise<Result<AnsweredBlock>> {
  return ownBlocks.change(tenantId, input.resourceId, async (blocks) => {
    const known = await blocks.findKey(input.idempotencyKey);
    if (known !== undefined) return replay(blocks, known, input);
    const { resource, now } = blocks;
    if (resource === undefined) return resourceNotFound;
    const dates = datesOfBlock(resource, input);
    if (!dates.ok) return dates;
    const { resourceId, units, kind, note, idempotencyKey, fingerprint } = input;
    const record = { version: 1, revision: 0, datesChangedAt: now, createdAt: now, updatedAt: now };
    const block: OwnBlock = { id: newId(), resourceId, units, kind, note, ...dates.value, ...record };
    const full = await refuseManyBlocks(blocks, block);
    if (full !== undefined) return full;
    const taken = await refuseTaken(blocks, resource, block);
    if (taken !== undefined) return taken;
    blocks.insert(block, { idempotencyKey, fingerprint });
    return ok({ block, isGeneric: isGeneric(resource), isReplayed: false });
  });
}

async function replay(
  blocks: LockedBlocks,
  known: { readonly fingerprint: string; readonly blockId: string },
  { fingerprint }: CreateBlock,
): Promise<Result<AnsweredBlock>> {
  if (known.fingerprint !== fingerprint)
    return refuse('idempotency_key_conflict', 'The Idempotency-Key was used for another block.');
  const block = await blocks.find(known.blockId);
  const { resource } = blocks;
  if (block === undefined || resource === undefined) return blockNotFound;
  return ok({ block, isGeneric: isGeneric(resource), isReplayed: true });
}

/** One that is over does not count. */
export async function refuseManyBlocks(blocks: LockedBlocks, { endsAt }: Pick<OwnBlock, 'endsAt'>) {
  if (Temporal.Instant.compare(endsAt, blocks.now) <= 0) return undefined;
  const before = await blocks.countLiving();
  return refuseGrowth(LIMITS.blocks, { before, after: before + 1 });
}
