// Owns bringing the database up to date: a schema and roles for each service, then each service's own migrations.

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { provisionSchema } from '@lodging/kit-postgres';
import { repository } from './home.ts';
import type { MigrationStep } from './migrate-each.ts';
import type { Secrets } from './secrets.ts';
import { SERVICES } from './service-settings.ts';
import type { ServiceName } from './service-settings.ts';

export const DATABASE = 'lodging';

interface Addresses {
  ownerUrl: string;
  appUrl: string;
}

/** One after the other: the roles they create live in shared tables. */
export async function provisionAll(adminUrl: string, secrets: Secrets): Promise<Map<ServiceName, Addresses>> {
  const addresses = new Map<ServiceName, Addresses>();
  for (const service of SERVICES) {
    addresses.set(
      service,
      await provisionSchema({
        adminUrl,
        database: DATABASE,
        schema: service,
        ownerPassword: secrets(`postgres.${service}.owner`),
        appPassword: secrets(`postgres.${service}.app`),
      }),
    );
  }
  return addresses;
}

export async function migrateAll(
  addresses: Map<ServiceName, Addresses>,
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
