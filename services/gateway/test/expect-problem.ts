import { problems } from '@lodging/contract-wire';
import type { ProblemCode } from '@lodging/contract-wire';
import { expect } from 'vitest';
import type { Answer } from './http-client.ts';

export function expectProblem(answer: Answer, code: ProblemCode): Answer['body'] {
  const { status, title } = problems[code];
  expect({ status: answer.status, code: answer.body['code'] }, answer.text).toEqual({ status, code });
  expect(answer.headers.get('content-type')).toBe('application/problem+json');
  const requestId = answer.headers.get('x-request-id');
  expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
  expect(answer.headers.get('traceparent')).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-0[01]$/);
  expect(answer.body).toMatchObject({
    status,
    title,
    detail: expect.any(String),
    type: `https://api.lodging.example/problems/${code}`,
    instance: requestId,
  });
  return answer.body;
}
