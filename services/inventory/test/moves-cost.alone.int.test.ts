import { randomUUID } from 'node:crypto';
import { openDatabase } from '@lodging/kit-postgres';
import type { Database, Statement, Tx } from '@lodging/kit-postgres';
import { testLogger } from '@lodging/kit-testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createVilla, nights } from './create-villa.ts';
import { createReplica, startInventory, valueOf } from './start-inventory.ts';
import type { TestInventory } from './start-inventory.ts';

let inventory: TestInventory;
let db: Database;
beforeAll(async () => {
  inventory = await startInventory();
  const { url } = inventory;
  db = openDatabase({ url, schema: 'inventory', log: testLogger(), maxConnections: 4 });
});
afterAll(async () => {
  await db.close();
  await inventory.stop();
});

interface Counts {
  transactions: number;
  statements: number;
  roundTrips: number;
}

/** Counts the transactions of a database, their statements, and the messages that wait for an answer. */
function counting(database: Database, counts: Counts): Database {
  return {
    ...database,
    inTenant: (tenantId, work) =>
      database.inTenant(tenantId, (tx) => {
        counts.transactions += 1;
        // COMMIT, with what is sent at its side.
        counts.roundTrips += 1;
        const sent = <T>(statements: number, answer: Promise<T>) => {
          counts.statements += statements;
          counts.roundTrips += 1;
          return answer;
        };
        const counted = {
          afterCommit: (effect: () => void) => tx.afterCommit(effect),
          atCommit(statement: Statement) {
            counts.statements += 1;
            tx.atCommit(statement);
          },
          query: (statement: Statement) => sent(1, tx.query(statement)),
          queryAll: (statements: readonly Statement[]) => sent(statements.length, tx.queryAll(statements)),
        };
        return work(counted as unknown as Tx);
      }),
  };
}

async function countsOf(work: (client: ReturnType<typeof createReplica>) => Promise<unknown>) {
  const counts = { transactions: 0, statements: 0, roundTrips: 0 };
  await work(createReplica(counting(db, counts)));
  return counts;
}

const stay = (resourceId: string, first = 0) => ({ resourceId, quantity: 1, ...nights(first) });
const claimOf = (resourceId: string, first = 0) => ({
  claimId: randomUUID() as string,
  expiresAt: null,
  ...stay(resourceId, first),
});
const moveOf = (claimId: string, target: ReturnType<typeof stay>) => ({
  moveId: randomUUID(),
  claimId,
  partIds: [],
  target,
});

it('moves a claim with as many commits and round trips as it takes to claim units, on one resource or on two', async () => {
  const { tenantId, resourceId } = await createVilla(inventory.client);
  const other = await createVilla(inventory.client, { tenantId });
  const claim = claimOf(resourceId);
  const claimed = await countsOf((client) => client.claimUnits(tenantId, claim));
  expect(claimed).toEqual({ transactions: 1, statements: 3, roundTrips: 2 });
  for (const target of [stay(resourceId, 10), stay(other.resourceId)])
    expect(await countsOf((client) => client.moveClaim(tenantId, moveOf(claim.claimId, target)))).toEqual({
      transactions: 1,
      // The locks, what the move was before, the claim, the target; the move, its event.
      statements: 6,
      roundTrips: 2,
    });
});

const ROUNDS = 9;
const OF_A_ROUND = 60;

it('moves a claim in less than three times the time of a claim alone, which is the smaller part of a hold', async () => {
  const { tenantId, resourceId } = await createVilla(inventory.client);
  const other = await createVilla(inventory.client, { tenantId });
  const client = createReplica(db);
  const timed = async (work: (index: number) => Promise<unknown>) => {
    const since = performance.now();
    for (let index = 0; index < OF_A_ROUND; index += 1) await work(index);
    return performance.now() - since;
  };
  const median = (times: number[]) => times.toSorted((one, two) => one - two)[ROUNDS >> 1] ?? 0;
  const times = { claims: [] as number[], one: [] as number[], two: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    const claims = Array.from({ length: OF_A_ROUND }, (_, index) => claimOf(resourceId, index * 6));
    times.claims.push(
      await timed(async (index) => client.claimUnits(tenantId, claims[index] ?? claimOf(''))),
    );
    const move = (target: (index: number) => ReturnType<typeof stay>) => async (index: number) =>
      valueOf(await client.moveClaim(tenantId, moveOf(claims[index]?.claimId ?? '', target(index))));
    times.one.push(await timed(move((index) => stay(resourceId, index * 6 + 3))));
    times.two.push(await timed(move((index) => stay(other.resourceId, index * 6))));
    for (const { claimId } of claims)
      await client.releaseClaim(tenantId, { claimId, resourceId: other.resourceId, reason: 'cancelled' });
  }
  const ratios = {
    one: median(times.one) / median(times.claims),
    two: median(times.two) / median(times.claims),
  };
  expect(ratios.one).toBeLessThan(3);
  expect(ratios.two).toBeLessThan(3);
});
