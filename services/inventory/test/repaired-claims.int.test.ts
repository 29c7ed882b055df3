// Guarantees of the claims of stays that a restore has lost, or brought back.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createVilla, nights } from './create-villa.ts';
import { outcomeOf, startInventory, valueOf } from './start-inventory.ts';
import type { TestInventory } from './start-inventory.ts';

let inventory: TestInventory;
beforeAll(async () => {
  inventory = await startInventory();
});
afterAll(() => inventory.stop());

const claimOn = (resourceId: string) => ({ claimId: randomUUID(), resourceId, quantity: 1, ...nights(0) });

it('a stay whose cancellation is lost takes its units again where they are free, and never those of another one', async () => {
  const { tenantId, resourceId } = await createVilla(inventory.client);
  const { client } = inventory;
  const [cancelled, other] = [claimOn(resourceId), claimOn(resourceId)];
  valueOf(await client.confirmClaim(tenantId, cancelled));
  valueOf(await client.releaseClaim(tenantId, { ...cancelled, reason: 'cancelled' }));
  expect(outcomeOf(await client.confirmClaim(tenantId, cancelled))).toBe('claim_released');
  valueOf(await client.confirmClaim(tenantId, other));
  expect(outcomeOf(await client.renewClaim(tenantId, cancelled))).toBe('units_taken');
  valueOf(await client.releaseClaim(tenantId, { ...other, reason: 'cancelled' }));
  expect(valueOf(await client.renewClaim(tenantId, cancelled)).state).toBe('confirmed');
  expect(outcomeOf(await client.confirmClaim(tenantId, claimOn(resourceId)))).toBe('units_taken');
});

it('a lost stay gives its units back, once, and a late claim for it is refused', async () => {
  const { tenantId, resourceId } = await createVilla(inventory.client);
  const { client } = inventory;
  const lost = claimOn(resourceId);
  valueOf(await client.confirmClaim(tenantId, lost));
  const release = async () =>
    valueOf(await client.releaseLostClaim(tenantId, { claimId: lost.claimId })).released;
  expect(await release()).toBe(true);
  expect(await release()).toBe(false);
  expect(outcomeOf(await client.confirmClaim(tenantId, lost))).toBe('claim_released');
  expect(valueOf(await client.confirmClaim(tenantId, claimOn(resourceId))).state).toBe('confirmed');
});
