import { getTableColumns } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

type ColumnOf<Table extends PgTable> = Extract<keyof Table['$inferSelect'], string>;

/**
 * The columns of a drizzle table for SQL that is written by hand, `tenant_id AS "tenantId", …`: rows arrive in the shape
 * of `$inferSelect`, without the columns of `except`.
 */
export function selectList<Table extends PgTable>(
  table: Table,
  { except = [], alias }: { readonly except?: readonly ColumnOf<Table>[]; readonly alias?: string } = {},
): string {
  const omitted = new Set<string>(except);
  const prefix = alias === undefined ? '' : `${alias}.`;
  return Object.entries(getTableColumns(table))
    .filter(([property]) => !omitted.has(property))
    .map(([property, { name }]) => `${prefix}${name} AS "${property}"`)
    .join(', ');
}

/**
 * The column list of an INSERT and its values in the same order: a named parameter for each column (`$tenantId`, see
 * `namedStatement`), or the SQL that `expressions` has for it.
 */
export function insertLists<Table extends PgTable>(
  table: Table,
  expressions: Partial<Record<ColumnOf<Table>, string>> = {},
): { readonly columns: string; readonly values: string } {
  const entries = Object.entries(getTableColumns(table));
  const given: Readonly<Record<string, string | undefined>> = expressions;
  return {
    columns: entries.map(([, { name }]) => name).join(', '),
    values: entries.map(([property]) => given[property] ?? `$${property}`).join(', '),
  };
}
