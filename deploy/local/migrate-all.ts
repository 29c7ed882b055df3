// Owns bringing the database up to date: a schema and roles for each service, then each service's own migrations.

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { provisionSchema } from '@lodging/kit-postgres';
import { repository } from './home.ts';
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
  await Promise.all(
    [...addresses].map(async ([service, { ownerUrl }]) => {
      const script = join(repository, 'services', service, 'src', 'migrate.ts');
      try {
        await promisify(execFile)(process.execPath, [script], {
          cwd: join(repository, 'services', service),
          env: { ...environment, MIGRATIONS_URL: ownerUrl },
        });
      } catch (error) {
        throw new Error(`the migrations of ${service} failed:\n${explain(error)}`, { cause: error });
      }
    }),
  );
}

function explain(error: unknown): string {
  if (typeof error !== 'object' || error === null) return String(error);
  const output = ['stdout', 'stderr'].map((name) => String(Reflect.get(error, name) ?? '')).join('\n');
  return output.trim().split('\n').slice(-12).join('\n');
}
