import { and, desc, eq, insertLists, namedStatement, or, sql } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
import { withUnknownOutcome } from '../../domain/audit/audit.ts';
import type { AuditFilter, AuditTrail } from '../../ports/audit.ts';
import { insertAuditEntry, toAuditEntry, toAuditRow } from './audit-rows.ts';
import type { AuditRow } from './audit-rows.ts';
import { auditEntries } from '../schema.ts';

/** Longer than any request may take, so that no intent of a process that is alive is abandoned. */
const ABANDONED_MINUTES = 5;

/** A jsonb array is passed as text: the driver would write an array of Postgres. */
const lists = insertLists(auditEntries, { changes: '$changes::jsonb' });

const insertIntent = namedStatement<Omit<AuditRow, 'changes'> & { readonly changes: string }>(
  'begin-audit-intent',
  `INSERT INTO audit_intents (${lists.columns}) VALUES (${lists.values})`,
);

const deleteIntent = namedStatement<{ readonly id: string }>(
  'delete-audit-intent',
  'DELETE FROM audit_intents WHERE id = $id RETURNING id',
);

const insertOnce = namedStatement<Omit<AuditRow, 'changes'> & { readonly changes: string }>(
  'record-audit-entry',
  `INSERT INTO audit_entries (${lists.columns})
   SELECT ${lists.values.replace(
     '$tenantId',
     `coalesce((SELECT id FROM tenants WHERE id = $tenantId::uuid OR sandbox_id = $tenantId::uuid), $tenantId::uuid)`,
   )}
   ON CONFLICT DO NOTHING`,
);

const findNewestOfSystem = namedStatement<{ readonly action: string }>(
  'newest-audit-entry-of-system',
  `SELECT at FROM audit_entries WHERE actor_kind = 'system' AND action = $action ORDER BY at DESC LIMIT 1`,
);

/** One statement: an intent becomes an entry once, whichever process moves it. */
const moveAbandoned = namedStatement<{ readonly minutes: number; readonly unknown: string }>(
  'complete-abandoned-audit-intents',
  `WITH abandoned AS (
     DELETE FROM audit_intents WHERE begun_at < now() - make_interval(mins => $minutes) RETURNING *)
   INSERT INTO audit_entries (${lists.columns})
   SELECT ${lists.columns.replace('changes', 'changes || $unknown::jsonb')} FROM abandoned
   RETURNING id`,
);

export function createAuditRepository(db: Database): AuditTrail {
  return {
    list: (filter, { limit, after }) =>
      db.acrossTenants(async (tx) => {
        const isOlder =
          after === null
            ? undefined
            : sql`(${auditEntries.at}, ${auditEntries.id}) < (${after.createdAt}::timestamptz, ${after.id}::uuid)`;
        const rows = await tx.orm
          .select()
          .from(auditEntries)
          .where(and(matches(filter), isOlder))
          .orderBy(desc(auditEntries.at), desc(auditEntries.id))
          .limit(limit + 1);
        return rows.map(toAuditEntry);
      }),
    async begin(entry) {
      const row = { ...toAuditRow(entry), changes: JSON.stringify(entry.changes) };
      await db.writeAcrossTenants([insertIntent(row)]);
    },
    complete: (entry) =>
      db.acrossTenants(async (tx) => {
        // Without its intent it was abandoned, and an entry with an unknown outcome exists.
        const deleted = await tx.query(deleteIntent({ id: entry.id }));
        if (deleted.length > 0) await insertAuditEntry(tx, entry);
      }),
    async withdraw(id) {
      await db.writeAcrossTenants([deleteIntent({ id })]);
    },
    async record(entries) {
      const rows = entries.map((entry) => ({ ...toAuditRow(entry), changes: JSON.stringify(entry.changes) }));
      if (rows.length > 0) await db.writeAcrossTenants(rows.map((row) => insertOnce(row)));
    },
    async newestOfSystem(action) {
      const find = findNewestOfSystem({ action });
      const [row] = await db.acrossTenants((tx) => tx.query<{ at: Temporal.Instant }>(find));
      return row?.at;
    },
    async completeAbandoned() {
      const { changes } = withUnknownOutcome({ changes: [] });
      const move = moveAbandoned({ minutes: ABANDONED_MINUTES, unknown: JSON.stringify(changes) });
      return (await db.acrossTenants((tx) => tx.query(move))).length;
    },
    async purge() {
      const [row] = await db.acrossTenants((tx) =>
        tx.query<{ pruned: number }>('SELECT prune_audit_entries() AS pruned'),
      );
      return row?.pruned ?? 0;
    },
  };
}

function matches({ tenantId, actor, action, from, to }: AuditFilter) {
  return and(
    tenantId === undefined ? undefined : eq(auditEntries.tenantId, tenantId),
    actor === undefined
      ? undefined
      : or(
          sql`${auditEntries.actorKind} = ${actor}`,
          eq(auditEntries.actorId, actor),
          eq(auditEntries.actorName, actor),
        ),
    action === undefined ? undefined : eq(auditEntries.action, action),
    from === undefined ? undefined : sql`${auditEntries.at} >= ${from}::timestamptz`,
    to === undefined ? undefined : sql`${auditEntries.at} < ${to}::timestamptz`,
  );
}
