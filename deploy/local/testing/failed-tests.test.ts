import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repository } from '../home.ts';
import { failedTests } from './failed-tests.ts';

const name = join(repository, 'services', 'a.test.ts');

test('each failed test is named with its file, also where others of the file passed', () => {
  const assertionResults = [
    { status: 'passed', fullName: 'a hold is made' },
    { status: 'failed', fullName: 'a hold ends' },
  ];
  expect(failedTests({ testResults: [{ name, status: 'failed', assertionResults }] })).toEqual([
    'services/a.test.ts > a hold ends',
  ]);
});

test('the reason of a failure stands on its line, shortened and without its stack', () => {
  const failureMessages = ['AssertionError: \u001B[31mexpected 503 to be 200\u001B[39m\n    at a hold'];
  const long = { status: 'failed', fullName: 'b', failureMessages: ['x'.repeat(1_000)] };
  const assertionResults = [{ status: 'failed', fullName: 'a', failureMessages }, long];
  expect(failedTests({ testResults: [{ name, assertionResults }] })).toEqual([
    'services/a.test.ts > a: AssertionError: expected 503 to be 200',
    `services/a.test.ts > b: ${'x'.repeat(300)}`,
  ]);
});

test('a file that could not be loaded is named', () => {
  expect(failedTests({ testResults: [{ name, status: 'failed', assertionResults: [] }] })).toEqual([
    'services/a.test.ts',
  ]);
});

test('nothing is named where all passed, or without a report', () => {
  expect(failedTests({ testResults: [{ name, status: 'passed', assertionResults: [] }] })).toEqual([]);
  expect(failedTests(undefined)).toEqual([]);
});
