import type pg from 'pg';
import type { Demo } from './demo.ts';
import { readSeries, sumOf } from './read-series.ts';

/** What a service has done since it started. */
export interface Work {
  /** Everything that Postgres ran for it, BEGIN, COMMIT and the setting of the tenant among it. */
  readonly statements: number;
  /** Transactions that may have written. */
  readonly commits: number;
  /** Requests to other services, each with its answer. */
  readonly requests: number;
  /** Published, and processed. */
  readonly events: number;
  readonly providerCalls: number;
  /** Of its statements; the record of each commit is not among them. */
  readonly walRecords: number;
}

export const KINDS = ['statements', 'commits', 'requests', 'events', 'providerCalls', 'walRecords'] as const;

/** By service. The database needs `pg_stat_statements`. */
export async function readWork(demo: Demo, database: pg.Client): Promise<WorkByService> {
  const statements = await readStatements(database);
  const names = Object.keys(demo.services);
  const all = await Promise.all(
    names.map(async (name) => {
      const series = await readSeries(demo.services[name]?.healthUrl ?? '');
      const count = (metric: string, ...labels: string[]) => sumOf(series, metric, ...labels);
      const operations = 'db_client_operation_duration_seconds_count';
      const work: Work = {
        statements: statements.get(name)?.calls ?? 0,
        commits:
          count(operations, 'db_operation_name="write"') +
          count(operations, 'db_operation_name="transaction"'),
        requests: count('rpc_client_call_duration_seconds_count'),
        events:
          count('messaging_client_sent_messages_total') + count('messaging_client_consumed_messages_total'),
        providerCalls: count('http_client_request_duration_seconds_count', 'lodging_peer="provider"'),
        walRecords: statements.get(name)?.walRecords ?? 0,
      };
      return [name, work] as const;
    }),
  );
  return Object.fromEntries(all);
}

type Statements = Pick<Work, 'walRecords'> & { readonly calls: number };

/** The roles of a service are named after it: `payments_app`, `payments_job`. */
async function readStatements(database: pg.Client): Promise<Map<string, Statements>> {
  const { rows } = await database.query<Statements & { service: string }>(
    `SELECT regexp_replace(role.rolname, '_(app|job)$', '') AS service, sum(seen.calls)::float8 AS calls,
       sum(seen.wal_records)::float8 AS "walRecords"
     FROM pg_stat_statements AS seen JOIN pg_roles AS role ON role.oid = seen.userid GROUP BY 1`,
  );
  return new Map(rows.map(({ service, ...statements }) => [service, statements]));
}

/** What one statement has read, with the checks of foreign keys that it led to. */
export interface Reading {
  readonly text: string;
  readonly calls: number;
  readonly pages: number;
}

/** By statement of a service, since `pg_stat_statements_reset`. Timers work as another role, and are left out. */
export async function readPages(database: pg.Client): Promise<Map<string, Reading>> {
  const { rows } = await database.query<Reading & { id: string }>(
    `SELECT role.rolname || ' ' || seen.queryid AS id, left(seen.query, 200) AS text, seen.calls::float8 AS calls,
       (seen.shared_blks_hit + seen.shared_blks_read)::float8 AS pages
     FROM pg_stat_statements AS seen JOIN pg_roles AS role ON role.oid = seen.userid
     WHERE role.rolname ~ '_app$'`,
  );
  return new Map(rows.map(({ id, ...reading }) => [id, reading]));
}

type WorkByService = Record<string, Work>;

/** What was done between the two, `times` as much. */
export function workBetween(before: WorkByService, after: WorkByService, times = 1): WorkByService {
  return eachOf(after, (name, kind) => times * ((after[name]?.[kind] ?? 0) - (before[name]?.[kind] ?? 0)));
}

/** Without what idle services do in the same time; `idle` is what they do in a millisecond. */
export function withoutIdle(work: WorkByService, idle: WorkByService, ms: number): WorkByService {
  return eachOf(work, (name, kind) =>
    Math.max(0, (work[name]?.[kind] ?? 0) - ms * (idle[name]?.[kind] ?? 0)),
  );
}

/**
 * The third of ten, to tenths. What runs by itself falls into some of them: a timer that is rarer than an idle service is
 * watched, or a second look where a busy machine answered late.
 */
export function usualWork(all: readonly WorkByService[]): WorkByService {
  return eachOf(all[0] ?? {}, (name, kind) => {
    const sorted = all.map((work) => work[name]?.[kind] ?? 0).toSorted((one, other) => one - other);
    return Math.round(10 * (sorted[Math.floor(sorted.length / 4)] ?? 0)) / 10;
  });
}

function eachOf(
  names: WorkByService,
  count: (name: string, kind: (typeof KINDS)[number]) => number,
): WorkByService {
  return Object.fromEntries(
    Object.keys(names).map((name) => [
      name,
      {
        statements: count(name, 'statements'),
        commits: count(name, 'commits'),
        requests: count(name, 'requests'),
        events: count(name, 'events'),
        providerCalls: count(name, 'providerCalls'),
        walRecords: count(name, 'walRecords'),
      },
    ]),
  );
}
