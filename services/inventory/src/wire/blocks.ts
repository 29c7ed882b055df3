import { createHash } from 'node:crypto';
import type * as contract from '@lodging/contract-inventory';
import type { RequestOf, ResponseOf } from '@lodging/contract-wire';
import { instantText } from '@lodging/kernel';
import type { BlockMoment, OwnBlock } from '../domain/blocks/own-block.ts';
import { isGeneric } from '../domain/time/resource-kind.ts';
import type { Span } from '../domain/time/stay.ts';
import type { BlockFilter, BlocksOfResources, ListedBlock, PeriodEnd } from '../ports/blocks.ts';
import type { ListPage } from '../ports/resources.ts';
import type { ChangeBlock } from '../use-cases/blocks/change-block.ts';
import type { AnsweredBlock, CreateBlock } from '../use-cases/blocks/create-block.ts';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { externalBlock } from '@lodging/contract-inventory';
import type { ExternalBlock, replaceBlocks as operation } from '@lodging/contract-inventory';
import type { BlockTimes } from '../domain/blocks/block.ts';
import type { ReplaceBlocks, TimedFeedEvent } from '../use-cases/blocks/replace-blocks.ts';

/**
 * A message may have 20,000 blocks. Checking all of them at once would block the event loop, and with it every other
 * request, for a large part of a second.
 */
const BLOCKS_PER_YIELD = 500;

/** Throws for a block that does not fit the contract. */
export async function replaceBlocksFromWire(request: RequestOf<typeof operation>): Promise<ReplaceBlocks> {
  const { connectionId, sequence, blocks, all = false, mappedTo } = request;
  const events: TimedFeedEvent[] = [];
  for (let from = 0; from < blocks.length; from += BLOCKS_PER_YIELD) {
    for (const block of blocks.slice(from, from + BLOCKS_PER_YIELD)) events.push(blockFromWire(block));
    await yieldToEventLoop();
  }
  return { connectionId, sequence, events, all, mappedTo };
}

function blockFromWire(block: ExternalBlock): TimedFeedEvent {
  externalBlock.parse(block);
  const { key, resourceId, listingId, inboundEvent = key, startsAt, endsAt } = block;
  return {
    key,
    resourceId,
    listingId,
    // Postgres cannot store NUL in a text.
    inboundEvent: inboundEvent.replaceAll('\0', ''),
    startsAt,
    endsAt,
    times: timesFromWire(block),
  };
}

function timesFromWire({ key, dates, instants }: ExternalBlock): BlockTimes {
  if (dates !== undefined) return { dates };
  if (instants === undefined) throw new Error(`block ${key} has neither dates nor instants`);
  const [from, to] = instants;
  return { instants: [Temporal.Instant.from(from), Temporal.Instant.from(to)] };
}

export function createBlockFromWire({
  from,
  to,
  units = 1,
  ...request
}: RequestOf<typeof contract.createBlock>): CreateBlock {
  const { resourceId, kind } = request;
  const note = request.note ?? null;
  const body = JSON.stringify([resourceId, from, to, units, kind, note]);
  const fingerprint = createHash('sha256').update(body).digest('base64url');
  return { ...request, from: momentFromWire(from), to: momentFromWire(to), units, note, fingerprint };
}

export function changeBlockFromWire({
  from,
  to,
  ...request
}: RequestOf<typeof contract.changeBlock>): ChangeBlock {
  const { blockId, ifMatch, units, kind, note } = request;
  return { blockId, ifMatch, units, kind, note, ...periodFromWire(from, to) };
}

export function listBlocksFromWire({
  from,
  to,
  imported = false,
  ...filter
}: RequestOf<typeof contract.listBlocks>): BlockFilter {
  return { ...filter, from: periodEndFromWire(from), to: periodEndFromWire(to), imported };
}

export function listedPeriodFromWire({ from, to }: RequestOf<typeof contract.listBlocks>) {
  return periodFromWire(from, to);
}

function periodFromWire(from: string | undefined, to: string | undefined) {
  return {
    from: from === undefined ? undefined : momentFromWire(from),
    to: to === undefined ? undefined : momentFromWire(to),
  };
}

