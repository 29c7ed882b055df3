import { getTableColumns } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

type ColumnOf<Table extends PgTable> = Extract<keyof Table['$inferSelect'], string>;
/** SQL that replaces the default of a column. */
type Expressions<Table extends PgTable> = { readonly [Key in ColumnOf<Table>]?: string };

interface Column<Table extends PgTable> {
  readonly property: ColumnOf<Table>;
  readonly name: string;
  readonly type: string;
}

function columnsOf<Table extends PgTable>(table: Table): Column<Table>[] {
  return Object.entries(getTableColumns(table)).map(([property, column]) => ({
    property: property as ColumnOf<Table>,
    name: column.name,
    type: column.getSQLType(),
  }));
}

/** In the order of `properties`. */
function pick<Table extends PgTable>(table: Table, properties: readonly ColumnOf<Table>[]): Column<Table>[] {
  const columns = new Map(columnsOf(table).map((column) => [column.property, column]));
  return properties.flatMap((property) => columns.get(property) ?? []);
}

function list<T>(items: readonly T[], write: (item: T) => string): string {
  return items.map(write).join(', ');
}

/** The arguments of `json_build_object` for a row: `'maxAdults', t.max_adults, …`. */
export function jsonFields<Table extends PgTable>(
  table: Table,
  alias: string,
  options: { readonly except: readonly ColumnOf<Table>[]; readonly expressions?: Expressions<Table> },
): string {
  const { except, expressions = {} as Expressions<Table> } = options;
  const columns = columnsOf(table).filter(({ property }) => !except.includes(property));
  return list(
    columns,
    ({ property, name }) => `'${property}', ${expressions[property] ?? `${alias}.${name}`}`,
  );
}

/** The column list of an INSERT … SELECT and the values from the row `alias`, in the same order. */
export function copyLists<Table extends PgTable>(
  table: Table,
  alias: string,
  options: { readonly only?: readonly ColumnOf<Table>[]; readonly expressions: Expressions<Table> },
): { readonly columns: string; readonly values: string } {
  const { only, expressions } = options;
  const columns = only === undefined ? columnsOf(table) : pick(table, only);
  return {
    columns: list(columns, ({ name }) => name),
    values: list(columns, ({ property, name }) => expressions[property] ?? `${alias}.${name}`),
  };
}

/** The column list of an INSERT, and the definition and the select list of the same columns for `json_to_recordset`. */
export function recordLists<Table extends PgTable>(
  table: Table,
  properties: readonly ColumnOf<Table>[],
): { readonly columns: string; readonly definition: string; readonly values: string } {
  const columns = pick(table, properties);
  return {
    columns: list(columns, ({ name }) => name),
    definition: list(columns, ({ property, type }) => `"${property}" ${type}`),
    values: list(columns, ({ property }) => `"${property}"`),
  };
}

/** The SET list of an UPDATE from the row `new`: `key = new.key, …`. */
export function assignments<Table extends PgTable>(
  table: Table,
  properties: readonly ColumnOf<Table>[],
  expressions = {} as Expressions<Table>,
): string {
  return list(
    pick(table, properties),
    ({ property, name }) => `${name} = ${expressions[property] ?? `new.${name}`}`,
  );
}

/**
 * The FROM item of many rows, an array parameter for each column: `unnest($id::uuid[], …) AS new (id, …)`. Postgres flattens
 * an array of arrays, so a column that is an array itself needs another type in `types`, such as text.
 */
export function rowsFromArrays<Table extends PgTable>(
  table: Table,
  properties: readonly ColumnOf<Table>[],
  types = {} as Expressions<Table>,
): string {
  const columns = pick(table, properties);
  const arrays = list(columns, ({ property, type }) => `$${property}::${types[property] ?? type}[]`);
  return `unnest(${arrays}) AS new (${list(columns, ({ name }) => name)})`;
}

/** The rows as the parameters of `rowsFromArrays`. */
export function arraysOf<Row extends object, Property extends Extract<keyof Row, string>>(
  rows: readonly Row[],
  properties: readonly Property[],
): { [Key in Property]: Row[Key][] } {
  const arrays = properties.map((property) => [property, rows.map((row) => row[property])]);
  return Object.fromEntries(arrays) as { [Key in Property]: Row[Key][] };
}
