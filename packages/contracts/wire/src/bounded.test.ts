import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { boundedArray, boundedRecord } from './bounded.ts';

const LONG = 100_000;

/** A shape that counts how often it is checked. */
function counted<Shape extends z.ZodType>(shape: Shape) {
  const calls = { count: 0 };
  const counting = z.preprocess((value) => {
    calls.count += 1;
    return value;
  }, shape);
  return { calls, counting };
}

const issuesOf = (shape: z.ZodType, value: unknown) => shape.safeParse(value).error?.issues ?? [];
const times = (count: number, value: unknown) => Array.from({ length: count }, () => value);

describe('a list of a request', () => {
  it('reads its elements as any list does', () => {
    const list = boundedArray(z.object({ a: z.string().default('x') }), { min: 1, max: 3 });
    expect(list.parse([{}, { a: 'b', unknown: 1 }])).toEqual([{ a: 'x' }, { a: 'b' }]);
    for (const value of [[], 'x', null, {}, { length: 2 }]) expect(issuesOf(list, value)).toHaveLength(1);
    expect(issuesOf(list, [{}, { a: 1 }])).toMatchObject([{ path: [1, 'a'], code: 'invalid_type' }]);
  });

  it('that is too long is refused before its elements are checked', () => {
    const { calls, counting } = counted(z.int());
    const list = boundedArray(counting, { max: 1_000 }).optional();
    expect(issuesOf(list, times(1_001, 'x'))).toMatchObject([{ path: [], code: 'too_big', maximum: 1_000 }]);
    expect(calls.count).toBe(0);
    expect(list.parse(times(1_000, 1))).toHaveLength(1_000);
  });

  it('is checked up to its twentieth fault', () => {
    const { calls, counting } = counted(z.int());
    const list = boundedArray(counting, { max: LONG });
    const faults = issuesOf(z.object({ list }), { list: [...times(500, 1), ...times(LONG - 500, 'x')] });
    expect(faults).toHaveLength(20);
    expect(faults.at(-1)?.path).toEqual(['list', 519]);
    expect(calls.count).toBe(520);
  });

  it('ends the lists around it at the twentieth fault, too', () => {
    const { calls, counting } = counted(z.object({ a: z.int(), b: z.int() }));
    const inner = boundedArray(counting, { max: 366 });
    const outer = boundedArray(z.object({ one: inner, other: inner }), { max: 100 });
    const faults = issuesOf(outer, times(100, { one: times(366, {}), other: times(366, {}) }));
    expect(faults).toHaveLength(40);
    expect(calls.count).toBe(20);
    expect(new Set(faults.map(({ path }) => path[0]))).toEqual(new Set([0]));
  });

  it('whose inner lists are too long together is refused before any element is checked', () => {
    const { calls, counting } = counted(z.int());
    const together = {
      max: 10,
      message: 'must have at most 10 in all',
      count: (element: unknown) => (Array.isArray(element) ? element.length : 0),
    };
    const list = boundedArray(boundedArray(counting, { max: 6 }), { max: 3, together });
    expect(list.parse([times(5, 1), times(5, 1)])).toHaveLength(2);
    calls.count = 0;
    expect(issuesOf(list, [times(6, 1), times(5, 1)])).toMatchObject([
      { path: [], message: together.message },
    ]);
    expect(calls.count).toBe(0);
    expect(issuesOf(list, [7, null, times(5, 1)])).toHaveLength(2);
  });

  it('shows no refinement a list that was not checked to its end', () => {
    const seen: unknown[] = [];
    const shape = z.object({ list: boundedArray(z.int().min(5), { max: 30 }) }).refine(({ list }) => {
      seen.push(list);
      return true;
    });
    for (const list of [times(30, 1), times(31, 5)]) expect(issuesOf(shape, { list })).not.toEqual([]);
    expect(seen).toEqual([]);
  });

  it('has its bounds in JSON Schema', () => {
    const list = boundedArray(z.string(), { min: 1, max: 7 }).meta({ description: 'Words.' });
    expect(z.toJSONSchema(list)).toMatchObject({
      type: 'array',
      minItems: 1,
      maxItems: 7,
      description: 'Words.',
    });
    expect(z.toJSONSchema(boundedArray(z.string(), { max: 7 }))).not.toHaveProperty('minItems');
  });
});

describe('a record of a request', () => {
  const { calls, counting } = counted(z.string());
  const key = z.string().regex(/^[a-z_]+$/);
  const record = boundedRecord(key, counting, 30);
  const entries = (count: number, value: unknown) =>
    Object.fromEntries(
      times(count, value).map((one, index) => [`a${'_'.repeat(index)}`, one] as [string, unknown]),
    );

  it('with too many keys is refused before its values are checked', () => {
    calls.count = 0;
    expect(issuesOf(record, entries(31, 'x'))).toMatchObject([{ path: [`a${'_'.repeat(30)}`] }]);
    expect(calls.count).toBe(0);
    expect(record.parse(entries(30, 'x'))).toEqual(entries(30, 'x'));
  });

  it('is checked up to its twentieth fault', () => {
    calls.count = 0;
    expect(issuesOf(record, entries(30, 1))).toHaveLength(20);
    expect(calls.count).toBe(20);
    expect(issuesOf(record, { A: 'x', b: 1 })).toMatchObject([{ path: ['A'] }, { path: ['b'] }]);
  });

  it('keeps every key that it accepts, those of a prototype too, and refuses the one that it cannot keep', () => {
    const kept = { constructor: 'a', prototype: 'b', hasownproperty: 'c' };
    expect(Object.entries(record.parse(kept))).toEqual(Object.entries(kept));
    expect(issuesOf(record, JSON.parse('{"__proto__":"x"}'))).toMatchObject([{ path: ['__proto__'] }]);
  });

  it('refuses what is no record', () => {
    for (const value of [null, 'text', ['x'], 1]) expect(issuesOf(record, value)).toHaveLength(1);
  });

  it('has its bound in JSON Schema', () => {
    expect(z.toJSONSchema(record.nullable().meta({ description: 'Keys.' }))).toMatchObject({
      anyOf: [{ type: 'object', maxProperties: 30 }, { type: 'null' }],
    });
  });
});
