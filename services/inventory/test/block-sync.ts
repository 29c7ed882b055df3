import { randomUUID } from 'node:crypto';
import type { blockConflicted, ExternalBlock, replaceBlocks } from '@lodging/contract-inventory';
import type { ResponseOf } from '@lodging/contract-wire';
import type { z } from 'zod';
import { asOwner } from './as-owner.ts';
import { valueOf } from './start-inventory.ts';
import type { TestInventory } from './start-inventory.ts';

/** A date relative to the first night of the stays of these tests, 60 days after today. */
export function day(offset: number): string {
  return Temporal.Now.plainDateISO('Europe/Berlin')
    .add({ days: 60 + offset })
    .toString();
}

/** A block of the nights from day `first` up to, not including, day `end`. */
export function block(resourceId: string, key: string, first: number, end: number): ExternalBlock {
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

type Replaced = ResponseOf<typeof replaceBlocks>;

export interface TestConnection {
  readonly id: string;
  /** Replaces all blocks of the connection by the next sync. */
  readonly sync: (...blocks: ExternalBlock[]) => Promise<Replaced>;
  /** Removes all blocks, also those that have begun. */
  readonly remove: () => Promise<Replaced>;
}

export function createConnection(
  { client }: Pick<TestInventory, 'client'>,
  tenantId: string,
  id: string = randomUUID(),
): TestConnection {
  let sequence = 0;
  const replace = async (blocks: ExternalBlock[], all?: true) => {
    sequence += 1;
    const request = { connectionId: id, sequence, blocks, ...(all && { all }) };
    return valueOf(await client.replaceBlocks(tenantId, request));
  };
  return { id, sync: (...blocks) => replace(blocks), remove: () => replace([], true) };
}

type Conflict = z.infer<typeof blockConflicted.data>;

/** The published conflicts, in order. */
export function conflictsOf(inventory: TestInventory, tenantId: string): Promise<Conflict[]> {
  return asOwner(inventory, tenantId, async (client) => {
    const sql = `SELECT envelope FROM outbox WHERE tenant_id = $1 AND type LIKE '%block.conflicted' ORDER BY position`;
    const { rows } = await client.query<{ envelope: string }>(sql, [tenantId]);
    return rows.map(({ envelope }) => (JSON.parse(envelope) as { data: Conflict }).data);
  });
}
