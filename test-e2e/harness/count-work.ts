import type pg from 'pg';
import type { Demo } from './demo.ts';

/** What a service has done since it started. */
export interface Work {
  /** Everything that Postgres ran for it, BEGIN, COMMIT and the setting of the tenant among it. */
  readonly statements: number;
  /** Transactions that may have written. */
  readonly commits: number;
  /** Requests to other services, each with its answer, without those of `OF_TIMERS`. */
  readonly requests: number;
  /** Published, and processed. */
  readonly events: number;
  readonly providerCalls: number;
}

export const KINDS = ['statements', 'commits', 'requests', 'events', 'providerCalls'] as const;

/** Requests of timers that are rarer than an idle service is watched: on a slow machine one falls among those of ten stays. */
const OF_TIMERS = ['list-unrequested-refunds'];

/** By service. The database needs `pg_stat_statements`. */
export async function readWork(demo: Demo, database: pg.Client): Promise<Record<string, Work>> {
  const statements = await readStatements(database);
  const names = Object.keys(demo.services);
  const all = await Promise.all(
    names.map(async (name) => {
      const series = await readSeries(`${demo.services[name]?.healthUrl}/metrics`);
      const count = (metric: string, ...labels: string[]) =>
        series
          .filter((one) => one.name === metric && labels.every((label) => one.labels.includes(label)))
          .reduce((sum, { value }) => sum + value, 0);
      const operations = 'db_client_operation_duration_seconds_count';
      const work: Work = {
        statements: statements.get(name) ?? 0,
        commits:
          count(operations, 'db_operation_name="write"') +
          count(operations, 'db_operation_name="transaction"'),
        requests:
          count('rpc_client_call_duration_seconds_count') -
          OF_TIMERS.reduce(
            (sum, request) => sum + count('rpc_client_call_duration_seconds_count', `.${request}"`),
            0,
          ),
        events:
          count('messaging_client_sent_messages_total') + count('messaging_client_consumed_messages_total'),
        providerCalls: count('http_client_request_duration_seconds_count', 'lodging_peer="provider"'),
      };
      return [name, work] as const;
    }),
  );
  return Object.fromEntries(all);
}

/** The roles of a service are named after it: `payments_app`, `payments_job`. */
async function readStatements(database: pg.Client): Promise<Map<string, number>> {
  const { rows } = await database.query<{ service: string; calls: string }>(
    `SELECT regexp_replace(role.rolname, '_(app|job)$', '') AS service, sum(seen.calls) AS calls
     FROM pg_stat_statements AS seen JOIN pg_roles AS role ON role.oid = seen.userid GROUP BY 1`,
  );
  return new Map(rows.map(({ service, calls }) => [service, Number(calls)]));
}

interface Series {
  readonly name: string;
  readonly labels: string;
  readonly value: number;
}

async function readSeries(url: string): Promise<Series[]> {
  const text = await (await fetch(url)).text();
  return text.split('\n').flatMap((line) => {
    const [, name, labels = '', value] = /^(\w+)(?:\{(.*)\})? (\S+)/.exec(line) ?? [];
    return name === undefined || line.startsWith('#') ? [] : [{ name, labels, value: Number(value) }];
  });
}

/** What was done between the two, `amount` times, with what idle services do in the same time taken out. */
export function workPer(
  amount: number,
  { before, after, idle }: { before: Work; after: Work; idle: Work },
): Work {
  const of = (kind: (typeof KINDS)[number]) =>
    Math.max(0, Math.round((10 * (after[kind] - before[kind] - idle[kind])) / amount) / 10);
  return {
    statements: of('statements'),
    commits: of('commits'),
    requests: of('requests'),
    events: of('events'),
    providerCalls: of('providerCalls'),
  };
}
