import { freshSchema, testLogger } from '@lodging/kit-testing';
import type { FreshSchema } from '@lodging/kit-testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isUniqueViolation, openDatabase } from '../src/index.ts';
import { CommitUnknown } from '../src/connections/errors.ts';
import type { Database, Tx } from '../src/index.ts';
import { relayTo } from './count-round-trips.ts';
import type { CountingRelay } from './count-round-trips.ts';

const TENANT = '018f3c00-0000-7000-8000-000000000001';
const OTHER_TENANT = '018f3c00-0000-7000-8000-000000000002';
const sources = [{ name: 'notebook', directory: `${import.meta.dirname}/migrations` }];

let schema: FreshSchema;
let relay: CountingRelay;
let db: Database;

beforeAll(async () => {
  schema = await freshSchema({ schema: 'notebook', sources });
  relay = await relayTo(schema.url);
  // One connection, so that every transaction meets what the one before left behind.
  db = openDatabase({ url: relay.url, schema: 'notebook', log: testLogger(), maxConnections: 1 });
});
afterAll(async () => {
  await db.close();
  await relay.stop();
  await schema.drop();
});

const note = (id: number, text: string) => ({
  name: 'insert_note',
  text: 'insert into notes (tenant_id, id, text) values ($1, $2, $3)',
  values: [TENANT, id, text],
});
const count = (text: string) => ({
  name: 'count_notes',
  text: 'select count(*)::int as n from notes where text = $1',
  values: [text],
});

async function notes(text: string): Promise<number | undefined> {
  const [row] = await db.readInTenant<{ n: number }>(TENANT, count(text));
  return row?.n;
}

async function roundTrips(work: (tx: Tx) => Promise<void>): Promise<number> {
  await db.check();
  relay.takeCount();
  await db.inTenant(TENANT, work);
  return relay.takeCount();
}

describe('statements whose rows are not needed', () => {
  it('travel with the commit: a read and a change are two round trips, a change alone is one', async () => {
    const readAndChange = await roundTrips(async (tx) => {
      await tx.query(count('last'));
      tx.atCommit(note(6001, 'last'));
      tx.atCommit(note(6002, 'last'));
    });
    expect(readAndChange).toBe(2);
    expect(await roundTrips(async (tx) => tx.atCommit(note(6003, 'last')))).toBe(1);
    expect(await notes('last')).toBe(3);
  });

  it('of other tenants run after them, in the same commit, and only those as the job role', async () => {
    const ofOther = { ...note(6011, 'across'), values: [OTHER_TENANT, 6011, 'across'] };
    const trips = await roundTrips(async (tx) => {
      tx.atCommitAcrossTenants(ofOther);
      tx.atCommit(note(6012, 'across'));
    });
    expect(trips).toBe(1);
    expect(await notes('across')).toBe(1);
    await expect(db.inTenant(TENANT, async (tx) => tx.atCommit(ofOther))).rejects.toThrow(
      'row-level security',
    );
    const failing = db.inTenant(TENANT, async (tx) => {
      tx.atCommit(note(6013, 'across'));
      tx.atCommitAcrossTenants(ofOther);
    });
    await expect(failing).rejects.toSatisfy(isUniqueViolation);
    expect(await notes('across')).toBe(1);
  });

  it('have run before a later query of their transaction', async () => {
    const seen = await db.inTenant(TENANT, async (tx) => {
      tx.atCommit(note(6101, 'earlier'));
      return tx.query<{ n: number }>(count('earlier'));
    });
    expect(seen).toEqual([{ n: 1 }]);
    expect(await notes('earlier')).toBe(1);
  });

  it('fail the whole transaction with their own error, and run none of its effects', async () => {
    let effects = 0;
    const failing = db.inTenant(TENANT, async (tx) => {
      tx.afterCommit(() => (effects += 1));
      await tx.query(note(6201, 'together'));
      tx.atCommit(note(6202, 'together'));
      tx.atCommit(note(6202, 'together'));
    });
    await expect(failing).rejects.toSatisfy((error) => isUniqueViolation(error, 'notes_pkey'));
    expect(await notes('together')).toBe(0);
    expect(effects).toBe(0);
  });

  it('are not run where the work throws', async () => {
    const failing = db.inTenant(TENANT, async (tx) => {
      await tx.query(count('never'));
      tx.atCommit(note(6301, 'never'));
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await notes('never')).toBe(0);
  });

  it('do not commit what a swallowed failure had undone', async () => {
    const swallowed = db.inTenant(TENANT, async (tx) => {
      await tx.query('select 1/0').catch(() => undefined);
      tx.atCommit(note(6401, 'undone'));
    });
    await expect(swallowed).rejects.toThrow('rolled back');
    expect(await notes('undone')).toBe(0);
  });

  it('leave the outcome unknown when the connection breaks while they commit', async () => {
    const cutOff = db.inTenant(TENANT, async (tx) => {
      await tx.query(count('unknown'));
      tx.atCommit(note(6501, 'unknown'));
      relay.cut();
    });
    await expect(cutOff).rejects.toBeInstanceOf(CommitUnknown);
    await db.check();
  });

  it('neither begin nor end a transaction', async () => {
    const own = db.inTenant(TENANT, async (tx) => tx.atCommit({ text: 'commit' }));
    await expect(own).rejects.toThrow('a transaction is open already');
  });
});

describe('several statements at once', () => {
  it('are one round trip, in their order, each with its own rows', async () => {
    let rows: unknown;
    const trips = await roundTrips(async (tx) => {
      rows = await tx.queryAll<[unknown, { n: number }]>([note(7001, 'several'), count('several')]);
    });
    expect(rows).toEqual([[], [{ n: 1 }]]);
    // They and the commit.
    expect(trips).toBe(2);
  });
});
