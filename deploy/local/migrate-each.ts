import { pathToFileURL } from 'node:url';

export interface MigrationStep {
  service: string;
  script: string;
  ownerUrl: string;
}

const steps: MigrationStep[] = JSON.parse(process.env['MIGRATION_STEPS'] ?? '[]');

for (const { service, script, ownerUrl } of steps) {
  process.env['MIGRATIONS_URL'] = ownerUrl;
  try {
    await import(pathToFileURL(script).href);
  } catch (error) {
    process.stderr.write(
      `the migrations of ${service} failed: ${error instanceof Error ? error.stack : String(error)}\n`,
    );
    process.exit(1);
  }
}
