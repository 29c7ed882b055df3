import { z } from 'zod';
import { describe, expect, it } from 'vitest';
import { shapesWithin } from '../../../test/shapes-within.ts';
import { adminRoutes } from '../admin/routes.ts';
import { publicRoutes } from '../public/routes/routes.ts';
import { writeDocument } from './write-document.ts';

const FAULTS = 20;

type Schema = Record<string, unknown>;

interface Place {
  readonly path: string;
  readonly schema: Schema;
}

/** Every schema of the document; examples hold values, which may look like schemas. */
function schemasIn(value: unknown, path: string): Place[] {
  if (typeof value !== 'object' || value === null || /\/examples?$/.test(path)) return [];
  const below = Object.entries(value).flatMap(([name, part]) => schemasIn(part, `${path}/${name}`));
  return Array.isArray(value) ? below : [{ path, schema: value as Schema }, ...below];
}

const isNumber = (value: unknown) => typeof value === 'number';
const pathsOf = (places: readonly Place[]) => places.map(({ path }) => path);

describe('every list and record of the document', () => {
  const places = schemasIn(writeDocument('https://api.lodging.example'), '');
  const lists = places.filter(({ schema }) => schema['type'] === 'array');
  const records = places.filter(
    ({ schema }) => schema['type'] === 'object' && Boolean(schema['additionalProperties']),
  );

  it('says how long it may be', () => {
    expect(lists.length).toBeGreaterThan(80);
    expect(records.length).toBeGreaterThan(5);
    expect(pathsOf(lists.filter(({ schema }) => !isNumber(schema['maxItems'])))).toEqual([]);
    expect(pathsOf(records.filter(({ schema }) => !isNumber(schema['maxProperties'])))).toEqual([]);
  });
});

const requests = [...publicRoutes, ...adminRoutes].flatMap(({ method, path, shapes: { body, query } }) =>
  [body, query].flatMap((shape) => (shape === undefined ? [] : shapesWithin(shape, `${method} ${path} `))),
);
/** No shape of a field fits it. */
const wrong = Symbol('wrong');

function faultsOf(shape: z.ZodType, value: unknown): readonly z.core.$ZodIssue[] {
  return shape.safeParse(value).error?.issues ?? [];
}

/** How many elements, or values by key, the shape looks at before it refuses. */
function readsOf(shape: z.ZodType, value: object): number {
  let reads = 0;
  const watched = new Proxy(value, {
    get(target, name, receiver) {
      if (typeof name === 'string' && /^x?\d+$/.test(name)) reads += 1;
      return Reflect.get(target, name, receiver);
    },
  });
  expect(faultsOf(shape, watched)).toHaveLength(1);
  return reads;
}

describe('a list of a request', () => {
  const lists = requests.filter(({ shape }) => shape instanceof z.ZodArray);
  const maxOf = (shape: z.ZodType) =>
    Number(z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' }).maxItems);
  const list = (length: number) => Array.from({ length }, () => wrong);

  it.each(lists)('$path is refused by its length before its elements are read', ({ shape }) => {
    expect(readsOf(shape, list(maxOf(shape) + 1))).toBe(0);
  });

  it.each(lists)('$path is checked up to its twentieth fault', ({ shape }) => {
    const faults = faultsOf(shape, list(maxOf(shape)));
    expect(faults.at(-1)?.path).toEqual([Math.min(maxOf(shape), FAULTS) - 1]);
  });
});

describe('a record of a request', () => {
  const records = requests.filter(({ shape }) => shape instanceof z.ZodRecord);
  const maxOf = (shape: z.ZodType) => Number(shape.meta()?.['maxProperties']);
  const record = (size: number) =>
    Object.fromEntries(Array.from({ length: size }, (_, index) => [`x${index}`, wrong]));

  it.each(records)('$path is refused by its size before its values are read', ({ shape }) => {
    expect(readsOf(shape, record(maxOf(shape) + 1))).toBe(0);
  });

  const checked = records.filter(
    ({ shape }) => shape instanceof z.ZodRecord && !(shape.valueType instanceof z.ZodUnknown),
  );

  it.each(checked)('$path is checked up to its twentieth fault', ({ shape }) => {
    const faults = faultsOf(shape, record(maxOf(shape)));
    expect(faults.at(-1)?.path).toEqual([`x${Math.min(maxOf(shape), FAULTS) - 1}`]);
  });
});
