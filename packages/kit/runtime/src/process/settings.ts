import { z } from 'zod';

type Environment = Readonly<Record<string, string | undefined>>;

/** Lists all problems of the environment, so that one restart repairs them. */
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

/** Throws a SettingsError. An empty value counts as unset. */
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

/** `optional()` and `default()` wrap the schema that has the mark. */
export function isSecret(schema: unknown): boolean {
  for (let current = schema; current instanceof z.ZodType;) {
    if (current.meta()?.['secret'] === true) return true;
    const inner: unknown = (current.def as { innerType?: unknown }).innerType;
    current = inner;
  }
  return false;
}

function maskUrl(value: string): string {
  return value.replace(/\/\/[^@/]*@/g, '//***@');
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

function areUrls(text: string): boolean {
  return text.split(',').every((address) => isUrl(address.trim()));
}

/** A ring with a mistake, whose text would be accepted as one secret. */
const RING_BEGINS = /^\s*\[\s*["']/;

/** Undefined if the text is not a ring. */
function secretsOf(text: string): [string, ...string[]] | undefined {
  const ring = jsonArrayOf(text);
  if (ring === undefined) return RING_BEGINS.test(text) ? undefined : [text];
  if (!ring.every((one) => typeof one === 'string')) return undefined;
  const [first, ...others] = ring;
  return first === undefined ? undefined : [first, ...others];
}

function jsonArrayOf(text: string): readonly unknown[] | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    return Array.isArray(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

/** The kinds of settings. Each takes its default; without one the setting is required. */
export const setting = {
  /** 0 lets the system choose a free port. */
  port: (fallback?: number) =>
    withDefault(numeric(/^\d+$/, 'must be a port from 0 to 65535', 0, 65_535), fallback),
  url: (fallback?: string) => withDefault(z.string().refine(isUrl, 'must be a URL'), fallback),
  /** One, or several that are separated by commas: a cluster is reached while one of its servers runs. */
  urls: () => z.string().refine(areUrls, 'must be a URL, or several that are separated by commas'),
  secret: (minLength = 1) =>
    z.string().min(minLength, `must have at least ${minLength} characters`).meta({ secret: true }),
  /** One secret, or a JSON array of them: the first one is for new data, all of them for existing data. */
  keyRing(minLength: number) {
    const tooShort = `must have at least ${minLength} characters`;
    return z
      .string()
      .transform((text, context): [string, ...string[]] => {
        const secrets = secretsOf(text);
        const message =
          secrets === undefined
            ? 'must be one secret or a JSON array of secrets'
            : `${tooShort}${secrets.length > 1 ? ' in each text of the array' : ''}`;
        if (secrets?.every(({ length }) => length >= minLength)) return secrets;
        context.addIssue({ code: 'custom', message });
        return z.NEVER;
      })
      .meta({ secret: true });
  },
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

/** Settings of every process. */
export const processSettings = {
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  HOST: setting.text('127.0.0.1'),
  HEALTH_PORT: setting.port(9090),
  TRACE_SAMPLE_RATIO: setting.ratio(0.1),
  /** The collector's address for OTLP over HTTP. Unset: nothing is exported; `/metrics` is served in any case. */
  OTEL_EXPORTER_OTLP_ENDPOINT: setting.url().optional(),
  /** `key=value,key=value`, such as the credentials of the collector. */
  OTEL_EXPORTER_OTLP_HEADERS: setting.secret().optional(),
  /** Milliseconds between two exports of all metrics; 60000 by default. */
  OTEL_METRIC_EXPORT_INTERVAL: setting.integer().optional(),
  /** `key=value,key=value`, added to the resource of spans and metrics. */
  OTEL_RESOURCE_ATTRIBUTES: setting.text().optional(),
  /** `service.version` of spans and metrics; the version of the workspace by default. */
  SERVICE_VERSION: setting.text().optional(),
  /** `deployment.environment.name` of spans and metrics; `development` by default. */
  DEPLOYMENT_ENVIRONMENT: setting.text().optional(),
};

/** The address and the authentication of NATS. */
export const natsSettings = {
  /**
   * `nats://…`, or `tls://…`: then the password is sent to no server without a trusted certificate for its name. The
   * servers of a cluster are separated by commas.
   */
  NATS_URL: setting.urls(),
  /** PEM of the authorities that sign the certificates of NATS; those of Node unless set. */
  NATS_CA_FILE: setting.text().optional(),
  /** PEM of the certificate and the key that this service presents, where NATS verifies its clients. */
  NATS_CERT_FILE: setting.text().optional(),
  NATS_KEY_FILE: setting.text().optional(),
};

/** Settings of every service. */
export const commonSettings = {
  ...processSettings,
  POSTGRES_URL: setting.url(),
  ...natsSettings,
  /** Signs what the service sends over the bus. Any text that is random and secret. */
  BUS_SIGNING_KEY: setting.secret(32),
  /** `<service>:<public key>` of every service; two entries of one service while its key is changed. */
  BUS_PUBLIC_KEYS: setting.list(),
};

export type ProcessSettings = z.infer<z.ZodObject<typeof processSettings>>;
