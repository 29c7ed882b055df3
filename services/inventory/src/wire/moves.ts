import type * as contract from '@lodging/contract-inventory';
import type { RequestOf, ResponseOf } from '@lodging/contract-wire';
import { instantText } from '@lodging/kernel';
import type { ClaimPart } from '../domain/moves/claim-parts.ts';
import type { MovedClaim, MoveRequest, PartsRequest } from '../ports/moves.ts';
import type { AlignClaim } from '../use-cases/moves/align-claim.ts';
import { windowFromWire } from './time.ts';

export function moveFromWire({ target, ...request }: RequestOf<typeof contract.moveClaim>): MoveRequest {
  return { ...request, target: windowFromWire(target) };
}

export function alignmentFromWire({ target, ...request }: RequestOf<typeof contract.alignClaim>): AlignClaim {
  return { ...request, target: windowFromWire(target) };
}

export function movedClaimToWire(
  claimId: string,
  { state, revision, movedAt }: MovedClaim,
): ResponseOf<typeof contract.moveClaim> {
  return { claimId, state, revision, movedAt: instantText(movedAt) };
}

export function claimMoreFromWire({
  target,
  expiresAt,
  ...request
}: RequestOf<typeof contract.claimMore>): PartsRequest {
  return { ...request, target: windowFromWire(target), expiresAt: Temporal.Instant.from(expiresAt) };
}

export function partsToWire(parts: readonly ClaimPart[]): ResponseOf<typeof contract.claimMore> {
  return {
    parts: parts.map(({ id, resourceId, span: { start, end }, units }) => ({
      id,
      resourceId,
      startsAt: axisText(start),
      endsAt: axisText(end),
      units,
    })),
  };
}

function axisText(epochMilliseconds: number): string {
  return instantText(Temporal.Instant.fromEpochMilliseconds(epochMilliseconds));
}
