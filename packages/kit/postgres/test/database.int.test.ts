import { freshSchema, testLogger } from '@lodging/kit-testing';
import type { FreshSchema } from '@lodging/kit-testing';
import { integer, pgTable, sql, text, uuid } from '../src/columns/drizzle.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { relayTo } from './count-round-trips.ts';
import type { CountingRelay } from './count-round-trips.ts';
import {
  DatabaseUnavailable,
  instant,
  isLockTimeout,
  isUniqueViolation,
  localDate,
  minorUnits,
  openDatabase,
} from '../src/index.ts';
import { Busy, CommitUnknown } from '../src/connections/errors.ts';
import type { Database } from '../src/index.ts';

const OURS = '018f3c00-0000-7000-8000-000000000001';
const THEIRS = '018f3c00-0000-7000-8000-000000000002';
const sources = [{ name: 'notebook', directory: `${import.meta.dirname}/migrations` }];
const INSERT = 'insert into notes (tenant_id, id, text) values ($1, $2, $3)';
const allNotes = { name: 'all_notes', text: 'select id, text from notes order by id', values: [] };

const notes = pgTable('notes', {
  tenantId: uuid('tenant_id').notNull(),
  id: integer('id').notNull(),
  text: text('text').notNull(),
  totalMinorUnits: minorUnits('total_minor_units').notNull(),
  day: localDate('day'),
  createdAt: instant('created_at').notNull(),
});

let schema: FreshSchema;
let relay: CountingRelay;
let nextId = 1;

beforeAll(async () => {
  schema = await freshSchema({ schema: 'notebook', sources });
  relay = await relayTo(schema.url);
});

afterAll(async () => {
  await relay.stop();
  await schema.drop();
});

/** One connection only, so that every statement meets what the one before left behind. */
async function withDatabase(
  work: (db: Database) => Promise<void>,
  options: { url?: string; maxConnections?: number; statementTimeoutMs?: number } = {},
): Promise<void> {
  const db = openDatabase({
    url: schema.url,
    schema: 'notebook',
    log: testLogger(),
    maxConnections: 1,
    ...options,
  });
  try {
    await work(db);
  } finally {
    await db.close();
  }
}

async function write(db: Database, tenantId: string, words: string): Promise<number> {
  nextId += 1;
  const id = nextId;
  await db.inTenant(tenantId, (tx) => tx.query(INSERT, [tenantId, id, words]));
  return id;
}

describe('tenants', () => {
  it('shows a tenant its own rows alone', () =>
    withDatabase(async (db) => {
      await write(db, OURS, 'ours');
      await write(db, THEIRS, 'theirs');
      const [seenByUs, seenByThem] = [
        await db.readInTenant(OURS, allNotes),
        await db.readInTenant(THEIRS, allNotes),
      ];
      expect(seenByUs.map((row) => row['text'])).toEqual(['ours']);
      expect(seenByThem.map((row) => row['text'])).toEqual(['theirs']);
    }));

  it('refuses to write a row for another tenant', () =>
    withDatabase(async (db) => {
      const foreign = db.inTenant(OURS, (tx) => tx.query(INSERT, [THEIRS, 999, 'smuggled']));
      await expect(foreign).rejects.toMatchObject({ code: '42501' });
    }));

  it('never leaves a tenant behind on a pooled connection, after success, failure or read', () =>
    withDatabase(async (db) => {
      const leftBehind = async () => {
        const rows = await db.acrossTenants((tx) =>
          tx.query<{ tenant: string | null }>(
            `select current_setting('app.tenant', true) as tenant, current_setting('transaction_read_only') as ro`,
          ),
        );
        return rows[0];
      };
      await write(db, OURS, 'kept');
      expect(await leftBehind()).toEqual({ tenant: '', ro: 'off' });
      await expect(db.inTenant(OURS, (tx) => tx.query('select 1/0'))).rejects.toThrow('division by zero');
      expect(await leftBehind()).toEqual({ tenant: '', ro: 'off' });
      await db.readInTenant(OURS, allNotes);
      expect(await leftBehind()).toEqual({ tenant: '', ro: 'off' });
    }));

  it('shows the job role every tenant, and only inside acrossTenants', () =>
    withDatabase(async (db) => {
      await write(db, OURS, 'one');
      await write(db, THEIRS, 'two');
      const tenants = await db.acrossTenants((tx) => tx.query('select distinct tenant_id from notes'));
      expect(tenants).toHaveLength(2);
      expect(await db.readInTenant('', allNotes)).toEqual([]);
    }));

  it('cannot write through a read', () =>
    withDatabase(async (db) => {
      const sneaky = { name: 'sneaky', text: 'delete from notes returning id', values: [] };
      await expect(db.readInTenant(OURS, sneaky)).rejects.toMatchObject({ code: '25006' });
    }));
});

