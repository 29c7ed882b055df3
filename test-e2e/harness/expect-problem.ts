import { expect } from 'vitest';
import type { Answer, Problem } from './client.ts';

export function expectProblem(answer: Answer<unknown>, status: number, code: string): Problem {
  const problem = answer.body as Problem;
  expect({ status: answer.status, code: problem.code }, JSON.stringify(problem)).toEqual({ status, code });
  expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  expect(problem.status).toBe(status);
  expect(problem.title).toEqual(expect.any(String));
  expect(problem.detail).toEqual(expect.any(String));
  expect(problem.type).toMatch(new RegExp(`/problems/${code}$`));
  expect(answer.headers.get('x-request-id')).toBeTruthy();
  expect(problem.instance).toContain(answer.headers.get('x-request-id') ?? 'no request id');
  return problem;
}
