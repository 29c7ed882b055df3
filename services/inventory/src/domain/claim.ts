import { ok, refuse } from '@lodging/kernel';
import type { Refusal, Result } from '@lodging/kernel';
import { peakUnits } from './peak-units.ts';
import type { Taken } from './peak-units.ts';
import { stayAt } from './stay.ts';
import type { Span } from './stay.ts';
import type { ResourceKind } from './resource.ts';
import type { StayWindow } from '@lodging/kernel';

export type ClaimState = 'held' | 'confirmed';
export type ReleaseReason = 'expired' | 'cancelled' | 'abandoned' | 'no_show';

export interface ClaimSubject {
  readonly claimId: string;
  readonly resourceId: string;
  readonly window: StayWindow;
  readonly quantity: number;
}

/** A claim that exists, lapsed or not. */
export interface OwnClaim {
  readonly resourceId: string;
  readonly state: ClaimState;
  readonly span: Span;
  readonly units: number;
  readonly expiresAt: Temporal.Instant | null;
  /** Its lease is over by the database's clock. */
  readonly lapsed: boolean;
}

/** Everything about a resource that a claim is decided on, read under the resource's lock. */
export interface ClaimContext {
  readonly resource:
    | { readonly kind: ResourceKind; readonly timezone: string; readonly units: number }
    | undefined;
  readonly own: OwnClaim | undefined;
  /** Why the claim was released, if it was. */
  readonly released: ReleaseReason | undefined;
  /** What others take, lapsed leases left out. */
  readonly taken: readonly Taken[];
}

export interface NewClaim {
  readonly span: Span;
  readonly units: number;
  readonly state: ClaimState;
  readonly expiresAt: Temporal.Instant | null;
  /** The resource has one unit, so that the database itself can refuse a second claim over this one. */
  readonly exclusive: boolean;
}

export type ClaimRefusal = Refusal<'resource_not_found' | 'units_taken' | 'claim_released'>;

export interface Decision {
  readonly answer: Result<ClaimState, ClaimRefusal>;
  /** What must be written for the answer to be true; undefined when it already is. */
  readonly write: NewClaim | undefined;
}

/** Look-ups search no further than this for the end of a claim. */
export const LONGEST_MS = 400 * 24 * 60 * 60 * 1000;

/** `expiresAt` null takes the units for good. */
export function claimUnits(
  scene: ClaimContext,
  subject: ClaimSubject,
  expiresAt: Temporal.Instant | null,
): Decision {
  if (scene.own === undefined && scene.released !== undefined) return refused(alreadyReleased);
  return take(scene, subject, expiresAt);
}

/** A lease that lapsed is taken again where the units are still free; any other release is final. */
export function confirmClaim(scene: ClaimContext, subject: ClaimSubject): Decision {
  const isFinal = scene.released !== undefined && scene.released !== 'expired';
  if (scene.own === undefined && isFinal) return refused(alreadyReleased);
  return take(scene, subject, null);
}

function take(scene: ClaimContext, subject: ClaimSubject, expiresAt: Temporal.Instant | null): Decision {
  const { resource, own, taken } = scene;
  if (resource === undefined) return refused(noResource);
  if (own !== undefined && own.resourceId !== subject.resourceId) return refused(claimIsElsewhere);
  if (own !== undefined && suffices(own, expiresAt)) return { answer: ok(own.state), write: undefined };
  // A claim keeps the dates it was made for: the resource may have moved to another zone since.
  const { span, units } = own ?? {
    span: stayAt(resource, subject.window).span,
    units: subject.quantity,
  };
  const length = span.end - span.start;
  if (length <= 0 || length > LONGEST_MS) return refused(isNoStay);
  const isStillOurs = own !== undefined && !own.lapsed;
  if (!isStillOurs && peakUnits(taken, span) + units > resource.units) return refused(unitsTaken);
  const state = expiresAt === null ? 'confirmed' : 'held';
  const write = { span, units, state, expiresAt, exclusive: resource.units === 1 } as const;
  return { answer: ok(state), write };
}

/** Whether the claim already lasts as long as is asked for. */
function suffices({ state, lapsed, expiresAt }: OwnClaim, wanted: Temporal.Instant | null): boolean {
  if (state === 'confirmed') return true;
  return !lapsed && wanted !== null && expiresAt !== null && Temporal.Instant.compare(expiresAt, wanted) >= 0;
}

/** A lease ends by expiry; a claim that was confirmed does not, however late that message comes. */
export function mayRelease(own: Pick<OwnClaim, 'state'> | undefined, reason: ReleaseReason): boolean {
  return !(reason === 'expired' && own?.state === 'confirmed');
}

function refused({ refusal }: { readonly refusal: ClaimRefusal }): Decision {
  return { answer: { ok: false, refusal }, write: undefined };
}

const noResource = refuse('resource_not_found', 'There is no such resource.');
const alreadyReleased = refuse('claim_released', 'The claim was released.');
const unitsTaken = refuse('units_taken', 'The units are taken.');
const claimIsElsewhere = refuse('units_taken', 'The claim is on another resource.');
const isNoStay = refuse('units_taken', 'The window is not one that can be taken.');
