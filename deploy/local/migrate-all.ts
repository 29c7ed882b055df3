import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { SchemaAddresses, ServiceName } from '@lodging/deploy-shared';
import { repository } from './home.ts';
import type { MigrationStep } from './migrate-each.ts';

export async function migrateAll(
  addresses: Map<ServiceName, SchemaAddresses>,
  environment: NodeJS.ProcessEnv,
): Promise<void> {
  const steps: MigrationStep[] = [...addresses].map(([service, { ownerUrl }]) => {
    return { service, ownerUrl, script: join(repository, 'services', service, 'src', 'migrate.ts') };
  });
  try {
    await promisify(execFile)(process.execPath, [join(import.meta.dirname, 'migrate-each.ts')], {
      env: { ...environment, MIGRATION_STEPS: JSON.stringify(steps) },
    });
  } catch (error) {
    const output = String(Object(error).stderr ?? '') || String(error);
    throw new Error(output.trim().split('\n').slice(-12).join('\n'), { cause: error });
  }
}
