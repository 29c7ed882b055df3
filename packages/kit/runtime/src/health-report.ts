import type { Clock } from '@lodging/kernel';
import type { AboutProcess } from './about-process.ts';
import type { Checks } from './health-server.ts';

/** Names and plain values: settings that matter to others, counts, moments. */
export type Facts = Readonly<Record<string, string | number | boolean | null>>;

interface Migrations {
  readonly source: string;
  readonly known: number;
  readonly applied: number;
  readonly latest: string | null;
  readonly pending: readonly string[];
}

export interface HealthParts {
  readonly about: AboutProcess;
  readonly clock: Clock;
  /** Without these the service is not ready. */
  readonly checks: Checks;
  /** What it can do without for a while. */
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

/** Whoever asks waits for two seconds more than this. */
const LIMIT_MS = 2_500;
const startedAt = Temporal.Now.instant().subtract({ milliseconds: Math.round(performance.now()) });

/** A check that fails or hangs is part of the report; the report itself never fails. */
export async function reportHealth(parts: HealthParts): Promise<HealthReport> {
  const [required, others, database, facts] = await Promise.all([
    lookAt(parts.checks, true),
    lookAt(parts.optionalChecks ?? {}, false),
    databaseOf(parts).catch(() => null),
    within(Promise.try(parts.facts ?? noFacts)).then(asFacts, asFailure),
  ]);
  return {
    version: parts.about.version,
    startedAt: inMilliseconds(startedAt),
    now: inMilliseconds(parts.clock.now()),
    ready: required.every(({ ok }) => ok),
    checks: [...required, ...others, ...facts.checks],
    database,
    facts: { ...facts.facts, weakSecrets: parts.about.weakSecrets.join(', ') || null },
  };
}

const noFacts = (): Promise<Facts> => Promise.resolve({});
const asFacts = (facts: Facts) => ({ facts, checks: [] });
/** What could not be counted is said, not left out. */
const asFailure = (error: unknown) => ({
  facts: {},
  checks: [{ name: 'facts', required: false, ok: false, error: explainFailure(error) }],
});

async function databaseOf({ clock, readDatabase }: HealthParts): Promise<HealthReport['database']> {
  const before = clock.now();
  const { now, migrations } = await within(readDatabase());
  const middle = before.epochMilliseconds + before.until(clock.now()).total('milliseconds') / 2;
  return {
    clockSkewMs: Math.round(middle - now.epochMilliseconds),
    migrations: migrations.map((state) => ({ ...state, pending: [...state.pending] })),
  };
}

async function lookAt(checks: Checks, required: boolean): Promise<HealthReport['checks']> {
  return Promise.all(
    Object.entries(checks).map(async ([name, check]) => {
      const error = await within(Promise.try(check)).then(() => null, explainFailure);
      return { name, required, ok: error === null, error };
    }),
  );
}

async function within<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${LIMIT_MS / 1000} s`)), LIMIT_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

const CREDENTIALS = /\/\/[^@/\s]*@/g;
const LONGEST = 300;

/** The words of an error, without the credentials of an address in them. */
export function explainFailure(error: unknown): string {
  const words = error instanceof Error ? error.message || nameOf(error) : String(error);
  return words.replace(CREDENTIALS, '//***@').slice(0, LONGEST);
}

/** Some errors of the network have a code and no words. */
function nameOf(error: Error): string {
  return 'code' in error ? String(error.code) : error.name;
}

function inMilliseconds(instant: Temporal.Instant): string {
  return instant.toString({ smallestUnit: 'millisecond' });
}
