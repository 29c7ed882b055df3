import { composedStatement } from '@lodging/kit-postgres';
import type { Database, Part, ReadStatement, Tx, WriteOptions } from '@lodging/kit-postgres';
import { writeEvent } from './event.ts';
import type { EventToPublish } from './event.ts';
import { wakeRelays } from './relay-wakes.ts';

const COLUMN_TYPES = ['uuid', 'uuid', 'text', 'text', 'bigint', 'timestamptz', 'text', 'text'];
const COLUMNS = COLUMN_TYPES.map((type, index) => `$${index + 1}::${type}[]`).join(', ');
const APPEND = `
    INSERT INTO outbox (tenant_id, id, type, aggregate_id, aggregate_version, occurred_at, envelope, traceparent)
    SELECT * FROM unnest(${COLUMNS}) AS events`;
const APPEND_AFTER_CHANGE = `${APPEND} WHERE EXISTS (SELECT FROM change) RETURNING`;

function valuesOf(events: readonly EventToPublish[]): unknown[] {
  const written = events.map(writeEvent);
  return [
    events.map((event) => event.tenantId),
    events.map((event) => event.id),
    events.map((event) => event.type),
    events.map((event) => event.aggregateId),
    events.map((event) => event.aggregateVersion),
    events.map((event) => event.occurredAt.toString()),
    written.map((event) => event.text),
    written.map((event) => event.traceparent),
  ];
}

/** Inserts the events with the commit of the change, in their order, and wakes the relay after it. */
export function appendToOutbox(tx: Tx, ...events: EventToPublish[]): Promise<void> {
  if (events.length > 0) {
    tx.atCommit({ name: 'outbox_append', text: APPEND, values: valuesOf(events) });
    tx.afterCommit(wakeRelays);
  }
  return Promise.resolve();
}

export interface ComposedChange {
  /** That of these parts alone. */
  readonly name: string;
  readonly parts: readonly Part[];
  /** A query of one value that reads the parts, and fails where they must not be committed. */
  readonly check?: string;
}

/** Writes a change with the commit, and inserts its events in the same statement. */
export function commitWithEvents(
  tx: Tx,
  { name, parts, check }: ComposedChange,
  events: readonly EventToPublish[],
): void {
  const last = parts.at(-1)?.[1];
  if (events.length > 0) {
    const text = check === undefined ? APPEND : `${APPEND} WHERE (${check}) IS NOT NULL`;
    const append = { name: 'outbox_append', text, values: valuesOf(events) };
    tx.atCommit(parts.length === 0 ? append : composedStatement(`${name}_with_events`, parts, append));
    tx.afterCommit(wakeRelays);
  } else if (check !== undefined) {
    tx.atCommit(composedStatement(name, parts, { name, text: check, values: [] }));
  } else if (last !== undefined) tx.atCommit(composedStatement(name, parts.slice(0, -1), last));
}

export interface ChangeWithEvents {
  /** It must end in RETURNING and must be one that may run twice. */
  readonly change: ReadStatement;
  readonly events: readonly EventToPublish[];
  /** Parts that `change` may read. Its name must be that of one list of them. */
  readonly before?: readonly Part[];
  /** A further statement of the same commit, which may read the rows of `change`. */
  readonly alongside?: ReadStatement | undefined;
  /** The columns of the rows, one for each event, which may read the parts. */
  readonly returning?: string;
}

/** One statement: a change and its events, none where the change has changed no row. Call `wakeRelays` after its commit. */
export function changeWithEvents({
  change,
  events,
  before = [],
  alongside,
  returning = '1',
}: ChangeWithEvents): ReadStatement {
  const parts: Part[] = [...before, ['change', change]];
  if (alongside !== undefined) parts.push(['alongside', alongside]);
  const name = [change.name, 'with', ...(alongside === undefined ? [] : [alongside.name, 'and']), 'events'];
  const text = `${APPEND_AFTER_CHANGE} ${returning}`;
  return composedStatement(name.join('_'), parts, { name: 'outbox_append', text, values: valuesOf(events) });
}

/** Runs a change that is one statement, and inserts its events, in one round trip. False: the statement changed no row. */
export async function writeWithEvents(
  db: Database,
  tenantId: string,
  change: ReadStatement,
  events: readonly EventToPublish[],
  { alongside, ...options }: WriteOptions & Pick<ChangeWithEvents, 'alongside'> = {},
): Promise<boolean> {
  const statement = changeWithEvents({ change, events, alongside });
  const inserted = await db.writeInTenant(tenantId, statement, options);
  if (inserted.length > 0) wakeRelays();
  return inserted.length > 0;
}
