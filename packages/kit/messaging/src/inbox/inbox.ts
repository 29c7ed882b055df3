import { errorText } from '@lodging/kit-runtime';
import type { InboxMark } from '@lodging/kit-runtime';
import { composedStatement } from '@lodging/kit-postgres';
import type { Database, Part, ReadStatement, Tx } from '@lodging/kit-postgres';
import { duplicates } from './message-metrics.ts';

const INSERT = `
  INSERT INTO inbox (tenant_id, consumer, event_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING event_id`;
const FIND = 'SELECT event_id FROM inbox WHERE tenant_id = $1 AND consumer = $2 AND event_id = $3';

/** Marks that are committed by this process: the consumer need not write them again after the handler. */
const committed = new WeakSet<InboxMark>();

function statement(name: string, text: string, tenantId: string, mark: InboxMark): ReadStatement {
  return { name, text, values: [tenantId, mark.consumer, mark.eventId] };
}

/**
 * Marks the event as processed in the transaction of its effect. False: the effect is committed already, so do nothing.
 * The handler is not called again after that commit: what it still owes then must be in a table that a timer works off.
 * A concurrent duplicate waits here until the first transaction is decided. Work without an event has no mark.
 */
export async function markProcessed(tx: Tx, tenantId: string, mark?: InboxMark): Promise<boolean> {
  if (mark === undefined) return true;
  const rows = await tx.query(statement('inbox_mark', INSERT, tenantId, mark));
  tx.afterCommit(() => committed.add(mark));
  if (rows.length === 0) countDuplicate(mark);
  return rows.length === 1;
}

const MARK = `
  INSERT INTO inbox (tenant_id, consumer, event_id) VALUES ($1::uuid, $2, $3::uuid) ON CONFLICT DO NOTHING`;

/**
 * Runs a change that is one statement and marks the event, in one commit. The change must be one that may run twice: a mark
 * that is there does not keep it from running. `alongside` are further changes of the same statement, none of which begins
 * with WITH.
 */
export async function writeMarked(
  db: Database,
  tenantId: string,
  change: ReadStatement,
  mark: InboxMark,
  alongside: readonly Part[] = [],
): Promise<void> {
  const marked = statement('inbox_mark', MARK, tenantId, mark);
  const parts: Part[] = [['mark', marked], ...alongside];
  const name = [change.name, ...alongside.map(([alias]) => alias), 'marked'].join('_');
  await db.writeInTenant(tenantId, composedStatement(name, parts, change), { batchKey: mark.eventId });
  committed.add(mark);
}

/** The handler failed when its event counted as processed already, so that no delivery would repeat its work. */
export class FailedAfterMark extends Error {
  override readonly name = 'FailedAfterMark';

  constructor(cause: unknown) {
    super(`failed after its inbox mark was committed, a replay does nothing: ${errorText(cause)}`, { cause });
  }
}

/** Runs a handler with its mark. */
export async function runMarked<T>(mark: InboxMark, handler: () => Promise<T>): Promise<T> {
  try {
    return await handler();
  } catch (error) {
    throw committed.has(mark) ? new FailedAfterMark(error) : error;
  }
}

export function countDuplicate({ consumer }: InboxMark): void {
  duplicates.add(1, { 'messaging.consumer.group.name': consumer });
}

export async function isProcessed(db: Database, tenantId: string, mark: InboxMark): Promise<boolean> {
  return (await db.readInTenant(tenantId, statement('inbox_find', FIND, tenantId, mark))).length > 0;
}

/** Marks the event after the handler, unless the handler has: its effect lies outside the database or is idempotent. */
export async function rememberProcessed(db: Database, tenantId: string, mark: InboxMark): Promise<void> {
  if (committed.has(mark)) return;
  const written = statement('inbox_mark', INSERT, tenantId, mark);
  await db.writeInTenant(tenantId, written, { batchKey: mark.eventId });
}
