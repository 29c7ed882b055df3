import { blockConflicted } from '@lodging/contract-inventory';
import type { NewId } from '@lodging/kernel';
import type { EventToPublish } from '@lodging/kit-messaging';
import type { Conflict } from '../../domain/blocks/find-conflicts.ts';
import type { BlockSync } from '../../ports/claims.ts';
import type { PlacedBlock } from './block-statements.ts';

interface EventContext {
  readonly tenantId: string;
  readonly sync: BlockSync;
  readonly now: Temporal.Instant;
  readonly newId: NewId;
}

export function conflictEvent(
  { block, reservationId }: Conflict<PlacedBlock>,
  { tenantId, sync: { connectionId, livemode }, now, newId }: EventContext,
): EventToPublish {
  const { id, revision, listingId, resourceId, inboundEvent, startsAt, endsAt } = block;
  return {
    id: newId(),
    type: blockConflicted.type,
    tenantId,
    livemode,
    occurredAt: now,
    aggregateId: id,
    aggregateVersion: revision + 1,
    data: { connectionId, listingId, reservationId, resourceId, inboundEvent, startsAt, endsAt },
  };
}
