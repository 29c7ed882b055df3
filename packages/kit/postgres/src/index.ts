export { instant, localDate, minorUnits } from './column-types.ts';
export { insertLists, selectList } from './column-lists.ts';
export { openDatabase } from './database.ts';
export type { Database, ReadStatement, WriteOptions } from './database.ts';
export {
  Busy,
  CommitUnknown,
  DatabaseUnavailable,
  isExclusionViolation,
  isLockTimeout,
  isUniqueViolation,
} from './errors.ts';
export { leaseDueRows } from './lease-due-rows.ts';
export type { DueRows } from './lease-due-rows.ts';
export { migrate, readSchemaState, requireMigrated } from './migrate.ts';
export type { MigrationSource, MigrationState } from './migrate.ts';
export { runMigrations } from './run-migrations.ts';
export { namedStatement, unpreparedStatement } from './named-statement.ts';
export { provisioningSql, provisionSchema } from './provision-schema.ts';
export type { ProvisionedSchema, SchemaToProvision } from './provision-schema.ts';
export type { Statement, Tx } from './transaction.ts';
export { probeSealed, sealColumnAgain } from './sealed-column.ts';
export type { SealedColumn } from './sealed-column.ts';
