import pg from 'pg';
import type { TestInventory } from './start-inventory.ts';

/** Runs SQL as the owner of the tables, with the row policies of one tenant. */
export async function asOwner<T>(
  { ownerUrl }: Pick<TestInventory, 'ownerUrl'>,
  tenantId: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query(`SELECT set_config('app.tenant', $1, false)`, [tenantId]);
    return await work(client);
  } finally {
    await client.end();
  }
}
