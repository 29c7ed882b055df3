import { isDeepStrictEqual } from 'node:util';
import { countInQuery, DEFAULT_PAGE_SIZE, LARGEST_PAGE_SIZE, pageQuery } from '@lodging/contract-public';
import { currency, email, instant, localDate, minorUnits, uuid } from '@lodging/contract-wire';
import { z } from 'zod';
import { answeredShapes, sentShapes, sharedShapes } from './named-shapes.ts';

export type Json = { [field: string]: unknown };
type Shapes = Readonly<Record<string, z.ZodType>>;

export interface Schemas {
  readonly components: Readonly<Record<string, Json>>;
  /** Of each query: its properties, and which must be sent. */
  readonly queries: ReadonlyMap<z.ZodType, Json>;
}

/** What validates these is code, or a pattern that says less to a reader than the name of the format. */
const WRITTEN = new Map<unknown, Json>([
  [uuid, { type: 'string', format: 'uuid' }],
  [instant, { type: 'string', format: 'date-time' }],
  [localDate, { type: 'string', format: 'date' }],
  [email, { type: 'string', format: 'email', maxLength: 254 }],
  [currency, { type: 'string', pattern: '^[A-Z]{3}$', description: 'ISO 4217 code.' }],
  [minorUnits, { type: 'string', pattern: '^\\d{1,15}$', description: 'Minor units of the currency.' }],
  [countInQuery, { type: 'integer', minimum: 1 }],
  [
    pageQuery.shape.limit,
    { type: 'integer', minimum: 1, maximum: LARGEST_PAGE_SIZE, default: DEFAULT_PAGE_SIZE },
  ],
]);

/** In answers a moment is written by us, so the wire does not validate it; its field's name tells what it is. */
const MOMENT = /At$|^(?:at|from|to|ts|timestamp)$/;

export function jsonSchemas(queries: readonly z.ZodType[]): Schemas {
  const queryNames = new Map(queries.map((query, index) => [query, `query ${index}`]));
  const asSent = convert('input', {
    ...sentShapes,
    ...sharedShapes,
    ...Object.fromEntries([...queryNames].map(([query, name]) => [name, query])),
  });
  const asAnswered = convert('output', { ...answeredShapes, ...sharedShapes });
  for (const name of Object.keys(sharedShapes)) {
    if (!isDeepStrictEqual(asSent[name], asAnswered[name])) throw new Error(`${name} differs by direction`);
  }
  const components = { ...asAnswered, ...asSent };
  const found = new Map([...queryNames].map(([query, name]) => [query, asSent[name] ?? {}]));
  for (const name of queryNames.values()) delete components[name];
  return { components, queries: found };
}

function convert(io: 'input' | 'output', shapes: Shapes): Record<string, Json> {
  const registry = z.registry<{ id: string }>();
  for (const [id, shape] of Object.entries(shapes)) registry.add(shape, { id });
  const { schemas } = z.toJSONSchema(registry, {
    io,
    uri: (id) => `#/components/schemas/${id}`,
    override: ({ zodSchema, jsonSchema }) => rewrite(zodSchema, jsonSchema as Json),
  });
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, tidy(schema as Json)]));
}

function rewrite(shape: unknown, schema: Json): void {
  const written = WRITTEN.get(shape);
  if (written !== undefined) {
    for (const field of Object.keys(schema)) delete schema[field];
    Object.assign(schema, written);
  }
  // Bounds of a number in JavaScript, not of ours.
  if (schema['minimum'] === Number.MIN_SAFE_INTEGER) delete schema['minimum'];
  if (schema['maximum'] === Number.MAX_SAFE_INTEGER) delete schema['maximum'];
  // Unknown fields are ignored where they are sent, and may be added where they are answered.
  if (schema['additionalProperties'] === false) delete schema['additionalProperties'];
}

function tidy({ $schema: _dialect, $id: _id, ...schema }: Json): Json {
  nameMoments(schema);
  return schema;
}

function nameMoments(node: unknown): void {
  if (typeof node !== 'object' || node === null) return;
  if ('properties' in node && typeof node.properties === 'object' && node.properties !== null) {
    for (const [name, schema] of Object.entries(node.properties)) {
      if (MOMENT.test(name) && isPlainText(schema)) schema['format'] = 'date-time';
    }
  }
  for (const child of Object.values(node)) nameMoments(child);
}

function isPlainText(schema: Json): boolean {
  const type = schema['type'];
  const isText = type === 'string' || isDeepStrictEqual(type, ['string', 'null']);
  return isText && Object.keys(schema).length === 1;
}
