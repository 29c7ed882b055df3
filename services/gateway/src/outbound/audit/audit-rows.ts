import type { Tx } from '@lodging/kit-postgres';
import type { AuditEntry } from '../../domain/audit/audit.ts';
import { auditEntries } from '../schema.ts';

export type AuditRow = typeof auditEntries.$inferSelect;

export async function insertAuditEntry(tx: Tx, entry: AuditEntry): Promise<void> {
  await tx.orm.insert(auditEntries).values(toAuditRow(entry));
}

export function toAuditRow({ actor, target, ...entry }: AuditEntry): AuditRow {
  return {
    ...entry,
    actorKind: actor.kind,
    actorId: actor.id,
    actorName: actor.name,
    targetKind: target?.kind ?? null,
    targetId: target?.id ?? null,
  };
}

export function toAuditEntry(row: AuditRow): AuditEntry {
  const { actorKind, actorId, actorName, targetKind, targetId, ...entry } = row;
  return {
    ...entry,
    actor: { kind: actorKind, id: actorId, name: actorName },
    target: targetKind === null || targetId === null ? null : { kind: targetKind, id: targetId },
  };
}