describe('round trips', () => {
  it('writes one statement as a tenant in exactly one, and for no other tenant', () =>
    withDatabase(
      async (db) => {
        const statement = { name: 'write_note', text: `${INSERT} returning id`, values: [OURS, 7001, 'one'] };
        await db.writeInTenant(OURS, statement);
        relay.takeCount();
        expect(await db.writeInTenant(OURS, { ...statement, values: [OURS, 7002, 'two'] })).toHaveLength(1);
        expect(relay.takeCount()).toBe(1);
        await db.writeInTenant(OURS, { ...statement, values: [OURS, 7003, 'three'] }, { durable: false });
        const count = { name: 'count', text: 'select id from notes where id > 7000', values: [] };
        expect(await db.readInTenant(OURS, count)).toHaveLength(3);
        const smuggled = { ...statement, values: [THEIRS, 7004, 'smuggled'] };
        await expect(db.writeInTenant(OURS, smuggled)).rejects.toMatchObject({ code: '42501' });
      },
      { url: relay.url },
    ));

  it('writes several statements as one transaction in exactly one', () =>
    withDatabase(
      async (db) => {
        const insert = (id: number, tenantId = OURS) => ({
          name: 'write_note',
          text: `${INSERT} returning id`,
          values: [tenantId, id, 'one'],
        });
        const count = { name: 'count', text: 'select id from notes where id > 8000', values: [] };
        await db.writeManyInTenant(OURS, [insert(8001), count]);
        relay.takeCount();
        const [inserted, seen] = await db.writeManyInTenant(OURS, [insert(8002), count]);
        expect(relay.takeCount()).toBe(1);
        expect([inserted?.length, seen?.length]).toEqual([1, 2]);
        const smuggled = db.writeManyInTenant(OURS, [insert(8003), insert(8004, THEIRS)]);
        await expect(smuggled).rejects.toMatchObject({ code: '42501' });
        expect(await db.readInTenant(OURS, count)).toHaveLength(2);
      },
      { url: relay.url },
    ));

  it('reads as a tenant in exactly one, however many statements', () =>
    withDatabase(
      async (db) => {
        await db.check();
        relay.takeCount();
        await db.readInTenant(OURS, allNotes);
        expect(relay.takeCount()).toBe(1);
        await db.readInTenant(OURS, allNotes);
        expect(relay.takeCount()).toBe(1);
        await db.readManyInTenant(OURS, [allNotes, { name: 'one', text: 'select 1 as one', values: [] }]);
        expect(relay.takeCount()).toBe(1);
      },
      { url: relay.url },
    ));

  it('opens a transaction together with its first statement', () =>
    withDatabase(
      async (db) => {
        await db.check();
        relay.takeCount();
        await write(db, OURS, 'one insert');
        expect(relay.takeCount()).toBe(2);
        await db.inTenant(OURS, async () => undefined);
        expect(relay.takeCount()).toBe(0);
      },
      { url: relay.url },
    ));

  it('sends statements that do not wait for one another together', () =>
    withDatabase(
      async (db) => {
        await db.check();
        relay.takeCount();
        const sums = await db.inTenant(OURS, (tx) =>
          Promise.all([1, 2, 3].map((n) => tx.query<{ n: number }>('select $1::int + 1 as n', [n]))),
        );
        expect(sums.flat()).toEqual([{ n: 2 }, { n: 3 }, { n: 4 }]);
        // The three, one of which brings begin along, and the commit.
        expect(relay.takeCount()).toBe(2);
      },
      { url: relay.url },
    ));
});

