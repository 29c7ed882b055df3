import { instantText } from '@lodging/kernel';
import type { Clock } from '@lodging/kernel';
import type { Checks } from './health-server.ts';
import type { ProcessInfo } from './process-info.ts';
import { withTimeout } from '../concurrency/with-timeout.ts';

/** Facts about a service for `lodging doctor`: settings that matter to others, counts, instants. */
export type Facts = Readonly<Record<string, string | number | boolean | null>>;

interface Migrations {
  readonly source: string;
  readonly known: number;
  readonly applied: number;
  readonly latest: string | null;
  readonly pending: readonly string[];
}

export interface HealthDeps {
  readonly info: ProcessInfo;
  readonly clock: Clock;
  /** The service is not ready while one of these fails. */
  readonly checks: Checks;
  /** Reported only. */
  readonly optionalChecks?: Checks;
  readonly facts?: () => Promise<Facts>;
  readonly readDatabase: () => Promise<{
    readonly now: Temporal.Instant;
    readonly migrations: readonly Migrations[];
  }>;
}

export interface HealthReport {
  readonly version: string;
  readonly startedAt: string;
  readonly now: string;
  readonly ready: boolean;
  readonly checks: { name: string; required: boolean; ok: boolean; error: string | null }[];
  readonly database: {
    clockSkewMs: number;
    migrations: (Omit<Migrations, 'pending'> & { pending: string[] })[];
  } | null;
  readonly facts: Record<string, string | number | boolean | null>;
}

/** Two seconds less than the timeout of the request for the report. */
const TIMEOUT_MS = 2_500;
const startedAt = Temporal.Now.instant().subtract({ milliseconds: Math.round(performance.now()) });

/** Never fails: a check that throws or hangs is a part of the report. */
export async function reportHealth(deps: HealthDeps): Promise<HealthReport> {
  const { info, clock, checks, optionalChecks = {} } = deps;
  const [required, optional, database, { facts, failures }] = await Promise.all([
    runChecks(checks, true),
    runChecks(optionalChecks, false),
    readDatabase(deps).catch(() => null),
    readFacts(deps),
  ]);
  return {
    version: info.version,
    startedAt: instantText(startedAt),
    now: instantText(clock.now()),
    ready: required.every(({ ok }) => ok),
    checks: [...required, ...optional, ...failures],
    database,
    facts: { ...facts, weakSecrets: info.weakSecrets.join(', ') || null },
  };
}

interface FactsOutcome {
  readonly facts: Facts;
  readonly failures: HealthReport['checks'];
}

async function readFacts({ facts: read }: HealthDeps): Promise<FactsOutcome> {
  if (read === undefined) return { facts: {}, failures: [] };
  try {
    return { facts: await inTime(Promise.try(read)), failures: [] };
  } catch (error) {
    const failure = { name: 'facts', required: false, ok: false, error: errorMessage(error) };
    return { facts: {}, failures: [failure] };
  }
}

async function readDatabase({ clock, readDatabase: read }: HealthDeps): Promise<HealthReport['database']> {
  const before = clock.now();
  const { now, migrations } = await inTime(read());
  const middle = before.epochMilliseconds + before.until(clock.now()).total('milliseconds') / 2;
  return {
    clockSkewMs: Math.round(middle - now.epochMilliseconds),
    migrations: migrations.map((state) => ({ ...state, pending: [...state.pending] })),
  };
}

async function runChecks(checks: Checks, required: boolean): Promise<HealthReport['checks']> {
  return Promise.all(
    Object.entries(checks).map(async ([name, check]) => {
      const error = await inTime(Promise.try(check)).then(() => null, errorMessage);
      return { name, required, ok: error === null, error };
    }),
  );
}

function inTime<T>(work: Promise<T>): Promise<T> {
  return withTimeout(work, TIMEOUT_MS, () => new Error(`no answer within ${TIMEOUT_MS / 1000} s`));
}

const CREDENTIALS = /\/\/[^@/\s]*@/g;
const MAX_LENGTH = 300;

/** Without the credentials of addresses. Some network errors have a code and no message. */
function errorMessage(error: unknown): string {
  const message = error instanceof Error ? error.message || codeOf(error) : String(error);
  return message.replace(CREDENTIALS, '//***@').slice(0, MAX_LENGTH);
}

function codeOf(error: Error): string {
  return 'code' in error ? String(error.code) : error.name;
}
