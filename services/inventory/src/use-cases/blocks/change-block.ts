import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { blockNotFound, checkVersion, datesOfBlock, needsUnits } from '../../domain/blocks/own-block.ts';
import type {
  BlockDates,
  BlockedUnits,
  BlockKind,
  BlockMoment,
  OwnBlock,
} from '../../domain/blocks/own-block.ts';
import { DAY_MS, isoDate } from '../../domain/time/day-number.ts';
import { isGeneric } from '../../domain/time/resource-kind.ts';
import type { InventoryDeps } from '../../ports/deps.ts';
import { refuseManyBlocks } from './create-block.ts';
import type { AnsweredBlock } from './create-block.ts';
import { refuseTaken } from './refuse-taken.ts';

/** An absent field stays as it is. */
export interface ChangeBlock {
  readonly blockId: string;
  readonly ifMatch: readonly string[] | undefined;
  readonly from: BlockMoment | undefined;
  readonly to: BlockMoment | undefined;
  readonly units: number | undefined;
  readonly kind: BlockKind | undefined;
  readonly note: string | null | undefined;
}

/** One move: the block takes its new units in the commit that gives up the old ones. */
export async function changeBlock(
  { ownBlocks }: Pick<InventoryDeps, 'ownBlocks'>,
  { tenantId }: RequestContext,
  input: ChangeBlock,
): Promise<Result<AnsweredBlock>> {
  const found = await ownBlocks.find(tenantId, input.blockId);
  if (found === undefined) return blockNotFound;
  return ownBlocks.change(tenantId, found.block.resourceId, async (blocks) => {
    const current = await blocks.find(input.blockId);
    const { resource, now } = blocks;
    if (current === undefined || resource === undefined) return blockNotFound;
    const unchanged = checkVersion(input.ifMatch, current);
    if (!unchanged.ok) return unchanged;
    const dates = datesAfter(current, resource, input);
    if (!dates.ok) return dates;
    const block = merge(current, dates.value, input, now);
    const answer = ok({ block, isGeneric: isGeneric(resource), isReplayed: false });
    if (block === current) return answer;
    const wasOver = Temporal.Instant.compare(current.endsAt, now) <= 0;
    const full = wasOver ? await refuseManyBlocks(blocks, block) : undefined;
    if (full !== undefined) return full;
    const taken = needsUnits(current, block) ? await refuseTaken(blocks, resource, block) : undefined;
    if (taken !== undefined) return taken;
    blocks.update(block, needsUnits(current, block) || needsUnits(block, current));
    return answer;
  });
}

/** The dates keep their times unless one of them is sent. */
function datesAfter(
  current: OwnBlock,
  resource: BlockedUnits,
  { from, to }: ChangeBlock,
): Result<BlockDates> {
  if (from === undefined && to === undefined) return ok(current);
  const { start, end } = current.span;
  return datesOfBlock(resource, {
    from: from ?? momentOf(resource, start),
    to: to ?? momentOf(resource, end),
  });
}

function momentOf(resource: BlockedUnits, at: number): BlockMoment {
  if (isGeneric(resource)) return Temporal.Instant.fromEpochMilliseconds(at);
  return Temporal.PlainDate.from(isoDate(Math.floor(at / DAY_MS)));
}

/** The current block where nothing changes. */
function merge(
  current: OwnBlock,
  { span, startsAt, endsAt }: BlockDates,
  { units = current.units, kind = current.kind, note = current.note }: ChangeBlock,
  now: Temporal.Instant,
): OwnBlock {
  const isMoved = span.start !== current.span.start || span.end !== current.span.end;
  const isRetimed = !startsAt.equals(current.startsAt) || !endsAt.equals(current.endsAt);
  const isChanged = units !== current.units || kind !== current.kind || note !== current.note;
  if (!isMoved && !isRetimed && !isChanged) return current;
  const moved = isMoved ? { revision: current.revision + 1, datesChangedAt: now } : {};
  const fields = { span, startsAt, endsAt, units, kind, note };
  return { ...current, ...fields, ...moved, version: current.version + 1, updatedAt: now };
}
