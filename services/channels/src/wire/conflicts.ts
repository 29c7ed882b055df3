import type * as contract from '@lodging/contract-channels';
import type { blockConflicted, claimMoved } from '@lodging/contract-inventory';
import { instantText } from '@lodging/kernel';
import type { z } from 'zod';
import type { Conflict, ConflictReport, MovedStay } from '../domain/conflicts/conflict.ts';

export function conflictToWire(conflict: Conflict): contract.ConflictRecord {
  const { startsAt, endsAt, createdAt } = conflict;
  return {
    ...conflict,
    startsAt: instantText(startsAt),
    endsAt: instantText(endsAt),
    createdAt: instantText(createdAt),
  };
}

export function movedStayFromWire(
  { claimId, current, fits = false }: z.infer<typeof claimMoved.data>,
  occurredAt: string,
): MovedStay {
  return {
    reservationId: claimId,
    resourceId: current.resourceId,
    startsAt: Temporal.Instant.from(current.startsAt),
    endsAt: Temporal.Instant.from(current.endsAt),
    fits,
    movedAt: Temporal.Instant.from(occurredAt),
  };
}

export function conflictReportFromWire(
  { startsAt, endsAt, ...overlap }: z.infer<typeof blockConflicted.data>,
  occurredAt: string,
): ConflictReport {
  return {
    overlap: { ...overlap, startsAt: Temporal.Instant.from(startsAt), endsAt: Temporal.Instant.from(endsAt) },
    reportedAt: Temporal.Instant.from(occurredAt),
  };
}
