import { getTableColumns } from './drizzle.ts';
import type { PgTable } from 'drizzle-orm/pg-core';

type ColumnOf<Table extends PgTable> = Extract<keyof Table['$inferSelect'], string>;

/**
 * The columns of a drizzle table for SQL that is written by hand, `tenant_id AS "tenantId", …`: rows arrive in the shape
 * of `$inferSelect`, with the columns of `only`, without those of `except`.
 */
export function selectList<Table extends PgTable>(
  table: Table,
  {
    only,
    except = [],
    alias,
  }: {
    readonly only?: readonly ColumnOf<Table>[];
    readonly except?: readonly ColumnOf<Table>[];
    readonly alias?: string;
  } = {},
): string {
  const selected = new Set<string>(only ?? Object.keys(getTableColumns(table)));
  for (const field of except) selected.delete(field);
  const prefix = alias === undefined ? '' : `${alias}.`;
  return Object.entries(getTableColumns(table))
    .filter(([field]) => selected.has(field))
    .map(([field, { name }]) => `${prefix}${name} AS "${field}"`)
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
    values: entries.map(([field]) => given[field] ?? `$${field}`).join(', '),
  };
}
