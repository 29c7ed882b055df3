import { createLogger, readSettings, setting, SettingsError } from '@lodging/kit-runtime';
import { z } from 'zod';
import { migrate } from './migrate.ts';
import type { MigrationSource } from './migrate.ts';
import { OtherHistoryError } from './refuse-other-history.ts';

const settings = z.object({
  /** The address of the schema's owner; the service itself runs without the right to change tables. */
  MIGRATIONS_URL: setting.url(),
});

/** Ends the process with 78 where a setting or the database is the wrong one, and by throwing when a migration fails. */
export async function runMigrations(options: {
  schema: string;
  sources: readonly MigrationSource[];
}): Promise<void> {
  const { schema, sources } = options;
  const log = createLogger({ name: `${schema}-migrate`, level: 'info' });
  const url = readUrl();
  await migrate({ url, schema, sources, log }).catch(exitForOtherHistory);
  log.info({ schema }, 'migrated');
}

function readUrl(): string {
  try {
    return readSettings(settings, process.env).MIGRATIONS_URL;
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    return exitFor(error);
  }
}

function exitForOtherHistory(error: unknown): void {
  if (!(error instanceof OtherHistoryError)) throw error;
  exitFor(error);
}

/** Without a stack: the message is for an operator, and a repetition would fail alike. */
function exitFor(error: Error): never {
  process.stderr.write(`${error.message}\n`);
  process.exit(78);
}
