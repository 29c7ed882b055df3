import { createLogger, readSettings, setting, SettingsError } from '@lodging/kit-runtime';
import { z } from 'zod';
import { migrate } from './migrate.ts';
import type { MigrationSource } from './migrate.ts';

const settings = z.object({
  /** The address of the schema's owner; the service itself runs without the right to change tables. */
  MIGRATIONS_URL: setting.url(),
});

/** Ends the process with 78 when a setting is wrong, and by throwing when a migration fails. */
export async function runMigrations(options: {
  schema: string;
  sources: readonly MigrationSource[];
}): Promise<void> {
  const { schema, sources } = options;
  const log = createLogger({ name: `${schema}-migrate`, level: 'info' });
  const url = readUrl();
  await migrate({ url, schema, sources, log });
  log.info({ schema }, 'migrated');
}

function readUrl(): string {
  try {
    return readSettings(settings, process.env).MIGRATIONS_URL;
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(78);
  }
}
