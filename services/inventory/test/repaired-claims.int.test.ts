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

const alignment = (claimId: string, resourceId: string, first: number, isChanged = true) => ({
  moveId: randomUUID(),
  claimId,
  target: { resourceId, quantity: 1, ...nights(first) },
  isChanged,
});

it('a claim whose stay was set back follows it where its units are free, and is left where it is where they are sold', async () => {
  const { tenantId, resourceId } = await createVilla(inventory.client);
  const { client } = inventory;
  const moved = claimOn(resourceId);
  valueOf(await client.confirmClaim(tenantId, moved));
  const align = (first: number, isChanged = true) =>
    client.alignClaim(tenantId, alignment(moved.claimId, resourceId, first, isChanged));
  expect(valueOf(await align(0)).moved).toBe(false);
  // Neither side has changed it: the dates of its resource may be others now.
  expect(valueOf(await align(10, false)).moved).toBe(false);
  expect(valueOf(await align(10)).moved).toBe(true);
  expect(valueOf(await align(10)).moved).toBe(false);
  const other = claimOn(resourceId);
  valueOf(await client.confirmClaim(tenantId, other));
  expect(outcomeOf(await align(0))).toBe('units_taken');
  expect(valueOf(await align(10)).moved).toBe(false);
  valueOf(await client.releaseClaim(tenantId, { ...other, reason: 'cancelled' }));
  expect(valueOf(await align(0, false)).moved).toBe(true);
  expect(outcomeOf(await client.alignClaim(tenantId, alignment(randomUUID(), resourceId, 20)))).toBe(
    'claim_released',
  );
});

it('a claim on another resource follows its stay there', async () => {
  const { tenantId, resourceId } = await createVilla(inventory.client);
  const other = await createVilla(inventory.client, { tenantId });
  const { client } = inventory;
  const moved = claimOn(resourceId);
  valueOf(await client.confirmClaim(tenantId, moved));
  const target = alignment(moved.claimId, other.resourceId, 0);
  expect(valueOf(await client.alignClaim(tenantId, target)).moved).toBe(true);
  expect(valueOf(await client.confirmClaim(tenantId, claimOn(resourceId))).state).toBe('confirmed');
  expect(outcomeOf(await client.confirmClaim(tenantId, claimOn(other.resourceId)))).toBe('units_taken');
});

it.each([
  ['is undone with its stay', false],
  ['was undone by a later one, before both were lost', true],
])('a move that %s is made again where its change is', async (_, isUndone) => {
  const { tenantId, resourceId } = await createVilla(inventory.client);
  const { client } = inventory;
  const moved = claimOn(resourceId);
  valueOf(await client.confirmClaim(tenantId, moved));
  const { claimId } = moved;
  const moveTo = (first: number) => ({
    moveId: randomUUID(),
    claimId,
    partIds: [],
    target: { resourceId, quantity: 1, ...nights(first) },
  });
  const move = moveTo(10);
  valueOf(await client.moveClaim(tenantId, move));
  if (isUndone) valueOf(await client.moveClaim(tenantId, moveTo(0)));
  const align = async (first: number, isChanged: boolean) =>
    valueOf(await client.alignClaim(tenantId, alignment(claimId, resourceId, first, isChanged))).moved;
  // The stay is as before its change; then the payment of the change applies it under its id.
  expect(await align(0, false)).toBe(!isUndone);
  valueOf(await client.moveClaim(tenantId, move));
  expect(await align(10, true)).toBe(false);
});

it('a move that was given up stays so when its claim follows its stay', async () => {
  const { tenantId, resourceId } = await createVilla(inventory.client);
  const { client } = inventory;
  const { claimId, ...taken } = claimOn(resourceId);
  valueOf(await client.confirmClaim(tenantId, { claimId, ...taken }));
  const move = { moveId: randomUUID(), claimId, partIds: [], target: { ...taken, ...nights(20) } };
  const { moveId } = move;
  expect(valueOf(await client.findMove(tenantId, { moveId, claimId, forget: true })).moved).toBeNull();
  valueOf(await client.alignClaim(tenantId, alignment(claimId, resourceId, 10)));
  expect(outcomeOf(await client.moveClaim(tenantId, move))).toBe('claim_released');
});
