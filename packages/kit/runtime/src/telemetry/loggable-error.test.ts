import { expect, it } from 'vitest';
import { z } from 'zod';
import { createLogger } from './logger.ts';
import { errorText, loggableError } from './loggable-error.ts';

const GUEST = 'canary.ada@example.com';

function logged(error: unknown): string {
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  createLogger({ name: 'test', destination }).error(
    { err: error, ...(error instanceof Error ? { cause: error, nested: { error } } : {}) },
    'failed',
  );
  return lines.join('');
}

it('an error of the database is logged without the values of the row', () => {
  const cause = Object.assign(
    new Error('duplicate key value violates unique constraint "operators_email_taken"'),
    {
      code: '23505',
      detail: `Key (email)=(${GUEST}) already exists.`,
      where: `COPY operators, line 1: "${GUEST}"`,
      internalQuery: `select '${GUEST}'`,
      constraint: 'operators_email_taken',
      table: 'operators',
    },
  );
  const error = Object.assign(
    new Error(`Failed query: insert into operators values ($1)\nparams: ${GUEST},$argon2id$secret`, {
      cause,
    }),
    { query: 'insert into operators values ($1)', params: [GUEST, '$argon2id$secret'] },
  );
  const line = logged(error);
  expect(line).not.toMatch(/canary|argon2id/);
  expect(line).toContain('Failed query: insert into operators');
  expect(line).toContain('23505');
  expect(line).toContain('operators_email_taken');
});

it('the answer of a mail server is not logged', () => {
  const response = `550 5.1.1 <${GUEST}>: Ada Canary unknown here`;
  const error = Object.assign(new Error(`Can't send mail - all recipients were rejected: ${response}`), {
    code: 'EENVELOPE',
    response,
    responseCode: 550,
    command: 'RCPT TO',
    rejected: [GUEST],
    rejectedErrors: [new Error(response)],
  });
  const line = logged(error);
  expect(line).not.toMatch(/canary/i);
  expect(line).toContain('"responseCode":550');
  expect(line).toContain('RCPT TO');
});

it.each([
  new Error(`no mail for ${GUEST}, sorry`),
  new Error('key sk_live_canary0000000000 is unknown'),
  new Error('Authorization: Bearer canary-token'),
  new Error('token eyJcanary.eyJcanary.canary-_x is bad'),
  Object.assign(new Error('invalid input syntax for type uuid: "canary"'), { code: '22P02' }),
  new Error('outer', { cause: new Error('inner', { cause: new Error(`deep ${GUEST}`) }) }),
  new AggregateError([new Error(GUEST)], `all of ${GUEST}`),
  z
    .object({ code: z.enum(['a']), sub: z.object({ email: z.email() }) })
    .safeParse({ code: 'canary', sub: { email: 'canary' } }).error,
  (() => {
    try {
      return JSON.parse('canary');
    } catch (error) {
      return error;
    }
  })(),
  `thrown text with ${GUEST}`,
])('nothing of a guest, key or token is logged or stored of %#', (error) => {
  expect(logged(error)).not.toContain('canary');
  expect(errorText(error)).not.toContain('canary');
});

it('keeps what explains the failure: type, message, frames and causes', () => {
  const error = new TypeError('x is not a function', { cause: new Error('because') });
  expect(loggableError(error)).toMatchObject({
    type: 'TypeError',
    message: 'x is not a function',
    stack: expect.stringContaining('loggable-error.test.ts') as string,
    cause: { message: 'because' },
  });
  expect(errorText(error)).toBe('TypeError: x is not a function');
});
