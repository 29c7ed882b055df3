import type { Page } from '@lodging/kernel';
import { asc, sql } from '@lodging/kit-postgres';
import type { SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

interface ListedTable {
  readonly createdAt: AnyPgColumn;
  readonly id: AnyPgColumn;
}

/** Keyset condition of the order (createdAt, id). */
export function isAfter(table: ListedTable, { after }: Page): SQL | undefined {
  if (after === null) return undefined;
  return sql`(${table.createdAt}, ${table.id}) > (${after.createdAt}::timestamptz, ${after.id}::uuid)`;
}

export function byCreation(table: ListedTable): [SQL, SQL] {
  return [asc(table.createdAt), asc(table.id)];
}
