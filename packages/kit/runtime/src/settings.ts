import { z } from 'zod';

type Environment = Readonly<Record<string, string | undefined>>;

/** Says everything that is wrong with the environment, so that one restart repairs it. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    const heading =
      problems.length === 1 ? 'One setting is wrong:' : `${problems.length} settings are wrong:`;
    super([heading, ...problems.map((problem) => `  - ${problem}`)].join('\n'));
    this.problems = problems;
  }
}

/** Reads the settings, or throws a SettingsError that lists all that is wrong. An empty value counts as unset. */
export function readSettings<S extends z.ZodObject>(schema: S, env: Environment): z.infer<S> {
  const given: Record<string, string> = {};
  for (const name of Object.keys(schema.shape)) {
    const value = env[name];
    if (value !== undefined && value.trim() !== '') given[name] = value;
  }
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new SettingsError(parsed.error.issues.map((issue) => describeIssue(schema, given, issue)));
}

function describeIssue(schema: z.ZodObject, given: Record<string, string>, issue: z.core.$ZodIssue): string {
  const name = String(issue.path[0] ?? 'settings');
  const value = given[name];
  if (value === undefined) return `${name} is missing`;
  const shown = isSecret(schema.shape[name]) ? '(value hidden)' : `(it is ${JSON.stringify(maskUrl(value))})`;
  return `${name} ${issue.message} ${shown}`;
}

/** Looks through optional() and default(), which wrap the schema that carries the mark. */
export function isSecret(schema: unknown): boolean {
  for (let current = schema; current instanceof z.ZodType;) {
    if (current.meta()?.['secret'] === true) return true;
    const inner: unknown = (current.def as { innerType?: unknown }).innerType;
    current = inner;
  }
  return false;
}

function maskUrl(value: string): string {
  return value.replace(/\/\/[^@/]*@/, '//***@');
}

function withDefault<T>(schema: z.ZodType<T>, fallback: T | undefined): z.ZodType<T> {
  return fallback === undefined ? schema : (schema.default(fallback as never) as unknown as z.ZodType<T>);
}

function numeric(pattern: RegExp, message: string, low: number, high: number): z.ZodType<number> {
  return z
    .string()
    .regex(pattern, message)
    .transform(Number)
    .refine((value) => value >= low && value <= high, message);
}

function isUrl(text: string): boolean {
  return URL.canParse(text);
}

/** The kinds of settings there are; each takes what stands in when the variable is unset. */
export const setting = {
  /** 0 lets the system choose a free port. */
  port: (fallback?: number) =>
    withDefault(numeric(/^\d+$/, 'must be a port from 0 to 65535', 0, 65_535), fallback),
  url: (fallback?: string) => withDefault(z.string().refine(isUrl, 'must be a URL'), fallback),
  secret: (minLength = 1) =>
    z.string().min(minLength, `must have at least ${minLength} characters`).meta({ secret: true }),
  text: (fallback?: string) => withDefault<string>(z.string(), fallback),
  seconds: (fallback?: number) =>
    withDefault(numeric(/^\d+(\.\d+)?$/, 'must be a number of seconds', 0, 1e9), fallback),
  integer: (fallback?: number) =>
    withDefault(numeric(/^-?\d+$/, 'must be a whole number', -(2 ** 53), 2 ** 53), fallback),
  ratio: (fallback?: number) =>
    withDefault(numeric(/^\d+(\.\d+)?$/, 'must be a number from 0 to 1', 0, 1), fallback),
  /** Comma separated. */
  list: (fallback?: string[]) =>
    withDefault<string[]>(
      z.string().transform((text) =>
        text
          .split(',')
          .map((item) => item.trim())
          .filter((item) => item !== ''),
      ),
      fallback,
    ),
};

/** What every process understands, whether it has neighbours or not. */
export const processSettings = {
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  HOST: setting.text('127.0.0.1'),
  HEALTH_PORT: setting.port(9090),
  TRACE_SAMPLE_RATIO: setting.ratio(0.1),
  /** Where OTLP over HTTP is taken. Unset: nothing is sent, and `/metrics` answers all the same. */
  OTEL_EXPORTER_OTLP_ENDPOINT: setting.url().optional(),
  /** `key=value,key=value`, such as the collector's own credentials. */
  OTEL_EXPORTER_OTLP_HEADERS: setting.secret().optional(),
  /** In milliseconds; a minute unless told. */
  OTEL_METRIC_EXPORT_INTERVAL: setting.integer().optional(),
  /** `key=value,key=value`, added to what spans and metrics say of this process. */
  OTEL_RESOURCE_ATTRIBUTES: setting.text().optional(),
  /** What runs here, and where, as spans and metrics name it: the workspace's version and `development` unless told. */
  SERVICE_VERSION: setting.text().optional(),
  DEPLOYMENT_ENVIRONMENT: setting.text().optional(),
};

/** What every service understands. */
export const commonSettings = {
  ...processSettings,
  POSTGRES_URL: setting.url(),
  NATS_URL: setting.url(),
};

/** What every service understands that has an event stream of its own. */
export const streamSettings = {
  /** Copies of each event in the cluster of NATS: 1 on a single server, 3 where an event must outlive a server. */
  STREAM_REPLICAS: setting.integer(1),
};

export type ProcessSettings = z.infer<z.ZodObject<typeof processSettings>>;
