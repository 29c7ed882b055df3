import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { asc, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Page } from '../use-cases/ports.ts';

interface Ordered {
  readonly createdAt: AnyPgColumn;
  readonly id: AnyPgColumn;
}

export function behind(table: Ordered, { after }: Page): SQL | undefined {
  if (after === null) return undefined;
  return sql`(${table.createdAt}, ${table.id}) > (${after.createdAt}::timestamptz, ${after.id}::uuid)`;
}

export function inOrder(table: Ordered): [SQL, SQL] {
  return [asc(table.createdAt), asc(table.id)];
}
