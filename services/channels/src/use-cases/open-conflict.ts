// open-conflict: a person decides which of two guests gets the night, and decides again when the dates have changed.
import type { NewId } from '@lodging/kernel';
import { foundAgain } from '../domain/conflict.ts';
import type { ConflictOutcome, Conflicts, ConflictTold } from './conflict-ports.ts';
import type { Seen } from '../ports.ts';

export function openConflict(
  { conflicts, newId }: { readonly conflicts: Conflicts; readonly newId: NewId },
  tenantId: string,
  told: ConflictTold,
  seen: Seen,
): Promise<ConflictOutcome> {
  return conflicts.open(
    tenantId,
    newId(),
    told,
    (known, rolling) => foundAgain(known, told.found, rolling),
    seen,
  );
}
