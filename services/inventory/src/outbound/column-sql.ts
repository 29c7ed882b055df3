import { getTableColumns } from '@lodging/kit-postgres';
import type { PgTable } from 'drizzle-orm/pg-core';

type ColumnOf<Table extends PgTable> = Extract<keyof Table['$inferSelect'], string>;
/** SQL that replaces the default of a column. */
type Expressions<Table extends PgTable> = { readonly [Key in ColumnOf<Table>]?: string };

interface Columns<Table extends PgTable> {
  /** All columns of the table unless given. */
  readonly only?: readonly ColumnOf<Table>[];
  readonly except?: readonly ColumnOf<Table>[];
  readonly expressions?: Expressions<Table>;
}

/** For each column its property, its name, its type and its SQL: that of `expressions`, else the column of the row `alias`. */
function columnsOf<Table extends PgTable>(
  table: Table,
  alias: string,
  { only, except = [], expressions = {} as Expressions<Table> }: Columns<Table>,
) {
  const columns = getTableColumns(table);
  const properties = only ?? (Object.keys(columns) as ColumnOf<Table>[]);
  return properties
    .filter((property) => !except.includes(property))
    .flatMap((property) => {
      const column = columns[property];
      if (column === undefined) return [];
      const { name } = column;
      return [
        { property, name, type: column.getSQLType(), sql: expressions[property] ?? `${alias}.${name}` },
      ];
    });
}

/** The arguments of `json_build_object` for the row `alias`: `'maxAdults', t.max_adults, …`. */
export function jsonFields<Table extends PgTable>(
  table: Table,
  alias: string,
  options: Columns<Table>,
): string {
  return columnsOf(table, alias, options)
    .map(({ property, sql }) => `'${property}', ${sql}`)
    .join(', ');
}

/** The column list of an INSERT … SELECT and the values from the row `alias`, in the same order. */
export function copyLists<Table extends PgTable>(
  table: Table,
  alias: string,
  options: Columns<Table> = {},
): { readonly columns: string; readonly values: string } {
  const columns = columnsOf(table, alias, options);
  return {
    columns: columns.map(({ name }) => name).join(', '),
    values: columns.map(({ sql }) => sql).join(', '),
  };
}

/** The SET list of an UPDATE from the row `new`: `key = new.key, …`. */
export function assignments<Table extends PgTable>(table: Table, options: Columns<Table>): string {
  return columnsOf(table, 'new', options)
    .map(({ name, sql }) => `${name} = ${sql}`)
    .join(', ');
}

/**
 * The FROM item of many rows, an array parameter for each column: `unnest($id::uuid[], …) … AS new (id, …, ordinality)`.
 * Postgres flattens an array of arrays, so a column that is an array itself needs another type in `types`, such as text.
 */
export function rowsFromArrays<Table extends PgTable>(
  table: Table,
  only: readonly ColumnOf<Table>[],
  types = {} as Expressions<Table>,
): string {
  const columns = columnsOf(table, 'new', { only });
  const arrays = columns.map(({ property, type }) => `$${property}::${types[property] ?? type}[]`);
  const names = columns.map(({ name }) => `${name}, `).join('');
  return `unnest(${arrays.join(', ')}) WITH ORDINALITY AS new (${names}ordinality)`;
}

/** The rows as the parameters of `rowsFromArrays`. */
export function arraysOf<Row extends object, Property extends Extract<keyof Row, string>>(
  rows: readonly Row[],
  properties: readonly Property[],
): { [Key in Property]: Row[Key][] } {
  const arrays = properties.map((property) => [property, rows.map((row) => row[property])]);
  return Object.fromEntries(arrays) as { [Key in Property]: Row[Key][] };
}
