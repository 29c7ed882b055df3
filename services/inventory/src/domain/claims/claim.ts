import { ok, refuse } from '@lodging/kernel';
import type { Refusal, Result, StayWindow } from '@lodging/kernel';
import { DAY_MS } from '../time/day-number.ts';
import { peakUnits } from '../units/peak-units.ts';
import type { TakenUnits } from '../units/peak-units.ts';
import { resourceNotFound } from '../resources/resource.ts';
import { stayAt } from '../time/stay.ts';
import type { ResourceUnits, Span } from '../time/stay.ts';

export type ClaimState = 'held' | 'confirmed';
export type ReleaseReason = 'expired' | 'cancelled' | 'abandoned' | 'no_show';

export interface ClaimRequest {
  readonly claimId: string;
  readonly resourceId: string;
  readonly window: StayWindow;
  readonly quantity: number;
}

/** The stored claim with the id of the request, expired or not. */
export interface ExistingClaim {
  readonly resourceId: string;
  readonly state: ClaimState;
  readonly span: Span;
  readonly units: number;
  readonly expiresAt: Temporal.Instant | null;
  /** By the clock of the database. */
  readonly expired: boolean;
  /** How often the claim was moved. */
  readonly revision: number;
}

/** The data that decides a claim, read under the lock of the resource. */
export interface ClaimContext {
  readonly resource: ResourceUnits | undefined;
  readonly existing: ExistingClaim | undefined;
  /** The reason of the tombstone, if the claim has one. */
  readonly released: ReleaseReason | undefined;
  /** The units that other claims take; expired leases are left out. */
  readonly taken: readonly TakenUnits[];
}

export interface NewClaim {
  readonly span: Span;
  readonly units: number;
  readonly state: ClaimState;
  readonly expiresAt: Temporal.Instant | null;
  /** The resource has one unit, so the constraint `claims_no_overlap` refuses a second claim over this one. */
  readonly exclusive: boolean;
}

export type ClaimRefusal = Refusal<'resource_not_found' | 'units_taken' | 'claim_released'>;

export interface ClaimDecision {
  readonly result: Result<ClaimState, ClaimRefusal>;
  /** The claim to be stored; undefined where nothing changes. */
  readonly write: NewClaim | undefined;
}

/** The longest span of a claim. It bounds the index scans for claims that overlap a span. */
export const MAX_CLAIM_MS = 400 * DAY_MS;

/** Takes units until `expiresAt`; null takes them permanently. A released claim is refused. */
export function decideClaim(
  context: ClaimContext,
  request: ClaimRequest,
  expiresAt: Temporal.Instant | null,
): ClaimDecision {
  if (context.existing === undefined && context.released !== undefined) return refused(claimReleased);
  return decideUnits(context, request, expiresAt);
}

/** Takes the units of an expired lease again where they are still free; every other release is final. */
export function decideConfirmation(context: ClaimContext, request: ClaimRequest): ClaimDecision {
  const isFinal = context.released !== undefined && context.released !== 'expired';
  if (context.existing === undefined && isFinal) return refused(claimReleased);
  return decideUnits(context, request, null);
}

/** For an owner that was set back: what released the claim is unknown to it. */
export const decideRenewal = (context: ClaimContext, request: ClaimRequest): ClaimDecision =>
  decideUnits(context, request, null);

function decideUnits(
  { resource, existing, taken }: ClaimContext,
  request: ClaimRequest,
  expiresAt: Temporal.Instant | null,
): ClaimDecision {
  const span = claimedSpan({ resource, existing }, request);
  if (resource === undefined || span === undefined) return refused(resourceNotFound);
  if (existing !== undefined && existing.resourceId !== request.resourceId)
    return refused(claimOnOtherResource);
  if (existing !== undefined && lastsUntil(existing, expiresAt))
    return { result: ok(existing.state), write: undefined };
  const units = existing?.units ?? request.quantity;
  const length = span.end - span.start;
  if (length <= 0 || length > MAX_CLAIM_MS) return refused(invalidSpan);
  if (!hasUnits(existing) && peakUnits(taken, span) + units > resource.units) return refused(unitsTaken);
  const state = expiresAt === null ? 'confirmed' : 'held';
  const write = { span, units, state, expiresAt, exclusive: resource.units === 1 } as const;
  return { result: ok(state), write };
}

/** Where a claim is, if a move took it away from the resource of the request: its reservation may not know the move yet. */
export function movedTo({ existing }: ClaimContext, { resourceId }: ClaimRequest): string | undefined {
  if (existing === undefined || existing.revision === 0) return undefined;
  return existing.resourceId === resourceId ? undefined : existing.resourceId;
}

/** A claim that lasts has its units: what others take does not matter to it. */
export function hasUnits(existing: Pick<ExistingClaim, 'expired'> | undefined): boolean {
  return existing !== undefined && !existing.expired;
}

/** The span whose units decide. A claim keeps the dates it was made for: the resource may have moved to another time zone since. */
export function claimedSpan(
  { resource, existing }: Pick<ClaimContext, 'resource' | 'existing'>,
  { window }: ClaimRequest,
): Span | undefined {
  return existing?.span ?? (resource && stayAt(resource, window).span);
}

/** True if the claim already lasts until `expiresAt`, so that nothing needs to be written. */
function lastsUntil(claim: ExistingClaim, expiresAt: Temporal.Instant | null): boolean {
  if (claim.state === 'confirmed') return true;
  if (claim.expired || expiresAt === null || claim.expiresAt === null) return false;
  return Temporal.Instant.compare(claim.expiresAt, expiresAt) >= 0;
}

/** Expiry releases leases only: a late `expired` leaves a confirmed claim as it is. */
export function mayRelease(
  existing: Pick<ExistingClaim, 'state'> | undefined,
  reason: ReleaseReason,
): boolean {
  return !(reason === 'expired' && existing?.state === 'confirmed');
}

function refused({ refusal }: { readonly refusal: ClaimRefusal }): ClaimDecision {
  return { result: { ok: false, refusal }, write: undefined };
}

export const unitsTaken = refuse('units_taken', 'The units are taken.');
export const claimReleased = refuse('claim_released', 'The claim was released.');
const claimOnOtherResource = refuse('units_taken', 'The claim is on another resource.');
export const invalidSpan = refuse('units_taken', 'The window cannot be claimed.');
