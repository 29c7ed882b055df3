import type { Tx } from '@lodging/kit-postgres';
import type { NewId } from '@lodging/kernel';
import type { PgInsertValue, PgTable } from 'drizzle-orm/pg-core';
import type { CopiedIds } from '../../domain/sandbox/copied-ids.ts';

/** Both sides of a copy: the live one is only read. */
export interface SandboxTransfer {
  readonly live: Tx;
  readonly liveId: string;
  readonly sandbox: Tx;
  readonly sandboxId: string;
  /** Of room types and resources, which rules name. */
  readonly ids: CopiedIds;
  readonly newId: NewId;
}

const ROWS_AT_ONCE = 500;

export async function insertAll<Table extends PgTable>(
  tx: Tx,
  table: Table,
  rows: readonly PgInsertValue<Table>[],
): Promise<void> {
  for (const some of chunksOf(rows, ROWS_AT_ONCE)) await tx.orm.insert(table).values(some);
}

export function chunksOf<T>(rows: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, index) =>
    rows.slice(index * size, (index + 1) * size),
  );
}
