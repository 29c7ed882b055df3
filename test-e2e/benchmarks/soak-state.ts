import { eventually } from '../harness/eventually.ts';
import { withDatabase } from './multiply.ts';
import type { Stage } from './stage.ts';

export interface Bloat {
  /** Dead rows of all tables for each live row. */
  readonly deadShare: number;
  readonly worst: string;
  readonly megabytes: number;
}

/** Dead rows of tables that are too small for autovacuum say nothing. */
const SMALL = 2_000;

export function readBloat({ demo }: Stage): Promise<Bloat> {
  return withDatabase(demo, async (client) => {
    const { rows } = await client.query<{ name: string; live: string; dead: string; bytes: string }>(
      `SELECT schemaname || '.' || relname AS name, n_live_tup AS live, n_dead_tup AS dead,
              pg_total_relation_size(relid) AS bytes
       FROM pg_stat_user_tables ORDER BY n_dead_tup DESC`,
    );
    const sum = (of: (row: (typeof rows)[number]) => string) =>
      rows.reduce((all, row) => all + Number(of(row)), 0);
    const large = rows.filter(({ live, dead }) => Number(live) + Number(dead) >= SMALL);
    const shares = large.map(({ name, live, dead }) => ({
      name,
      share: Number(dead) / Math.max(1, Number(live)),
    }));
    const [worst] = shares.toSorted((one, other) => other.share - one.share);
    return {
      deadShare: worst?.share ?? 0,
      worst: worst?.name ?? 'none',
      megabytes: sum(({ bytes }) => bytes) / 2 ** 20,
    };
  });
}

export interface Backlog {
  readonly unpublished: number;
  readonly deadLetters: number;
  readonly deferred: number;
  readonly unlogged: number;
}

const PUBLISHERS = ['inventory', 'reservations', 'payments'];
const NONE: Backlog = { unpublished: 0, deadLetters: 0, deferred: 0, unlogged: 0 };

/** What is left once the load has ended and the consumers had ten seconds. */
export async function readBacklog(stage: Stage): Promise<Backlog> {
  let last = NONE;
  const isEmpty = async () => {
    last = await countBacklog(stage);
    return Object.values(last).every((count) => count === 0);
  };
  await eventually('nothing is left over', isEmpty, { withinMs: 10_000 }).catch(() => undefined);
  return last;
}

function countBacklog({ demo }: Stage): Promise<Backlog> {
  return withDatabase(demo, async (client) => {
    const count = async (text: string): Promise<number> =>
      Number((await client.query<{ n: string }>(`SELECT (${text}) AS n`)).rows[0]?.n);
    const outboxes = PUBLISHERS.map(
      (name) => `(SELECT count(*) FROM ${name}.outbox WHERE published_at IS NULL)`,
    );
    const letters = ['inventory', 'reservations', 'payments', 'notifications', 'channels'].map(
      (name) => `(SELECT count(*) FROM ${name}.dead_letters)`,
    );
    return {
      unpublished: await count(outboxes.join(' + ')),
      deadLetters: await count(letters.join(' + ')),
      deferred: await count('SELECT count(*) FROM notifications.deferred_events'),
      unlogged: await count(
        `SELECT count(*) FROM reservations.outbox AS sent
         WHERE NOT EXISTS (SELECT FROM notifications.events AS logged WHERE logged.id = sent.id)`,
      ),
    };
  });
}
