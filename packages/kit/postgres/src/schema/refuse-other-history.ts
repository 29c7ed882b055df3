/** The database cannot be migrated by this release. The message says why, and what an operator can do. */
export class OtherHistoryError extends Error {
  override readonly name = 'OtherHistoryError';
}

/**
 * Throws for a schema of a version before 1.0.0, whose migrations had other names. A release only adds numbers to those of
 * the release before, so names of a later release have numbers of their own: such a schema is accepted, for a rollback.
 * `applied` has the keys `<source>/<name>`.
 */
export function refuseOtherHistory(
  schema: string,
  migrations: readonly { readonly source: string; readonly name: string }[],
  applied: ReadonlyMap<string, string>,
): void {
  const known = new Set(migrations.map(({ source, name }) => `${source}/${name}`));
  const numbers = new Set([...known].map(numberOf));
  const other = [...applied.keys()].find((key) => !known.has(key) && numbers.has(numberOf(key)));
  if (other === undefined) return;
  throw new OtherHistoryError(
    `The schema "${schema}" was created by a version before 1.0.0: it has the migration ${other}, which this release does not have.
Data of versions before 1.0.0 cannot be upgraded. Nothing was changed. To start with an empty database:
- npm start: remove its data directory (.lodging, or the one that LODGING_HOME names) and start again
- Docker Compose: docker compose down --volumes, and start again
- elsewhere: create a new database for all services, provision it, and run the migrations again`,
  );
}

const numberOf = (key: string): string => /^.*\/\d+/.exec(key)?.[0] ?? key;
