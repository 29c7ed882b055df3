import { describe, expect, it, vi } from 'vitest';
import { parseJsonBody } from './json-body.ts';
import { ProblemError } from './problems.ts';

const VALUES = 50_000;

function nested(depth: number, inner: string): string {
  return '['.repeat(depth) + inner + ']'.repeat(depth);
}

/** Elements that are read from lists, and copied with them, while the body is parsed. */
function countSteps(body: string): number {
  const bytes = Buffer.from(body);
  const iterate = Array.prototype[Symbol.iterator];
  let steps = 0;
  Array.prototype[Symbol.iterator] = function* counted(this: unknown[]) {
    for (let index = 0; index < this.length; index += 1) {
      steps += 1;
      yield this[index];
    }
  } as typeof iterate;
  try {
    parseJsonBody(bytes);
  } finally {
    Array.prototype[Symbol.iterator] = iterate;
  }
  return steps;
}

function pointerOf(body: string): unknown {
  try {
    parseJsonBody(Buffer.from(body));
  } catch (error) {
    if (error instanceof ProblemError) return error.problem.extra?.['errors'];
    throw error;
  }
  return undefined;
}

describe('the cost of a body', () => {
  it('grows with its values alone, however deep they are nested', () => {
    const values = Array.from({ length: VALUES }, () => '0').join(',');
    const flat = countSteps(`[${values}]`);
    const deep = countSteps(nested(19, values));
    expect(flat).toBeLessThanOrEqual(2 * VALUES);
    expect(deep).toBeLessThanOrEqual(flat + 100);
  });

  it('grows in proportion to its size', () => {
    const body = (count: number) =>
      JSON.stringify(Array.from({ length: count }, (_, index) => ({ a: { b: [index, 'text'] } })));
    expect(countSteps(body(20_000))).toBeLessThanOrEqual(2 * countSteps(body(10_000)) + 100);
  });
});

describe('a body of more values than any request needs', () => {
  const refusal = 'The body has more than 150000 values.';

  it.each(['{}', '0', '[]', '"",{"a":0}'])('such as %s is refused before it is parsed', (value) => {
    const body = `{"unknown":[${Array.from({ length: 200_000 }, () => value).join(',')}]}`;
    const parse = vi.spyOn(JSON, 'parse');
    try {
      expect(() => parseJsonBody(Buffer.from(body))).toThrow(`The request body is invalid: ${refusal}`);
      expect(pointerOf(body)).toEqual([{ pointer: '', message: refusal }]);
      expect(parse).not.toHaveBeenCalled();
    } finally {
      parse.mockRestore();
    }
  });

  it('is not one of long texts', () => {
    const body = JSON.stringify({ texts: Array.from({ length: 100 }, () => 'a word '.repeat(1_400)) });
    expect(body.length).toBeGreaterThan(900_000);
    expect(pointerOf(body)).toBeUndefined();
  });
});

describe('a fault', () => {
  it.each([
    [String.raw`{"a":[{"b":1},{"c":{"d~/":"\u0000"}}]}`, '/a/1/c/d~0~1'],
    [String.raw`"\ud800"`, ''],
    [nested(19, String.raw`"fine","\ud800"`), `${'/0'.repeat(18)}/1`],
  ])('in %s is named by its path', (body, pointer) => {
    expect(pointerOf(body)).toMatchObject([{ pointer }]);
  });
});
