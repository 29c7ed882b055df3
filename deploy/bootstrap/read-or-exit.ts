import { readSettings, SettingsError } from '@lodging/kit-runtime';
import type { z } from 'zod';

export function readOrExit<S extends z.ZodObject>(schema: S): z.infer<S> {
  try {
    return readSettings(schema, process.env);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(78);
  }
}
