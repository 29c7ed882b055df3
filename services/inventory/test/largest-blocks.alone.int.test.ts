import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { findAvailability, MAX_BLOCK_BYTES, MAX_BLOCKS, replaceBlocks } from '@lodging/contract-inventory';
import type { ExternalBlock } from '@lodging/contract-inventory';
import { Unavailable } from '@lodging/kit-messaging';
import type { Bus } from '@lodging/kit-messaging';
import { clientContext, eventually } from '@lodging/kit-testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { block, day } from './block-sync.ts';
import { createVilla } from './create-villa.ts';
import { spawnInventory } from './spawn-inventory.ts';
import type { SpawnedInventory } from './spawn-inventory.ts';
import type { TestInventory } from './start-inventory.ts';

/** The heap of each service in the development start. */
const SMALL_HEAP = ['--max-old-space-size=96', '--max-semi-space-size=8'];
let spawned: SpawnedInventory;
let inventory: TestInventory;
let bus: Bus;
let service: ChildProcess;

beforeAll(async () => {
  spawned = await spawnInventory(SMALL_HEAP);
  ({ inventory, bus, service } = spawned);
});
afterAll(() => spawned.stop());

const WAIT_MS = 120_000;

async function reasons(tenantId: string, resourceId: string, first: number): Promise<string[]> {
  const request = { resourceId, from: `${day(first)}T15:00:00Z`, to: `${day(first + 1)}T10:00:00Z` };
  const call = clientContext(tenantId, false, { timeoutMs: 5_000 });
  const answer = await bus.request(findAvailability, { ...request, partySize: 1 }, call, {
    timeoutMs: 5_000,
  });
  if (!answer.ok) throw new Error(answer.refusal.code);
  return answer.value.reasons;
}

/** The largest number of blocks and of bytes that one sync may have. */
function largest(resourceId: string, shift: number): ExternalBlock[] {
  return Array.from({ length: MAX_BLOCKS }, (_, index) => {
    const first = 1 + (index % 600) + shift;
    const { inboundEvent: _same, ...external } = block(resourceId, `${index}-`, first, first + 1);
    const length = MAX_BLOCK_BYTES / MAX_BLOCKS - JSON.stringify(external).length - 1;
    return { ...external, key: external.key.padEnd(length, 'x') };
  });
}

/** Retries while the service is overloaded, as channels does. */
async function sync(tenantId: string, connectionId: string, sequence: number, blocks: ExternalBlock[]) {
  const until = Date.now() + WAIT_MS;
  for (;;) {
    const call = clientContext(tenantId, false, { timeoutMs: 30_000 });
    try {
      const request = { connectionId, sequence, blocks };
      const answer = await bus.request(replaceBlocks, request, call, { timeoutMs: 30_000 });
      if (answer.ok) return answer.value;
      if (answer.refusal.code !== 'resource_locked') throw new Error(answer.refusal.code);
    } catch (error) {
      const isGone = service.exitCode !== null || service.signalCode !== null;
      if (!(error instanceof Unavailable) || isGone || Date.now() > until) throw error;
    }
    await delay(500);
  }
}

it('four of the largest calendars are synced at once, while availability is answered', async () => {
  const villas = await Promise.all(
    [0, 1, 2, 3].map(async () => ({ ...(await createVilla(inventory.client)), connectionId: randomUUID() })),
  );
  const [first] = villas;
  if (first === undefined) throw new Error('no villa');
  await eventually('the service answers', () => reasons(first.tenantId, first.resourceId, 0), {
    withinMs: 20_000,
  });
  const reads = { answered: 0, unanswered: 0, isOver: false };
  const reading = (async () => {
    while (!reads.isOver) {
      try {
        await reasons(first.tenantId, first.resourceId, 0);
        reads.answered += 1;
      } catch (error) {
        if (!(error instanceof Unavailable)) throw error;
        reads.unanswered += 1;
      }
      await delay(20);
    }
  })();
  for (const [sequence, shift] of [0, 1].entries()) {
    const results = await Promise.all(
      villas.map(({ tenantId, resourceId, connectionId }) =>
        sync(tenantId, connectionId, sequence + 1, largest(resourceId, shift)),
      ),
    );
    // A sync whose response was lost is repeated, and then finds nothing to change.
    for (const { added, moved, kept } of results) expect(added + moved + kept).toBe(MAX_BLOCKS);
    for (const { tenantId, resourceId } of villas) {
      expect(await reasons(tenantId, resourceId, shift)).toEqual([]);
      expect(await reasons(tenantId, resourceId, shift + 1)).toEqual(['external_block']);
    }
  }
  reads.isOver = true;
  await reading;
  expect([service.exitCode, service.signalCode]).toEqual([null, null]);
  // A read without a response for 1.5 s counts as unanswered; a busy machine may cause a few.
  expect(reads.answered).toBeGreaterThan(20);
  expect(reads.unanswered).toBeLessThanOrEqual(reads.answered / 20);
}, 240_000);
