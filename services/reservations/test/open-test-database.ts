import { openDatabase } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
import { freshSchema, testLogger } from '@lodging/kit-testing';
import { migrations } from '../src/migrations.ts';
import { createGuestSealer } from '../src/outbound/guests/guest-sealer.ts';

export const GUEST_DATA_SECRET = 'guest data secret for tests only';

export const guestSealer = createGuestSealer(GUEST_DATA_SECRET);

export interface TestDatabase {
  readonly url: string;
  readonly db: Database;
  /** Another pool on the same database, as a second replica has. The caller closes it. */
  open(options?: { readonly url?: string; readonly maxConnections?: number }): Database;
  close(): Promise<void>;
}

/** A migrated schema of its own, for tests of repositories. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const schema = await freshSchema({ schema: 'reservations', sources: migrations });
  const open = (options = {}) =>
    openDatabase({ url: schema.url, schema: 'reservations', log: testLogger(), ...options });
  const db = open();
  return {
    url: schema.url,
    db,
    open,
    async close() {
      await db.close();
      await schema.drop();
    },
  };
}
