import { createFairSemaphore, createKeyedMutex } from '@lodging/kit-runtime';
import type { Database, ReadStatement } from '../connections/database.ts';
import type { Tx } from '../connections/transaction.ts';
import { namedStatement } from './named-statement.ts';

/** Rows that have a maximum together: of a tenant, for example, or of a parent row. */
export interface RowLimit {
  readonly tenantId: string;
  /** The advisory lock of these rows, and their queue in this process. */
  readonly key: string;
  readonly most: number;
  /** Returns a row with the number of these rows as `count`. */
  readonly count: ReadStatement;
}

export interface LimitedRows {
  /**
   * Creates a row in a transaction, given how many there are. Far below the limit the creations of one key run side by
   * side, near it one after the other. Throws OverShare or LockTimeout where many of the same key wait.
   */
  create<T>(limit: RowLimit, create: (tx: Tx, count: number) => Promise<T>): Promise<T>;
  /** Work of the key in this process, one after the other, so that it waits on one connection. Throws LockTimeout. */
  inTurn<T>(key: string, work: () => Promise<T>): Promise<T>;
}

const lock = namedStatement<{ key: string }>(
  'limited_rows_lock',
  'SELECT pg_advisory_xact_lock(hashtextextended($key::text, 0))',
);
const share = namedStatement<{ key: string }>(
  'limited_rows_lock_shared',
  'SELECT pg_advisory_xact_lock_shared(hashtextextended($key::text, 0))',
);

/** Below the time that callers wait for an answer. */
const TIMEOUT_MS = 4_000;
/** Rows of one key are created on fewer connections at once, over all processes, so that so many below the limit none exceeds it. */
const NEAR = 200;
/** In one process; the other connections of the pool are for other keys. */
const SIDE_BY_SIDE = 4;

/** A process has one for all creations that share keys. */
export function createLimitedRows(db: Database): LimitedRows {
  const permits = createFairSemaphore({ permits: Infinity, perKey: SIDE_BY_SIDE });
  const mutex = createKeyedMutex();
  const inTurn: LimitedRows['inTurn'] = (key, work) => mutex.run(key, work, { timeoutMs: TIMEOUT_MS });
  return {
    inTurn,
    async create({ tenantId, key, most, count: counting }, create) {
      const createFarBelow = () =>
        db.inTenant(tenantId, async (tx) => {
          const count = await countAfter(share, tx, key, counting);
          return count < most - NEAR ? { value: await create(tx, count) } : undefined;
        });
      if (most > NEAR) {
        const created = await permits.run(key, createFarBelow, { timeoutMs: TIMEOUT_MS });
        if (created !== undefined) return created.value;
      }
      return inTurn(key, () =>
        db.inTenant(tenantId, async (tx) => create(tx, await countAfter(lock, tx, key, counting))),
      );
    },
  };
}

/** Until the end of the transaction no row of the key is created. Its last lock: it waits for no other one that its holder has. */
export async function lockLimitedRows(tx: Tx, key: string): Promise<void> {
  await tx.query(lock({ key }));
}

/** How many rows there are, under the lock. */
export function countLimitedRows(tx: Tx, { key, count }: Pick<RowLimit, 'key' | 'count'>): Promise<number> {
  return countAfter(lock, tx, key, count);
}

/** The count is a statement of its own, so that it sees the writes of the previous holder. Both are one round trip. */
async function countAfter(
  locked: typeof lock,
  tx: Tx,
  key: string,
  counting: ReadStatement,
): Promise<number> {
  const [, rows] = await Promise.all([tx.query(locked({ key })), tx.query<{ count: number }>(counting)]);
  return rows[0]?.count ?? 0;
}
