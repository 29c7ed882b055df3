import { errorText } from '@lodging/kit-runtime';
import type { Database, ReadStatement, Tx } from '@lodging/kit-postgres';
import { duplicates } from './message-metrics.ts';

/** An event as one consumer knows it. */
export interface InboxMark {
  readonly consumer: string;
  readonly eventId: string;
}

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

/**
 * Runs a change that is one statement and marks the event, in one commit. The change must be one that may run twice: a mark
 * that is there does not keep it from running.
 */
export async function writeMarked(
  db: Database,
  tenantId: string,
  { name, text, values }: ReadStatement,
  mark: InboxMark,
): Promise<void> {
  const [consumer, eventId] = [values.length + 1, values.length + 2];
  const marked = `INSERT INTO inbox (tenant_id, consumer, event_id)
    SELECT current_setting('app.tenant')::uuid, $${consumer}, $${eventId}::uuid ON CONFLICT DO NOTHING`;
  const statement = {
    name: `${name}_marked`,
    text: `WITH mark AS (${marked}) ${text}`,
    values: [...values, mark.consumer, mark.eventId],
  };
  await db.writeInTenant(tenantId, statement, { batchKey: mark.eventId });
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
