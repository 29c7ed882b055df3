import { ok, refuse } from '@lodging/kernel';
import type { Refusal, Result } from '@lodging/kernel';
import { DAY_MS, isoDate } from '../time/day-number.ts';
import { isGeneric } from '../time/resource-kind.ts';
import type { ResourceUnits, Span } from '../time/stay.ts';
import { daysOfSpan } from '../units/unit-reasons.ts';
import { refuseErrors } from '../validation.ts';
import type { FieldError } from '../validation.ts';
import { MAX_CLAIM_SPAN_MS } from './block.ts';

export type BlockKind = 'out_of_order' | 'owner_stay' | 'other';

/** A local date, or an instant. */
export type BlockMoment = Temporal.PlainDate | Temporal.Instant;

/** The resource of a block, with its times: a block begins at check-in and ends at check-out, as stays do. */
export interface BlockedUnits extends ResourceUnits {
  readonly id: string;
  readonly checkInTime: string;
  readonly checkOutTime: string;
}

/** Units that the tenant takes off sale. */
export interface OwnBlock {
  readonly id: string;
  readonly resourceId: string;
  /** On the axis of the resource. */
  readonly span: Span;
  /** As they were when the dates were set. */
  readonly startsAt: Temporal.Instant;
  readonly endsAt: Temporal.Instant;
  readonly units: number;
  readonly kind: BlockKind;
  readonly note: string | null;
  readonly version: number;
  /** The number of date changes. */
  readonly revision: number;
  readonly datesChangedAt: Temporal.Instant;
  readonly createdAt: Temporal.Instant;
  readonly updatedAt: Temporal.Instant;
}

export type BlockDates = Pick<OwnBlock, 'span' | 'startsAt' | 'endsAt'>;

export interface BlockPeriod {
  readonly from: BlockMoment;
  readonly to: BlockMoment;
}

const MAX_NIGHTS = 731;

export const blockNotFound = refuse('block_not_found', 'There is no such block.');

/** The dates of a block at the times that the resource has now. */
export function datesOfBlock(
  resource: BlockedUnits,
  { from, to }: BlockPeriod,
): Result<BlockDates, Refusal<'validation_failed' | 'invalid_window'>> {
  const [start, end] = [axisOf(resource, from), axisOf(resource, to)];
  const malformed = refuseErrors(formErrors(resource, { start, end }));
  if (malformed !== undefined || start === undefined || end === undefined) return malformed ?? reversed;
  const span = { start, end };
  if (start >= end) return reversed;
  const days = daysOfSpan(resource, span);
  if (days.end - days.first > MAX_NIGHTS) return tooLong;
  return ok({ span, ...instantsOf(resource, span) });
}

/** Undefined where the moment has the other form. */
function axisOf(resource: BlockedUnits, moment: BlockMoment): number | undefined {
  const isDate = moment instanceof Temporal.PlainDate;
  if (isDate === isGeneric(resource)) return undefined;
  return isDate ? moment.toZonedDateTime('UTC').epochMilliseconds : moment.epochMilliseconds;
}

function* formErrors(
  resource: BlockedUnits,
  ends: { readonly start: number | undefined; readonly end: number | undefined },
): Generator<FieldError> {
  const message = isGeneric(resource)
    ? 'must be a date-time for a generic resource'
    : 'must be a date for a lodging resource';
  if (ends.start === undefined) yield { pointer: '/from', message };
  if (ends.end === undefined) yield { pointer: '/to', message };
}

const reversed = refuse('invalid_window', '`from` must be before `to`.');
const tooLong = refuse('validation_failed', `A block has at most ${MAX_NIGHTS} nights or started days.`, {
  errors: [{ pointer: '/to', message: `must be at most ${MAX_NIGHTS} nights or started days after from` }],
  errorCount: 1,
});

/** The span in exact time: a date begins at check-in and ends at check-out. */
export function instantsOf(
  resource: BlockedUnits,
  { start, end }: Span,
): { readonly startsAt: Temporal.Instant; readonly endsAt: Temporal.Instant } {
  const { checkInTime, checkOutTime } = resource;
  return {
    startsAt: instantOf(resource, start, checkInTime),
    endsAt: instantOf(resource, end, checkOutTime),
  };
}

function instantOf(resource: BlockedUnits, at: number, time: string): Temporal.Instant {
  if (isGeneric(resource)) return Temporal.Instant.fromEpochMilliseconds(at);
  const date = Temporal.PlainDate.from(isoDate(Math.floor(at / DAY_MS)));
  return date.toPlainDateTime(Temporal.PlainTime.from(time)).toZonedDateTime(resource.timezone).toInstant();
}

/** The spans of the claims of a block. */
export function claimSpansOf({ start, end }: Span): Span[] {
  return Array.from({ length: Math.ceil((end - start) / MAX_CLAIM_SPAN_MS) }, (_, index) => ({
    start: start + index * MAX_CLAIM_SPAN_MS,
    end: Math.min(end, start + (index + 1) * MAX_CLAIM_SPAN_MS),
  }));
}

/** What lies within the block is always granted: one that imported blocks overlap may shrink. */
export function needsUnits(
  from: Pick<OwnBlock, 'span' | 'units'>,
  to: { readonly span: Span; readonly units: number },
): boolean {
  return !(from.span.start <= to.span.start && from.span.end >= to.span.end && from.units >= to.units);
}

/** The first span in which the units are not free, with the stays that are in any such span. */
export interface TakenSpan extends Span {
  readonly unitsTaken: number;
  readonly reservationIds: readonly string[];
}

export type BlockConflict = Refusal<'block_conflict'>;

/** The instants are those of the block where it begins or ends, whatever the times of the resource have become since. */
export function blockConflict(
  resource: BlockedUnits,
  block: BlockDates,
  { start, end, unitsTaken, reservationIds }: TakenSpan,
): Result<never, BlockConflict> {
  const now = instantsOf(resource, { start, end });
  const startsAt = start === block.span.start ? block.startsAt : now.startsAt;
  const endsAt = end === block.span.end ? block.endsAt : now.endsAt;
  const detail =
    unitsTaken === 0
      ? 'The resource has fewer units than the block.'
      : `${unitsTaken} units are taken by stays or other blocks.`;
  return refuse('block_conflict', detail, {
    reservationIds,
    from: startsAt.toString({ smallestUnit: 'millisecond' }),
    to: endsAt.toString({ smallestUnit: 'millisecond' }),
    unitsTaken,
  });
}

/** More units than there are never fit, whatever is taken. */
export function lackOfUnits(resource: BlockedUnits, span: Span, units: number): TakenSpan | undefined {
  return units > resource.units ? { ...span, unitsTaken: 0, reservationIds: [] } : undefined;
}

/** The entity tag of a version. */
export function blockTag({ version }: Pick<OwnBlock, 'version'>): string {
  return `"v${version}"`;
}

export function checkVersion(
  ifMatch: readonly string[] | undefined,
  block: OwnBlock,
): Result<null, Refusal<'version_mismatch'>> {
  if (ifMatch === undefined || ifMatch.includes('*') || ifMatch.includes(blockTag(block))) return ok(null);
  const { version: currentVersion } = block;
  return refuse('version_mismatch', 'The block was changed since it was read.', { currentVersion });
}
