import { randomUUID } from 'node:crypto';
import type { Block, createBlock } from '@lodging/contract-inventory';
import type { RequestOf } from '@lodging/contract-wire';
import type { Caller } from '@lodging/kit-runtime';
import { outcomeOf, valueOf } from './start-inventory.ts';
import type { InventoryClient } from './start-inventory.ts';

/** A secret key with all permissions. */
export const DESK: { readonly caller: Caller } = { caller: { kind: 'secret', permissions: [] } };

/** The local date so many days from today. */
export function dateIn(days: number): string {
  return Temporal.Now.plainDateISO('UTC').add({ days }).toString();
}

type BlockRequest = Partial<RequestOf<typeof createBlock>> & { readonly resourceId: string };

export function blockRequest(request: BlockRequest): RequestOf<typeof createBlock> {
  const dates = { from: dateIn(60), to: dateIn(63) };
  return { kind: 'out_of_order', idempotencyKey: randomUUID(), ...dates, ...request };
}

export async function takeOffSale(
  client: InventoryClient,
  tenantId: string,
  request: BlockRequest,
): Promise<Block> {
  return valueOf(await client.createBlock(tenantId, blockRequest(request), DESK));
}

/** The code of the refusal, or the block. */
export async function tryBlock(client: InventoryClient, tenantId: string, request: BlockRequest) {
  return outcomeOf(await client.createBlock(tenantId, blockRequest(request), DESK));
}
