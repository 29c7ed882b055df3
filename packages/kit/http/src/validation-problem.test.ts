import { describe, expect, it } from 'vitest';
import { PROTOCOL_CODES, ProblemRenderer } from './problems.ts';
import type { Problem } from './problem.ts';
import { invalidFields, validationProblem } from './validation-problem.ts';

const table = Object.fromEntries(PROTOCOL_CODES.map((code) => [code, { status: 400, title: 'No' }]));
const renderer = new ProblemRenderer(table, 'https://lodging.example/problems');

interface Body {
  readonly detail: string;
  readonly errors: { readonly pointer: string; readonly message: string }[];
  readonly errorCount: number;
}

function rendered(problem: Problem): { readonly bytes: number; readonly body: Body } {
  const { body } = renderer.render(problem, 'b6f0c2de-0000-4000-8000-000000000000');
  return { bytes: body.length, body: JSON.parse(body.toString()) as Body };
}

const issues = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ path: ['childAges', index], message: 'too big' }));
const errors = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ pointer: `/a/${index}`, message: 'too big' }));

describe('the answer to a request with faults', () => {
  it.each([1, 3, 19, 20, 21, 85_000])(
    'names the first twenty of %i, and says how many there are',
    (count) => {
      const { bytes, body } = rendered(validationProblem({ issues: issues(count) }));
      expect(body.errors).toEqual(
        issues(Math.min(20, count)).map(({ path, message }) => ({ pointer: `/${path.join('/')}`, message })),
      );
      expect(body.errorCount).toBe(count);
      expect(bytes).toBeLessThan(2_000);
    },
  );

  it('names three of them for people', () => {
    const detailOf = (count: number) => rendered(invalidFields(errors(count))).body.detail;
    expect(detailOf(1)).toBe('The request is invalid at /a/0: too big.');
    expect(detailOf(3)).toBe('The request is invalid at /a/0, /a/1, /a/2.');
    expect(detailOf(40)).toBe('The request is invalid at /a/0, /a/1, /a/2 and 37 more.');
    expect(rendered(invalidFields([{ pointer: '', message: 'No JSON.' }])).body.detail).toBe(
      'The request body is invalid: No JSON.',
    );
  });

  it('says in plain words what a field must be', () => {
    const ofZod = { code: 'invalid_value', message: 'Invalid option: expected one of "online"|"property"' };
    const issue = { ...ofZod, path: ['collect'], values: ['online', 'property'] };
    const { body } = rendered(validationProblem({ issues: [issue] }));
    expect(body.detail).toBe('The request is invalid at /collect: must be one of "online", "property".');
    expect(body.errors).toEqual([{ pointer: '/collect', message: 'must be one of "online", "property"' }]);
  });

  it('is small whatever stands in the keys and texts of the request', () => {
    const long = '\u{1f3e8}'.repeat(100_000);
    const { bytes, body } = rendered(
      validationProblem({ issues: issues(30).map(() => ({ path: [`x${long}`, 0], message: long })) }),
    );
    expect(bytes).toBeLessThan(64 * 1024);
    expect(body.errors[0]?.pointer).toMatch(/^\/x(\u{1f3e8})+\ufffd?…$/u);
  });

  it('is the same where a service found the faults', () => {
    const refused = {
      code: 'validation_failed',
      detail: 'x'.repeat(100_000),
      extra: { errors: errors(900) },
    };
    const { bytes, body } = rendered(refused);
    expect(body).toMatchObject({ errors: errors(20), errorCount: 900 });
    expect(bytes).toBeLessThan(4_000);
    expect(rendered({ ...refused, extra: { errors: errors(20), errorCount: 77 } }).body.errorCount).toBe(77);
  });

  it('names the whole request where nothing else is named', () => {
    for (const extra of [undefined, { errors: [] }, { errors: 'x' }, { errors: [{ pointer: 1 }] }]) {
      expect(rendered({ code: 'validation_failed', detail: 'It is wrong.', extra }).body).toMatchObject({
        errors: [{ pointer: '', message: 'It is wrong.' }],
        errorCount: 1,
      });
    }
  });

  it('of another code has no errors', () => {
    expect(rendered({ code: 'bad_request', detail: 'No.' }).body).not.toHaveProperty('errors');
  });
});
