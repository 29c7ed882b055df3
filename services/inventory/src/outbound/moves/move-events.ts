import { claimMoved } from '@lodging/contract-inventory';
import { instantText } from '@lodging/kernel';
import type { NewId } from '@lodging/kernel';
import type { EventToPublish } from '@lodging/kit-messaging';
import type { ClaimedUnits, Move } from '../../domain/moves/move-claim.ts';
import type { MovedClaim } from '../../ports/moves.ts';

interface EventContext {
  readonly tenantId: string;
  readonly livemode: boolean;
  readonly claimId: string;
  readonly moveId: string;
  readonly newId: NewId;
}

export function movedEvent(
  { from, to, fits }: Move,
  { revision, movedAt }: MovedClaim,
  { tenantId, livemode, claimId, moveId, newId }: EventContext,
): EventToPublish {
  return {
    id: newId(),
    type: claimMoved.type,
    tenantId,
    livemode,
    occurredAt: movedAt,
    aggregateId: claimId,
    aggregateVersion: revision,
    data: { claimId, moveId, revision, previous: stayOf(from), current: stayOf(to), fits },
  };
}

function stayOf({ resourceId, span: { start, end }, units }: ClaimedUnits) {
  return { resourceId, startsAt: axisText(start), endsAt: axisText(end), units };
}

function axisText(epochMilliseconds: number): string {
  return instantText(Temporal.Instant.fromEpochMilliseconds(epochMilliseconds));
}
