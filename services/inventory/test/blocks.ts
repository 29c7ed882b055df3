import { randomUUID } from 'node:crypto';
import type { blockConflicted, ExternalBlock, replaceBlocks } from '@lodging/contract-inventory';
import pg from 'pg';
import type { z } from 'zod';
import type { TestInventory } from './inventory.ts';
import { valueOf } from './inventory.ts';

/** The date so many days after the one on which the stays of these tests begin. */
export function day(offset: number): string {
  return Temporal.Now.plainDateISO('Europe/Berlin')
    .add({ days: 60 + offset })
    .toString();
}

/** An event over the nights from day `first` up to, not including, day `end`. */
export function event(resourceId: string, key: string, first: number, end: number): ExternalBlock {
  const dates: [string, string] = [day(first), day(end)];
  return {
    key,
    resourceId,
    listingId: LISTING,
    inboundEvent: key,
    dates,
    startsAt: dates[0],
    endsAt: dates[1],
  };
}
const LISTING = '018f3c00-0000-7000-8000-00000000abcd';

type Answer = z.output<(typeof replaceBlocks)['response']>;

export interface TestConnection {
  readonly id: string;
  /** Gives the whole set, as the next step. */
  readonly give: (...blocks: ExternalBlock[]) => Promise<Answer>;
  /** Takes everything away, also what has begun. */
  readonly leave: () => Promise<Answer>;
}

export function connect(
  { uses }: Pick<TestInventory, 'uses'>,
  tenantId: string,
  id: string = randomUUID(),
): TestConnection {
  let sequence = 0;
  const replace = async (blocks: ExternalBlock[], all?: true) => {
    sequence += 1;
    const request = { connectionId: id, sequence, blocks, ...(all && { all }) };
    return valueOf(await uses.replaceBlocks(tenantId, request, false));
  };
  return { id, give: (...blocks) => replace(blocks), leave: () => replace([], true) };
}

export async function asOwnerOf<T>(
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

type Told = z.infer<typeof blockConflicted.data>;

/** The conflicts that were told so far, in their order. */
export function conflictsOf(inventory: TestInventory, tenantId: string): Promise<Told[]> {
  return asOwnerOf(inventory, tenantId, async (client) => {
    const sql = `SELECT envelope FROM outbox WHERE tenant_id = $1 AND type LIKE '%block.conflicted' ORDER BY position`;
    const { rows } = await client.query<{ envelope: string }>(sql, [tenantId]);
    return rows.map(({ envelope }) => (JSON.parse(envelope) as { data: Told }).data);
  });
}
