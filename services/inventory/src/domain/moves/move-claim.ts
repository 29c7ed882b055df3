import { ok } from '@lodging/kernel';
import type { Result, StayWindow } from '@lodging/kernel';
import { resourceNotFound } from '../resources/resource.ts';
import { stayAt } from '../time/stay.ts';
import type { ResourceUnits, Span } from '../time/stay.ts';
import { peakUnits } from '../units/peak-units.ts';
import type { TakenUnits } from '../units/peak-units.ts';
import { claimReleased, invalidSpan, MAX_CLAIM_MS, unitsTaken } from '../claims/claim.ts';
import type { ClaimRefusal, ExistingClaim } from '../claims/claim.ts';

/** The stay that a claim is to be moved to. */
export interface MoveTarget {
  readonly resourceId: string;
  readonly window: StayWindow;
  readonly quantity: number;
}

/** The data that decides a move, read under the locks of both resources. */
export interface MoveContext {
  /** The resource of the target. */
  readonly resource: ResourceUnits | undefined;
  readonly existing: ExistingClaim | undefined;
  /** The units that others take on it; neither the claim nor the parts of its change. */
  readonly taken: readonly TakenUnits[];
}

/** Units of a resource over a span of its axis. */
export interface ClaimedUnits {
  readonly resourceId: string;
  readonly span: Span;
  readonly units: number;
}

export interface Move {
  readonly from: ExistingClaim;
  readonly to: ClaimedUnits;
  readonly exclusive: boolean;
  /** With what others take, blocks of connected calendars included, the resource has units enough. */
  readonly fits: boolean;
}

/** The target must be free as a whole. Only what lies within the claim is always granted: an overbooked stay may shrink. */
export function decideMove(
  { resource, existing, taken }: MoveContext,
  { resourceId, window, quantity }: MoveTarget,
): Result<Move, ClaimRefusal> {
  if (resource === undefined) return resourceNotFound;
  if (existing === undefined || existing.expired) return claimReleased;
  const { span } = stayAt(resource, window);
  const length = span.end - span.start;
  if (length <= 0 || length > MAX_CLAIM_MS) return invalidSpan;
  const to = { resourceId, span, units: quantity };
  const fits = peakUnits(taken, span) + quantity <= resource.units;
  return fits || isWithin(existing, to)
    ? ok({ from: existing, to, exclusive: resource.units === 1, fits })
    : unitsTaken;
}

function isWithin(outer: ClaimedUnits, inner: ClaimedUnits): boolean {
  return (
    outer.resourceId === inner.resourceId &&
    outer.span.start <= inner.span.start &&
    outer.span.end >= inner.span.end &&
    outer.units >= inner.units
  );
}

/** True if the move changes what the claim takes. */
export function changesUnits({ from, to }: Move): boolean {
  return !(isWithin(from, to) && isWithin(to, from));
}

/** What the target needs beyond the claim: all of another resource, else the time before and after, and more units. */
export function missingUnits({ from, to }: Move): ClaimedUnits[] {
  if (from.resourceId !== to.resourceId) return [to];
  const [{ start, end }, own] = [to.span, from.span];
  const shared = { start: Math.max(start, own.start), end: Math.min(end, own.end) };
  const parts = [
    { span: { start, end: Math.min(end, own.start) }, units: to.units },
    { span: { start: Math.max(start, own.end), end }, units: to.units },
    { span: shared, units: to.units - from.units },
  ];
  return parts
    .filter(({ span, units }) => span.start < span.end && units > 0)
    .map((part) => ({ resourceId: to.resourceId, ...part }));
}