describe('failures', () => {
  it('rolls back when a statement fails midway and serves the next caller on the same connection', () =>
    withDatabase(async (db) => {
      const pid = await backend(db);
      const failing = db.inTenant(OURS, async (tx) => {
        await tx.query(INSERT, [OURS, 5001, 'first']);
        await tx.query(INSERT, [OURS, 5001, 'again']);
      });
      await expect(failing).rejects.toSatisfy((error) => isUniqueViolation(error, 'notes_pkey'));
      expect(
        await db.readInTenant(OURS, { ...allNotes, name: 'n', text: 'select id from notes where id = 5001' }),
      ).toEqual([]);
      expect(await backend(db)).toBe(pid);
    }));

  it('rolls back when the very first statement fails, prepared for the first time or not', () =>
    withDatabase(async (db) => {
      const pid = await backend(db);
      const divide = (by: number) =>
        db.inTenant(OURS, (tx) =>
          tx.query<{ r: number }>({ name: 'divide', text: 'select 1 / $1::int as r', values: [by] }),
        );
      const misspelt = () => db.inTenant(OURS, (tx) => tx.query({ name: 'misspelt', text: 'selekt 1' }));
      await expect(divide(0)).rejects.toThrow('division by zero');
      await expect(misspelt()).rejects.toThrow('syntax error');
      await expect(misspelt()).rejects.toThrow('syntax error');
      await expect(divide(0)).rejects.toThrow('division by zero');
      expect(await divide(1)).toEqual([{ r: 1 }]);
      expect(await backend(db)).toBe(pid);
    }));

  it('rolls back everything that was sent together when one of it fails', () =>
    withDatabase(async (db) => {
      const together = db.inTenant(OURS, (tx) =>
        Promise.allSettled([
          tx.query(INSERT, [OURS, 5101, 'good']),
          tx.query({ name: 'bad_one', text: 'select 1 / $1::int', values: [0] }),
          tx.query({ name: 'later_one', text: 'select $1::int as n', values: [1] }),
        ]),
      );
      await expect(together).rejects.toThrow('rolled back');
      const later = { name: 'later_one', text: 'select $1::int as n', values: [7] };
      expect(await db.readInTenant(OURS, later)).toEqual([{ n: 7 }]);
      const left = { name: 'left', text: 'select id from notes where id = 5101', values: [] };
      expect(await db.readInTenant(OURS, left)).toEqual([]);
    }));

  it('says so when a swallowed failure made the commit a rollback', () =>
    withDatabase(async (db) => {
      const swallowed = db.inTenant(OURS, async (tx) => {
        await tx.query('select 1/0').catch(() => undefined);
      });
      await expect(swallowed).rejects.toThrow('rolled back');
    }));

  it('rolls back when the work itself throws, and runs no effect', () =>
    withDatabase(async (db) => {
      let effects = 0;
      const failing = db.inTenant(OURS, async (tx) => {
        tx.afterCommit(() => (effects += 1));
        await tx.query(INSERT, [OURS, 5201, 'gone']);
        throw new Error('changed my mind');
      });
      await expect(failing).rejects.toThrow('changed my mind');
      await db.inTenant(OURS, async (tx) => tx.afterCommit(() => (effects += 10)));
      expect(effects).toBe(10);
    }));

  it('leaves the connection alone when a value cannot be sent', () =>
    withDatabase(async (db) => {
      const pid = await backend(db);
      const bigintInJson = { name: 'json', text: 'select $1::jsonb', values: [{ amount: 1n }] };
      await expect(db.readInTenant(OURS, bigintInJson)).rejects.toThrow(TypeError);
      expect(await backend(db)).toBe(pid);
    }));

  it('refuses a second text under the name of another statement', () =>
    withDatabase(async (db) => {
      await db.readInTenant(OURS, { name: 'same', text: 'select 1', values: [] });
      const other = db.readInTenant(OURS, { name: 'same', text: 'select 2', values: [] });
      await expect(other).rejects.toThrow('two statements are both named same');
      expect(await db.readInTenant(OURS, { name: 'same', text: 'select 1', values: [] })).toHaveLength(1);
    }));

  it('takes no statement after the transaction is over, and no commit of its own', () =>
    withDatabase(async (db) => {
      const leaked = await db.inTenant(OURS, async (tx) => tx);
      await expect(leaked.query('select 1')).rejects.toThrow('has ended');
      await expect(db.inTenant(OURS, (tx) => tx.orm.transaction(async () => undefined))).rejects.toThrow();
    }));
});

