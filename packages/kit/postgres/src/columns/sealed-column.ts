import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../connections/database.ts';
import type { Tx } from '../connections/transaction.ts';

/** Texts at rest that only a secret opens, in a table by tenant and id. Names are of the code, never of a request. */
export interface SealedColumn {
  readonly table: string;
  readonly column: string;
  readonly type?: 'text' | 'jsonb';
  /**
   * Of a large table the sample is a text of its first tenants and one of its last, in place of the oldest and the newest, which
   * no index has.
   */
  readonly isLarge?: boolean;
}

interface Sealed {
  readonly tenantId: string;
  readonly id: string;
  readonly sealed: string;
}

/** At start, so many windows of so many rows are read at each end of a large table. Each has other tenants; rows without text count. */
const WINDOWS = 5;
const WINDOW = 500;
const NIL = '00000000-0000-0000-0000-000000000000';
const MAX = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

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

function sampleSealed(db: Database, { table, column, isLarge = false }: SealedColumn): Promise<Sealed[]> {
  const sealed = `CASE WHEN ${column}::text LIKE 'v_.%' THEN ${column}::text END`;
  const columns = `tenant_id AS "tenantId", id, ${sealed} AS sealed FROM ${table}`;
  if (isLarge)
    return db.acrossTenants(async (tx) => [
      ...(await firstSealed(tx, NIL, `SELECT ${columns} WHERE tenant_id > $1::uuid ORDER BY tenant_id`)),
      ...(await firstSealed(tx, MAX, `SELECT ${columns} WHERE tenant_id < $1::uuid ORDER BY tenant_id DESC`)),
    ]);
  const ends = ['ASC', 'DESC'].map(
    (direction) =>
      `(SELECT ${columns} WHERE ${column}::text LIKE 'v_.%' ORDER BY created_at ${direction} LIMIT 1)`,
  );
  return db.acrossTenants((tx) => tx.query<Sealed>(ends.join(' UNION ALL ')));
}

async function firstSealed(tx: Tx, start: string, select: string): Promise<Sealed[]> {
  let beyond = start;
  for (let window = 0; window < WINDOWS; window += 1) {
    const rows = await tx.query<Omit<Sealed, 'sealed'> & { readonly sealed: string | null }>(
      `${select} LIMIT ${WINDOW}`,
      [beyond],
    );
    const found = rows.flatMap(({ sealed, ...row }) => (sealed === null ? [] : [{ ...row, sealed }]));
    if (found.length > 0) return found.slice(0, 1);
    const last = rows.at(-1);
    if (last === undefined) return [];
    beyond = last.tenantId;
  }
  return [];
}

/**
 * Writes each text that `reseal` gives another form of, unless it was changed meanwhile. Resolves to their number. Ends early
 * when the signal is aborted.
 */
export async function resealColumn(
  db: Database,
  { table, column, type = 'text' }: SealedColumn,
  reseal: (row: Sealed) => string | undefined,
  signal?: AbortSignal,
): Promise<number> {
  let after = { tenantId: NIL, id: NIL };
  for (let written = 0; ;) {
    const rows = await db.acrossTenants((tx) =>
      tx.query<Sealed>(
        `SELECT tenant_id AS "tenantId", id, ${column}::text AS sealed FROM ${table}
         WHERE (tenant_id, id) > ($1::uuid, $2::uuid) AND ${column} IS NOT NULL ORDER BY tenant_id, id LIMIT ${BATCH}`,
        [after.tenantId, after.id],
      ),
    );
    const changed = rows.flatMap((row) => {
      const sealed = reseal(row);
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

/** Opens and reseals the texts of a column: a vault of kit-security. */
interface ColumnVault {
  open(tenantId: string, id: string, sealed: string): string | undefined;
  reseal(tenantId: string, id: string, sealed: string): string | undefined;
}

/** How a seal probes and reseals a column whose texts a vault sealed by tenant and id. */
export function vaultedColumn(db: Database, column: SealedColumn, vault: ColumnVault) {
  return {
    probe: () =>
      probeSealed(db, column, ({ tenantId, id, sealed }) => vault.open(tenantId, id, sealed) !== undefined),
    reseal: (signal?: AbortSignal) =>
      resealColumn(db, column, ({ tenantId, id, sealed }) => vault.reseal(tenantId, id, sealed), signal),
  };
}
