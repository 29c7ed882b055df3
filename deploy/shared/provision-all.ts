import { provisionSchema } from '@lodging/kit-postgres';
import { SERVICES } from './services.ts';
import type { ServiceName } from './services.ts';

export const DATABASE = 'lodging';

export interface SchemaAddresses {
  /** For migrations. */
  ownerUrl: string;
  /** For the service. */
  appUrl: string;
  /** The same with its other login. */
  secondAppUrl: string;
}

export type Login = 'owner' | 'app' | 'app_b';

/** Sequential, because roles are rows of shared catalogs. Idempotent; passwords are set again. */
export async function provisionAll(
  adminUrl: string,
  password: (service: ServiceName, role: Login) => string,
): Promise<Map<ServiceName, SchemaAddresses>> {
  const addresses = new Map<ServiceName, SchemaAddresses>();
  for (const service of SERVICES) {
    addresses.set(
      service,
      await provisionSchema({
        adminUrl,
        database: DATABASE,
        schema: service,
        ownerPassword: password(service, 'owner'),
        appPassword: password(service, 'app'),
        secondAppPassword: password(service, 'app_b'),
      }),
    );
  }
  return addresses;
}
