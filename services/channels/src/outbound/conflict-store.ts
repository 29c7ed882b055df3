import { ok, refuse } from '@lodging/kernel';
import { markProcessed } from '@lodging/kit-messaging';
import type { Database, Tx } from '@lodging/kit-postgres';
import { isRollingWindow } from '../domain/match-events.ts';
import { conflictsOpened } from '../metrics.ts';
import type { Conflicts, ConflictTold } from '../use-cases/conflict-ports.ts';
import { conflictFrom } from './conflict-row.ts';
import type { ConflictRow } from './conflict-row.ts';
import * as sql from './conflict-statements.ts';
import { startAfter } from './list-position.ts';

export function conflictStore(db: Database): Conflicts {
  return {
    open: (tenantId, id, told, again, seen) =>
      db.inTenant(tenantId, async (tx) => {
        if (!(await markProcessed(tx, tenantId, seen))) return 'unchanged';
        if (await insert(tx, tenantId, id, told)) return countOpened(tx);
        const known = await lockKnown(tx, tenantId, told);
        if (known === undefined || isOlder(told, known)) return 'unchanged';
        const news = again(conflictFrom(known), { isRolling: await rolls(tx, tenantId, told) });
        if (news === null) return 'unchanged';
        const { startsAt, endsAt, listingId } = told.found;
        const values = [tenantId, known.id, news.status, startsAt, endsAt, listingId, told.toldAt];
        await tx.query({ name: 'conflict_move', text: sql.MOVE, values });
        return news.opens ? countOpened(tx) : 'updated';
      }),
    async page(tenantId, status, { limit, after }) {
      const start = startAfter(after);
      if (start === undefined) return [];
      const values = [tenantId, start.createdAt, start.id, limit];
      const statement =
        status === undefined
          ? { name: 'conflict_page', text: sql.PAGE, values }
          : { name: 'conflict_page_by_status', text: sql.PAGE_BY_STATUS, values: [...values, status] };
      return (await db.readInTenant<ConflictRow>(tenantId, statement)).map(conflictFrom);
    },
    change: (tenantId, id, decide) =>
      db.inTenant(tenantId, async (tx) => {
        const lock = { name: 'conflict_lock', text: sql.LOCK, values: [tenantId, id] };
        const [row] = await tx.query<ConflictRow>(lock);
        if (row === undefined) return refuse('conflict_not_found', 'There is no such conflict.');
        const decided = decide(conflictFrom(row));
        if (!decided.ok) return decided;
        const values = [tenantId, id, decided.value.status];
        await tx.query({ name: 'conflict_settle', text: sql.SETTLE, values });
        return ok({ ...conflictFrom(row), ...decided.value });
      }),
  };
}

async function insert(
  tx: Tx,
  tenantId: string,
  id: string,
  { found, toldAt }: ConflictTold,
): Promise<boolean> {
  const { connectionId, listingId, reservationId, resourceId, inboundEvent, startsAt, endsAt } = found;
  const ids = [tenantId, id, connectionId, listingId, reservationId, resourceId];
  const values = [...ids, inboundEvent, startsAt, endsAt, toldAt];
  return (await tx.query({ name: 'conflict_insert', text: sql.INSERT, values })).length > 0;
}

async function lockKnown(
  tx: Tx,
  tenantId: string,
  { found }: ConflictTold,
): Promise<ConflictRow | undefined> {
  const { connectionId, inboundEvent, reservationId, resourceId } = found;
  const values = [tenantId, connectionId, inboundEvent, reservationId, resourceId];
  const [row] = await tx.query<ConflictRow>({ name: 'conflict_lock_known', text: sql.LOCK_KNOWN, values });
  return row;
}

/** News may overtake one another when one of them had to be tried again. */
function isOlder({ toldAt }: ConflictTold, { told_at: last }: ConflictRow): boolean {
  return last !== null && Temporal.Instant.compare(toldAt, last) < 0;
}

async function rolls(tx: Tx, tenantId: string, { found }: ConflictTold): Promise<boolean> {
  const values = [tenantId, found.connectionId, found.inboundEvent];
  const [row] = await tx.query<{ rolls: number }>({ name: 'conflict_rolls', text: sql.ROLLS, values });
  return row !== undefined && isRollingWindow(row);
}

function countOpened(tx: Tx): 'opened' {
  tx.afterCommit(() => conflictsOpened.add(1));
  return 'opened';
}
