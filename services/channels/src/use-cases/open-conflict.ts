// Owns opening a conflict, so that a person decides which of two guests gets the night.
import type { NewId } from '@lodging/kernel';
import type { Conflict, ConflictStore, Seen } from './ports.ts';

export function openConflict({ conflicts, newId }: { conflicts: ConflictStore; newId: NewId }) {
  return (tenantId: string, found: Omit<Conflict, 'id'>, seen: Seen): Promise<void> =>
    conflicts.open(tenantId, { ...found, id: newId() }, seen);
}
