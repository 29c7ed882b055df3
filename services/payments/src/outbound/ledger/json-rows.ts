import { getTableColumns, getTableName } from '@lodging/kit-postgres';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';

export interface JsonRows<Row> {
  /** A subquery whose value is the rows as one JSON array; NULL where there are none. */
  readonly select: string;
  /** The rows in the shape of `$inferSelect`. */
  read(json: readonly unknown[] | null): Row[];
}

/**
 * Rows of a table as one value, so that one statement reads the rows of several tables. They are ordered before they are
 * collected: an index that has the order is then preferred to another that begins with the tenant.
 */
export function jsonRows<Table extends PgTable>(
  table: Table,
  { where, orderBy }: { readonly where: string; readonly orderBy: string },
): JsonRows<Table['$inferSelect']> {
  const columns = Object.entries(getTableColumns(table));
  const fields = columns.map(([property, column]) => `'${property}', ${asJson(column)}`).join(', ');
  const parsed = columns.filter(([, column]) => isParsed(column));
  return {
    select: `(SELECT json_agg(json_build_object(${fields}))
      FROM (SELECT * FROM ${getTableName(table)} ${where} ORDER BY ${orderBy}) AS ordered)`,
    read: (json) =>
      (json ?? []).map((row) => {
        const values = row as Record<string, unknown>;
        for (const [property, column] of parsed) {
          const value = values[property];
          if (value !== null) values[property] = column.mapFromDriverValue(value);
        }
        return values as Table['$inferSelect'];
      }),
  };
}

/** Numbers of JSON are floating-point numbers to JavaScript. */
function asJson(column: PgColumn): string {
  return column.getSQLType() === 'bigint' ? `${column.name}::text` : column.name;
}

function isParsed(column: PgColumn): boolean {
  return ['bigint', 'timestamptz'].includes(column.getSQLType());
}
