import pg from 'pg';

export type TypeParser = (text: string) => unknown;

const INT8 = 20;
const DATE = 1082;
const TIMESTAMPTZ = 1184;
const INT8_ARRAY = 1016;
const DATE_ARRAY = 1182;
const TIMESTAMPTZ_ARRAY = 1185;
const NUMERIC_ARRAY = 1231;

const asText: TypeParser = (text) => text;
const asBigint: TypeParser = (text) => BigInt(text);

export function parseInstant(text: string): Temporal.Instant {
  return Temporal.Instant.from(text);
}

const own = new Map<number, TypeParser>([
  [INT8, asBigint],
  [DATE, asText],
  [TIMESTAMPTZ, parseInstant],
  [INT8_ARRAY, arrayOf(asBigint)],
  [DATE_ARRAY, arrayOf(asText)],
  [TIMESTAMPTZ_ARRAY, arrayOf(parseInstant)],
  [NUMERIC_ARRAY, arrayOf(asText)],
]);

/** The same types whether a row is read by SQL text or through drizzle. */
export function typeParser(oid: number): TypeParser {
  return own.get(oid) ?? (pg.types.getTypeParser(oid, 'text') as TypeParser);
}

export const wireTypes = { getTypeParser: typeParser as typeof pg.types.getTypeParser };

function arrayOf(parse: TypeParser): TypeParser {
  const { arrayParser } = pg.types as unknown as {
    arrayParser: { create(text: string, parse: TypeParser): { parse(): unknown[] } };
  };
  return (text) => arrayParser.create(text, parse).parse();
}

const { prepareValue } = (pg as unknown as { utils: { prepareValue: (value: unknown) => unknown } }).utils;

/**
 * Serializes parameters. It runs before anything is written, so that a value which cannot be serialized (JSON with a
 * bigint) leaves the connection intact. For a jsonb array, pass JSON text.
 */
export function wireValues(values: readonly unknown[]): unknown[] {
  return values.map((value) => prepareValue(withoutTemporal(value)));
}

/** The driver would send a Temporal value as JSON, in quotes. */
function withoutTemporal(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  // The fast path for most values: reading the name of the class costs more.
  if (value instanceof Temporal.Instant) return value.toString();
  if (Array.isArray(value)) return value.map(withoutTemporal);
  return isTemporal(value) ? value.toString() : value;
}

function isTemporal(value: object): value is Temporal.Instant {
  return Object.prototype.toString.call(value).startsWith('[object Temporal.');
}