/** A date has no time. */
function isDate(text: string): boolean {
  return !text.includes('T');
}

function momentFromWire(text: string): BlockMoment {
  return isDate(text) ? Temporal.PlainDate.from(text) : Temporal.Instant.from(text);
}

function periodEndFromWire(text: string | undefined): PeriodEnd {
  if (text === undefined) return undefined;
  return isDate(text) ? { date: text } : { instant: text };
}

export function answeredBlockToWire({ block, isGeneric: generic }: AnsweredBlock): contract.Block {
  return blockToWire(block, generic);
}

export function blockToWire(block: OwnBlock, generic: boolean): contract.Block {
  const { id, resourceId, startsAt, endsAt, units, kind, note, version, createdAt, updatedAt } = block;
  return {
    id,
    resourceId,
    ...datesToWire(block.span, generic),
    startsAt: instantText(startsAt),
    endsAt: instantText(endsAt),
    units,
    kind,
    note,
    version,
    createdAt: instantText(createdAt),
    updatedAt: instantText(updatedAt),
  };
}

/** A date on the axis of a lodging resource begins at 00:00Z. */
function datesToWire({ start, end }: Span, generic: boolean): { from: string; to: string } {
  const [from, to] = [axisText(start), axisText(end)];
  return generic ? { from, to } : { from: from.slice(0, 10), to: to.slice(0, 10) };
}

function axisText(epochMilliseconds: number): string {
  return instantText(Temporal.Instant.fromEpochMilliseconds(epochMilliseconds));
}

export function blocksToWire({
  rows,
  hasMore,
}: ListPage<ListedBlock>): ResponseOf<typeof contract.listBlocks> {
  return {
    blocks: rows.map(({ item }) => listedToWire(item)),
    nextAfter: hasMore ? (rows.at(-1)?.position ?? null) : null,
  };
}

function listedToWire(block: ListedBlock): contract.ListedBlock {
  const { id, resourceId, startsAt, endsAt, units, kind, note, version, createdAt, updatedAt } = block;
  return {
    id,
    resourceId,
    ...datesToWire(block.span, isGeneric({ kind: block.resourceKind })),
    startsAt: instantText(startsAt),
    endsAt: instantText(endsAt),
    units,
    kind,
    note,
    version,
    createdAt: instantText(createdAt),
    updatedAt: instantText(updatedAt),
    ...block.origin,
  };
}

export function blocksOfResourcesToWire({
  resources: { rows, hasMore },
  blocks,
}: BlocksOfResources): ResponseOf<typeof contract.listResourceBlocks> {
  const zones = new Map(rows.map(({ item }) => [item.id, item.timezone]));
  return {
    resources: rows.map(({ item: { id, units, timezone, kind } }) => ({
      resourceId: id,
      units,
      timezone,
      generic: isGeneric({ kind }),
    })),
    blocks: blocks?.map((block) => nightsToWire(block, zones.get(block.resourceId) ?? 'UTC')) ?? null,
    nextAfter: hasMore ? (rows.at(-1)?.position ?? null) : null,
  };
}

/** In local dates, also of a generic resource: those on which it begins and that after its last one. */
function nightsToWire(block: ListedBlock, timezone: string) {
  const { id, resourceId, span, startsAt, endsAt, units, kind, note, version, origin } = block;
  const generic = isGeneric({ kind: block.resourceKind });
  return {
    id,
    resourceId,
    ...(generic ? localDates(block, timezone) : datesToWire(span, false)),
    startsAt: instantText(startsAt),
    endsAt: instantText(endsAt),
    units,
    kind,
    note,
    connectionId: origin?.connectionId ?? null,
    version: origin === undefined ? version : null,
  };
}

function localDates({ startsAt, endsAt }: ListedBlock, timezone: string): { from: string; to: string } {
  const last = endsAt.subtract({ nanoseconds: 1 });
  const dateOf = (instant: Temporal.Instant) => instant.toZonedDateTimeISO(timezone).toPlainDate();
  return { from: dateOf(startsAt).toString(), to: dateOf(last).add({ days: 1 }).toString() };
}
