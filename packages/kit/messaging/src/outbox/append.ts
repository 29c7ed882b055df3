import type { Database, ReadStatement, Tx, WriteOptions } from '@lodging/kit-postgres';
import { writeEvent } from './event.ts';
import type { EventToPublish } from './event.ts';
import { wakeRelays } from './relay-wakes.ts';

const COLUMN_TYPES = ['uuid', 'uuid', 'text', 'text', 'bigint', 'timestamptz', 'text', 'text'];

/** The insert, where the first of its values is parameter `first`. */
function appendFrom(first: number): string {
  const columns = COLUMN_TYPES.map((type, index) => `$${first + index}::${type}[]`).join(', ');
  return `
    INSERT INTO outbox (tenant_id, id, type, aggregate_id, aggregate_version, occurred_at, envelope, traceparent)
    SELECT * FROM unnest(${columns}) AS events`;
}

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

const APPEND = appendFrom(1);

/** Inserts the events with the commit of the change, in their order, and wakes the relay after it. */
export function appendToOutbox(tx: Tx, ...events: EventToPublish[]): Promise<void> {
  if (events.length > 0) {
    tx.atCommit({ name: 'outbox_append', text: APPEND, values: valuesOf(events) });
    tx.afterCommit(wakeRelays);
  }
  return Promise.resolve();
}

/**
 * Runs a change that is one statement, and inserts its events, in one round trip. False: the statement changed no row, so
 * no event was inserted. The statement must end in RETURNING and must be one that may run twice. `alongside` is a further
 * statement of the same commit, which may read the rows of `change`.
 */
export async function writeWithEvents(
  db: Database,
  tenantId: string,
  change: ReadStatement,
  events: readonly EventToPublish[],
  { alongside, ...options }: WriteOptions & { readonly alongside?: ReadStatement } = {},
): Promise<boolean> {
  const values = [...change.values, ...(alongside?.values ?? [])];
  const statement = { ...composedOf(change, alongside), values: [...values, ...valuesOf(events)] };
  const inserted = await db.writeInTenant(tenantId, statement, options);
  if (inserted.length > 0) wakeRelays();
  return inserted.length > 0;
}

type Composed = Pick<ReadStatement, 'name' | 'text'>;

/** By the text of the change, then of what is alongside: kilobytes of SQL that are the same for each write. */
const known = new Map<string, Map<string, Composed>>();

function composedOf(change: ReadStatement, alongside: ReadStatement | undefined): Composed {
  const ofChange = known.get(change.text) ?? new Map<string, Composed>();
  known.set(change.text, ofChange);
  const further = alongside?.text ?? '';
  const statement = ofChange.get(further) ?? compose(change, alongside);
  ofChange.set(further, statement);
  return statement;
}

function compose(change: ReadStatement, alongside: ReadStatement | undefined): Composed {
  const further =
    alongside === undefined ? '' : `, alongside AS (${renumbered(alongside.text, change.values.length)})`;
  const count = change.values.length + (alongside?.values.length ?? 0);
  return {
    name: [change.name, 'with', ...(alongside === undefined ? [] : [alongside.name, 'and']), 'events'].join(
      '_',
    ),
    text: `WITH change AS (${change.text})${further} ${appendFrom(count + 1)}
            WHERE EXISTS (SELECT FROM change) RETURNING 1`,
  };
}

/** The parameters of a statement that follow `count` others. */
function renumbered(text: string, count: number): string {
  return text.replace(/\$(\d+)/g, (_, number: string) => `$${Number(number) + count}`);
}
