import type { ConflictRecord } from '@lodging/contract-channels';
import type { Conflict } from '../domain/conflict.ts';

const text = (instant: Temporal.Instant) => instant.toString({ smallestUnit: 'millisecond' });

export function conflictRecord(conflict: Conflict): ConflictRecord {
  const { startsAt, endsAt, createdAt } = conflict;
  return { ...conflict, startsAt: text(startsAt), endsAt: text(endsAt), createdAt: text(createdAt) };
}
