import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { blockSpan } from '../../domain/blocks/block.ts';
import type { BlockTimes, FeedEvent, ImportedBlock } from '../../domain/blocks/block.ts';
import { planBlockChanges } from '../../domain/blocks/plan-block-changes.ts';
import type { BlockChanges } from '../../domain/blocks/plan-block-changes.ts';
import { resourceNotFound } from '../../domain/resources/resource.ts';
import type { Span } from '../../domain/time/stay.ts';
import type { BlockSyncContext } from '../../ports/claims.ts';
import type { InventoryDeps } from '../../ports/deps.ts';

export interface TimedFeedEvent extends FeedEvent {
  readonly times: BlockTimes;
}

export interface ReplaceBlocks {
  readonly connectionId: string;
  readonly sequence: number;
  readonly events: readonly TimedFeedEvent[];
  /** Removes blocks that have begun, too: the connection is deleted. */
  readonly all: boolean;
  /** The resources that the connection still covers; blocks on others are removed, also those that have begun. */
  readonly mappedTo: readonly string[] | undefined;
}

export interface ReplacedBlocks {
  readonly added: number;
  readonly moved: number;
  readonly removed: number;
  readonly kept: number;
}

/** Makes the blocks of a connection equal to its events. An outdated sync changes nothing. */
export async function replaceBlocks(
  { blocks }: Pick<InventoryDeps, 'blocks'>,
  { tenantId, livemode }: RequestContext,
  input: ReplaceBlocks,
): Promise<Result<ReplacedBlocks>> {
  const { connectionId, sequence, events } = input;
  const resourceIds = [...new Set(events.map(({ resourceId }) => resourceId))];
  const keys = [...new Set(events.map(({ key }) => key))];
  const sync = { connectionId, sequence, resourceIds, keys, livemode };
  const replaced = await blocks.replace(tenantId, sync, (context) => decide(input, context));
  if (!replaced.ok) return replaced;
  if (replaced.value === undefined) return ok({ added: 0, moved: 0, removed: 0, kept: events.length });
  const { added, moved, removed, kept } = replaced.value;
  return ok({ added: added.length, moved: moved.length, removed: removed.length, kept });
}

function decide(
  { events, all, mappedTo }: ReplaceBlocks,
  { resources, stored }: BlockSyncContext,
): Result<BlockChanges> {
  const imported: ImportedBlock[] = [];
  for (const event of events) {
    const resource = resources.get(event.resourceId);
    if (resource === undefined) return resourceNotFound;
    const span = blockSpan(resource, event.times);
    // An event without duration takes no unit.
    if (span.start < span.end) imported.push(importedBlock(event, span));
  }
  const mapped = mappedTo && new Set(mappedTo);
  const nowAt = (resourceId: string): number => resources.get(resourceId)?.now ?? 0;
  const removesBegun = (resourceId: string): boolean => all || mapped?.has(resourceId) === false;
  return ok(planBlockChanges(stored, imported, { nowAt, removesBegun }));
}

function importedBlock(event: FeedEvent, { start, end }: Span): ImportedBlock {
  const { key, resourceId, listingId, inboundEvent, startsAt, endsAt } = event;
  return { key, resourceId, listingId, inboundEvent, startsAt, endsAt, start, end };
}
