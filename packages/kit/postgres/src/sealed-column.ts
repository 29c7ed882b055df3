import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from './database.ts';

/** Texts at rest that only a secret opens, in a table by tenant and id. Names are of the code, never of a request. */
export interface SealedColumn {
  readonly table: string;
  readonly column: string;
  readonly type?: 'text' | 'jsonb';
  /** Of a large table the first and the last row are the sample in place of the oldest and the newest, which no index has. */
  readonly isLarge?: boolean;
}

interface Sealed {
  readonly tenantId: string;
  readonly id: string;
  readonly sealed: string;
}

const BATCH = 500;
/** After each full batch: requests are served by the same thread and the same database. */
const PAUSE_MS = 25;

/** Of the oldest and the newest text: whether `opens` holds for both, for one, or for none. `all` where there is no text. */
export async function probeSealed(
  db: Database,
  column: SealedColumn,
  opens: (row: Sealed) => boolean,
): Promise<'all' | 'some' | 'none'> {
  const sample = await sampleSealed(db, column);
  const opened = sample.filter(opens).length;
  if (opened === sample.length) return 'all';
  return opened === 0 ? 'none' : 'some';
}

async function sampleSealed(
  db: Database,
  { table, column, isLarge = false }: SealedColumn,
): Promise<Sealed[]> {
  const ends = ['ASC', 'DESC'].map((direction) => {
    const order = (isLarge ? ['tenant_id', 'id'] : ['created_at']).map((name) => `${name} ${direction}`);
    return `(SELECT tenant_id AS "tenantId", id, ${column}::text AS sealed FROM ${table}
              WHERE ${column}::text LIKE 'v_.%' ORDER BY ${order.join(', ')} LIMIT 1)`;
  });
  return db.acrossTenants((tx) => tx.query<Sealed>(ends.join(' UNION ALL ')));
}

/**
 * Writes each text that `sealAgain` gives another form of, unless it was changed meanwhile. Resolves to their number. Ends early
 * when the signal is aborted.
 */
export async function sealColumnAgain(
  db: Database,
  { table, column, type = 'text' }: SealedColumn,
  sealAgain: (row: Sealed) => string | undefined,
  signal?: AbortSignal,
): Promise<number> {
  let after = {
    tenantId: '00000000-0000-0000-0000-000000000000',
    id: '00000000-0000-0000-0000-000000000000',
  };
  for (let written = 0; ;) {
    const rows = await db.acrossTenants((tx) =>
      tx.query<Sealed>(
        `SELECT tenant_id AS "tenantId", id, ${column}::text AS sealed FROM ${table}
         WHERE (tenant_id, id) > ($1::uuid, $2::uuid) AND ${column} IS NOT NULL ORDER BY tenant_id, id LIMIT ${BATCH}`,
        [after.tenantId, after.id],
      ),
    );
    const changed = rows.flatMap((row) => {
      const sealed = sealAgain(row);
      return sealed === undefined ? [] : [{ ...row, next: sealed }];
    });
    if (changed.length > 0) {
      const done = await db.acrossTenants((tx) =>
        tx.query(
          `UPDATE ${table} AS kept SET ${column} = given.next::${type}
           FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[]) AS given (tenant_id, id, sealed, next)
           WHERE kept.tenant_id = given.tenant_id AND kept.id = given.id AND kept.${column}::text = given.sealed
           RETURNING kept.id`,
          [
            changed.map(({ tenantId }) => tenantId),
            changed.map(({ id }) => id),
            changed.map(({ sealed }) => sealed),
            changed.map(({ next }) => next),
          ],
        ),
      );
      written += done.length;
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < BATCH || signal?.aborted === true) return written;
    after = last;
    await pause(PAUSE_MS);
  }
}
