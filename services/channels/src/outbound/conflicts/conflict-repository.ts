import type { KeysetValues } from '@lodging/kernel';
import { ok } from '@lodging/kernel';
import { markProcessed, writeMarked } from '@lodging/kit-messaging';
import { insertLists, namedStatement, selectList } from '@lodging/kit-postgres';
import type { Database, Tx } from '@lodging/kit-postgres';
import { conflictNotFound } from '../../domain/conflicts/conflict.ts';
import type {
  Conflict,
  ConflictReport,
  ConflictStatus,
  MovedStay,
  Overlap,
} from '../../domain/conflicts/conflict.ts';
import { isRollingWindow } from '../../domain/sync/match-events.ts';
import { conflictsOpened } from '../../metrics.ts';
import type { ConflictOutcome, ConflictRepository } from '../../ports/conflicts.ts';
import { AFTER, IN_ORDER, readPage } from '../list-page.ts';
import { conflicts } from '../schema.ts';

interface Key {
  readonly tenantId: string;
  readonly id: string;
}
type OverlapOfTenant = Overlap & { readonly tenantId: string };
type PageOfTenant = KeysetValues & { readonly tenantId: string };

const columns = selectList(conflicts, { except: ['tenantId', 'reportedAt'] });
const inserted = insertLists(conflicts, { status: 'DEFAULT', createdAt: 'DEFAULT' });

const insert = namedStatement<Key & Overlap & { reportedAt: Temporal.Instant }>(
  'conflict_insert',
  `INSERT INTO conflicts (${inserted.columns}) VALUES (${inserted.values})
   ON CONFLICT ON CONSTRAINT conflicts_once DO NOTHING RETURNING id`,
);
const lockKnown = namedStatement<OverlapOfTenant>(
  'conflict_lock_known',
  `SELECT ${selectList(conflicts, { except: ['tenantId'] })} FROM conflicts
   WHERE tenant_id = $tenantId AND connection_id = $connectionId AND inbound_event = $inboundEvent
     AND reservation_id = $reservationId AND resource_id = $resourceId
   FOR UPDATE`,
);
const update = namedStatement<Key & Overlap & { status: ConflictStatus; reportedAt: Temporal.Instant }>(
  'conflict_update',
  `UPDATE conflicts SET status = $status, starts_at = $startsAt, ends_at = $endsAt, listing_id = $listingId,
     told_at = $reportedAt
   WHERE tenant_id = $tenantId AND id = $id`,
);
const findRolls = namedStatement<OverlapOfTenant>(
  'conflict_event_rolls',
  `SELECT (event ->> 'rolls')::int AS rolls
   FROM believed_feeds CROSS JOIN jsonb_array_elements(events) AS event
   WHERE tenant_id = $tenantId AND connection_id = $connectionId AND event ->> 'shown' = $inboundEvent LIMIT 1`,
);
const list = namedStatement<PageOfTenant>(
  'conflict_list',
  `SELECT ${columns} FROM conflicts WHERE tenant_id = $tenantId AND ${AFTER} ${IN_ORDER}`,
);
const listByStatus = namedStatement<PageOfTenant & { status: ConflictStatus }>(
  'conflict_list_by_status',
  `SELECT ${columns} FROM conflicts WHERE tenant_id = $tenantId AND status = $status AND ${AFTER} ${IN_ORDER}`,
);
const lock = namedStatement<Key>(
  'conflict_lock',
  `SELECT ${columns} FROM conflicts WHERE tenant_id = $tenantId AND id = $id FOR UPDATE`,
);
const find = namedStatement<Key>(
  'conflict_find',
  `SELECT ${columns} FROM conflicts WHERE tenant_id = $tenantId AND id = $id`,
);
/** Those that do not overlap the stay any more, or for which there were units enough then: not what came after the move. */
const resolveCured = namedStatement<MovedStay & { readonly tenantId: string }>(
  'conflict_resolve_cured',
  `UPDATE conflicts SET status = 'resolved_relocated'
   WHERE tenant_id = $tenantId AND reservation_id = $reservationId AND status = 'open'
     AND (resource_id <> $resourceId OR starts_at >= $endsAt OR ends_at <= $startsAt
       OR $fits AND coalesce(told_at, created_at) <= $movedAt)`,
);
const setStatus = namedStatement<Key & { status: ConflictStatus }>(
  'conflict_set_status',
  'UPDATE conflicts SET status = $status WHERE tenant_id = $tenantId AND id = $id',
);

export function createConflictRepository(db: Database): ConflictRepository {
  return {
    report: (tenantId, newId, report, decide, mark) =>
      db.inTenant(tenantId, async (tx) => {
        if (!(await markProcessed(tx, tenantId, mark))) return 'unchanged';
        const { overlap, reportedAt } = report;
        const isNew = await tx.query(insert({ tenantId, id: newId, ...overlap, reportedAt }));
        if (isNew.length > 0) return countOpened(tx);
        return updateKnown(tx, tenantId, report, decide);
      }),
    list: (tenantId, status, page) =>
      readPage(page, (values) =>
        db.readInTenant<Conflict>(
          tenantId,
          status === undefined
            ? list({ tenantId, ...values })
            : listByStatus({ tenantId, ...values, status }),
        ),
      ),
    async find(tenantId, id) {
      const [conflict] = await db.readInTenant<Conflict>(tenantId, find({ tenantId, id }));
      return conflict;
    },
    resolveCured: (tenantId, moved, mark) =>
      writeMarked(db, tenantId, resolveCured({ tenantId, ...moved }), mark),
    change: (tenantId, id, decide) =>
      db.inTenant(tenantId, async (tx) => {
        const [conflict] = await tx.query<Conflict>(lock({ tenantId, id }));
        if (conflict === undefined) return conflictNotFound();
        const decided = decide(conflict);
        if (!decided.ok) return decided;
        await tx.query(setStatus({ tenantId, id, ...decided.value }));
        return ok({ ...conflict, ...decided.value });
      }),
  };
}

async function updateKnown(
  tx: Tx,
  tenantId: string,
  { overlap, reportedAt }: ConflictReport,
  decide: Parameters<ConflictRepository['report']>[3],
): Promise<ConflictOutcome> {
  const key = { tenantId, ...overlap };
  const [row] = await tx.query<Conflict & { reportedAt: Temporal.Instant | null }>(lockKnown(key));
  if (row === undefined) return 'unchanged';
  const { reportedAt: lastReportedAt, ...known } = row;
  // Events that had to be redelivered may arrive after later ones.
  if (lastReportedAt !== null && Temporal.Instant.compare(reportedAt, lastReportedAt) < 0) return 'unchanged';
  const [event] = await tx.query<{ rolls: number }>(findRolls(key));
  const decided = decide(known, { isRollingWindow: event !== undefined && isRollingWindow(event) });
  if (decided === null) return 'unchanged';
  await tx.query(update({ ...key, id: known.id, status: decided.status, reportedAt }));
  return decided.reopens ? countOpened(tx) : 'updated';
}

function countOpened(tx: Tx): 'opened' {
  tx.afterCommit(() => conflictsOpened.add(1));
  return 'opened';
}