describe('waiting', () => {
  it('gives up on a lock after its limit, and says that it was a lock', () =>
    withDatabase(
      async (db) => {
        const lock = { text: 'select pg_advisory_xact_lock(42)' };
        const loser = await db.inTenant(OURS, async (tx) => {
          await tx.query(lock);
          return db.inTenant(OURS, (other) => other.query(lock)).catch((error: unknown) => error);
        });
        expect(isLockTimeout(loser)).toBe(true);
      },
      { maxConnections: 2, statementTimeoutMs: 300 },
    ));

  it('is busy, not hanging, when every connection stays in use', () =>
    withDatabase(async (db) => {
      const waiting = await db.inTenant(OURS, () => db.check().catch((error: unknown) => error));
      expect(waiting).toBeInstanceOf(Busy);
      await db.check();
    }));

  it('runs a transaction again that Postgres ended to resolve a deadlock', () =>
    withDatabase(
      async (db) => {
        const [first, second] = [await write(db, OURS, 'a'), await write(db, OURS, 'b')];
        let meeting = 0;
        const update = 'update notes set text = text where tenant_id = $1 and id = $2';
        const cross = (one: number, two: number) =>
          db.inTenant(OURS, async (tx) => {
            await tx.query(update, [OURS, one]);
            meeting += 1;
            while (meeting < 2) await new Promise(setImmediate);
            await tx.query(update, [OURS, two]);
          });
        await Promise.all([cross(first, second), cross(second, first)]);
        expect(meeting).toBe(3);
      },
      { maxConnections: 2, statementTimeoutMs: 10_000 },
    ));
});

describe('lost connections', () => {
  it('reads again on another connection', () =>
    withDatabase(
      async (db) => {
        await db.check();
        const waiting = db.readInTenant(OURS, { name: 'slow', text: 'select pg_sleep(0.3)', values: [] });
        await db.inTenant(OURS, (tx) => tx.query('select 1'));
        relay.cut();
        expect(await waiting).toHaveLength(1);
      },
      { url: relay.url, maxConnections: 2 },
    ));

  it('calls an unreachable database unavailable', () =>
    withDatabase(
      async (db) => {
        await expect(db.check()).rejects.toBeInstanceOf(DatabaseUnavailable);
      },
      { url: 'postgres://none:none@127.0.0.1:1/none' },
    ));

  it('calls the outcome unknown when the connection breaks around the commit', () =>
    withDatabase(
      async (db) => {
        const cutOff = db.inTenant(OURS, async (tx) => {
          await tx.query('select 1');
          relay.cut();
        });
        await expect(cutOff).rejects.toBeInstanceOf(CommitUnknown);
        await db.check();
      },
      { url: relay.url },
    ));
});

describe('values', () => {
  it('come in the same types by SQL text and by drizzle', () =>
    withDatabase(async (db) => {
      const at = Temporal.Instant.from('2026-03-29T01:30:00.123456Z');
      const values = {
        tenantId: OURS,
        id: 6001,
        text: 't',
        totalMinorUnits: 9_007_199_254_740_993n,
        day: '2026-03-29',
        createdAt: at,
      };
      const byDrizzle = await db.inTenant(OURS, async (tx) => {
        await tx.orm.insert(notes).values(values);
        return tx.orm
          .select()
          .from(notes)
          .where(sql`${notes.id} = 6001 and ${notes.createdAt} = ${at}`);
      });
      expect(byDrizzle).toEqual([values]);
      const [row] = await db.readInTenant(OURS, {
        name: 'typed',
        text: `select total_minor_units, day, created_at, 1.50::numeric as rate, '{"a":[1]}'::jsonb as doc,
                 array[created_at] as instants, array[1::bigint] as bigs, null::date as nothing
               from notes where tenant_id = $1 and created_at = $2 and id = any($3)`,
        values: [OURS, at, [6001]],
      });
      expect(row).toEqual({
        total_minor_units: 9_007_199_254_740_993n,
        day: '2026-03-29',
        created_at: at,
        rate: '1.50',
        doc: { a: [1] },
        instants: [at],
        bigs: [1n],
        nothing: null,
      });
    }));
});

async function backend(db: Database): Promise<unknown> {
  const rows = await db.readInTenant('', { name: 'pid', text: 'select pg_backend_pid() as pid', values: [] });
  return rows[0]?.['pid'];
}

describe('the check of a write', () => {
  it('commits a change, of no row', () =>
    withDatabase(async (db) => {
      const next = {
        name: 'next_transaction',
        text: 'select pg_snapshot_xmax(pg_current_snapshot())::text as id',
        values: [],
      };
      const transaction = async () => {
        const [row] = await db.acrossTenants((tx) => tx.query<{ id: string }>(next));
        return BigInt(row?.id ?? 0);
      };
      const before = await transaction();
      await db.checkWrite();
      expect(await transaction()).toBeGreaterThan(before);
    }));
});
