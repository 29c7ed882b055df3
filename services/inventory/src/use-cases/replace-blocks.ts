import type { ExternalBlock, replaceBlocks as operation } from '@lodging/contract-inventory';
import type { RequestOf } from '@lodging/contract-wire';
import { ok, refuse } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import { blockSpan } from '../domain/block.ts';
import type { WantedBlock } from '../domain/block.ts';
import { planBlocks } from '../domain/replace-blocks.ts';
import type { BlockPlan } from '../domain/replace-blocks.ts';
import type { Blocks, BlockScene } from './ports.ts';
import { noResource } from './wire.ts';

type Request = RequestOf<typeof operation>;

export function replaceBlocks({ blocks }: { blocks: Blocks }) {
  return async (tenantId: string, request: Request, livemode: boolean) => {
    const { connectionId, sequence } = request;
    const resourceIds = [...new Set(request.blocks.map(({ resourceId }) => resourceId))];
    const keys = [...new Set(request.blocks.map(({ key }) => key))];
    const step = { connectionId, sequence, resourceIds, keys, livemode };
    const replaced = await blocks.replace(tenantId, step, (scene) => decide(request, scene));
    if (!replaced.ok) return replaced;
    if (replaced.value === undefined)
      return ok({ added: 0, moved: 0, removed: 0, kept: request.blocks.length });
    const { added, moved, removed, kept } = replaced.value;
    return ok({ added: added.length, moved: moved.length, removed: removed.length, kept });
  };
}

function decide(request: Request, { places, known }: BlockScene): Result<BlockPlan> {
  const wanted: WantedBlock[] = [];
  for (const block of request.blocks) {
    const place = places.get(block.resourceId);
    if (place === undefined) return refuse(...noResource);
    const span = blockSpan(place, timesOf(block));
    // An event that takes no time takes no unit.
    if (span.start < span.end) wanted.push(wantedOf(block, span));
  }
  const nowAt = (id: string): number => places.get(id)?.now ?? 0;
  const mappedTo = request.mappedTo && new Set(request.mappedTo);
  const isGivenUp = (id: string): boolean => request.all === true || mappedTo?.has(id) === false;
  return ok(planBlocks(known, wanted, { nowAt, isGivenUp }));
}

function timesOf({ key, dates, instants }: ExternalBlock): Parameters<typeof blockSpan>[1] {
  if (dates !== undefined) return { dates };
  if (instants === undefined) throw new Error(`the block ${key} says neither dates nor times`);
  const [from, to] = instants;
  return { instants: [Temporal.Instant.from(from), Temporal.Instant.from(to)] };
}

function wantedOf(block: ExternalBlock, { start, end }: Pick<WantedBlock, 'start' | 'end'>): WantedBlock {
  const { key, resourceId, listingId, inboundEvent = key, startsAt, endsAt } = block;
  // The one character that the database cannot keep.
  const shown = inboundEvent.replaceAll('\0', '');
  return { key, resourceId, listingId, inboundEvent: shown, startsAt, endsAt, start, end };
}
