import type { Schema } from './operations.ts';

/**
 * `wrong`: every field of every element is of another type. `empty`: elements lack their fields. `beyond`: lists and records
 * are longer than they may be. `unknown`: the fields are none that the operation has.
 */
export const FAULTS = ['wrong', 'empty', 'beyond', 'unknown'] as const;
export type Faults = (typeof FAULTS)[number];

/** The largest body of at most so many bytes in which everything is at fault. */
export function faultyBody(schema: Schema, bytes: number, faults: Faults): unknown {
  if (faults === 'unknown') return { unknown: filled([{}], bytes - '{"unknown":[]}'.length, Infinity) };
  return build(schema, bytes, faults);
}

const sizeOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

function build(schema: Schema, bytes: number, faults: Faults): unknown {
  const shape = optionOf(schema);
  if (shape.type === 'array') return list(shape, bytes, faults);
  if (shape.type !== 'object') return wrongValue(shape);
  if (shape.properties === undefined) return record(shape, bytes, faults);
  return object(shape.properties, bytes, faults);
}

/** Of several forms the last: the first of some is one without fields. */
function optionOf(schema: Schema): Schema {
  const options = (schema.anyOf ?? schema.oneOf ?? []).filter(({ type }) => type !== 'null');
  const last = options.at(-1);
  return last === undefined ? schema : optionOf(last);
}

function object(properties: Readonly<Record<string, Schema>>, bytes: number, faults: Faults): object {
  const kept = Object.entries(properties).filter(([, shape]) => faults === 'wrong' || holdsMany(shape));
  let left = bytes - 2;
  const fields = kept.flatMap(([name, shape]) => {
    const frame = sizeOf(name) + 2;
    const value = build(shape, left - frame, faults);
    const size = frame + sizeOf(value);
    if (size > left) return [];
    left -= size;
    return [[name, value] as const];
  });
  return Object.fromEntries(fields);
}

function holdsMany(schema: Schema): boolean {
  const { type, properties } = optionOf(schema);
  return type === 'array' || (type === 'object' && properties === undefined);
}

function list({ items = {}, maxItems = 0 }: Schema, bytes: number, faults: Faults): unknown[] {
  const inner = faults === 'beyond' ? wrongValue(items) : build(items, bytes - 2, faults);
  return filled([inner], bytes - 2, faults === 'beyond' ? Infinity : maxItems);
}

function filled(elements: readonly unknown[], bytes: number, max: number): unknown[] {
  const fits = Math.floor((bytes + 1) / (sizeOf(elements[0]) + 1));
  return Array.from({ length: Math.max(0, Math.min(fits, max)) }, () => elements[0]);
}

const KEY = 'k'.repeat(60);

function record(schema: Schema, bytes: number, faults: Faults): object {
  const { additionalProperties = {}, maxProperties = 0 } = schema;
  const value = wrongValue(additionalProperties);
  const fits = Math.floor((bytes - 2) / (sizeOf({ [`[${KEY}123456`]: value }) - 1));
  const length = Math.max(0, Math.min(fits, faults === 'beyond' ? 100_000 : maxProperties));
  return Object.fromEntries(Array.from({ length }, (_, index) => [`[${KEY}${index}`, value]));
}

function wrongValue(schema: Schema): unknown {
  const { type } = optionOf(schema);
  return type === 'integer' || type === 'number' ? '' : 0;
}
