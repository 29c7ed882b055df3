export { instant, localDate, minorUnits } from './columns/column-types.ts';
export { insertLists, selectList } from './columns/column-lists.ts';
export {
  and,
  asc,
  bigint,
  boolean,
  count,
  customType,
  desc,
  eq,
  getTableColumns,
  getTableName,
  gt,
  inArray,
  integer,
  isNotNull,
  isNull,
  jsonb,
  lte,
  max,
  numeric,
  or,
  pgTable,
  primaryKey,
  sql,
  text,
  uuid,
} from './columns/drizzle.ts';
export { openDatabase } from './connections/database.ts';
export type { Database, ReadStatement, WriteOptions } from './connections/database.ts';
export {
  DatabaseUnavailable,
  isExclusionViolation,
  isLockTimeout,
  isUniqueViolation,
} from './connections/errors.ts';
export { composedStatement } from './statements/composed-statement.ts';
export type { Part } from './statements/composed-statement.ts';
export { leaseDueRows } from './statements/lease-due-rows.ts';
export { observeDueWork } from './statements/observe-due-work.ts';
export type { DueWork } from './statements/observe-due-work.ts';
export { countLimitedRows, createLimitedRows, lockLimitedRows } from './statements/limited-rows.ts';
export type { LimitedRows, RowLimit } from './statements/limited-rows.ts';
export { migrate, readSchemaState, requireMigrated } from './schema/migrate.ts';
export type { MigrationSource } from './schema/migrate.ts';
export { runMigrations } from './schema/run-migrations.ts';
export { namedStatement, unpreparedStatement } from './statements/named-statement.ts';
export { provisioningSql, provisionSchema } from './schema/provision-schema.ts';
export { sizedPage, sizedPageOf } from './statements/sized-page.ts';
export type { SizedRow } from './statements/sized-page.ts';
export type { Statement, Tx } from './connections/transaction.ts';
export { probeSealed, resealColumn, vaultedColumn } from './columns/sealed-column.ts';
