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

test('a file that could not be loaded is named', () => {
  expect(failedTests({ testResults: [{ name, status: 'failed', assertionResults: [] }] })).toEqual([
    'services/a.test.ts',
  ]);
});

test('nothing is named where all passed, or without a report', () => {
  expect(failedTests({ testResults: [{ name, status: 'passed', assertionResults: [] }] })).toEqual([]);
  expect(failedTests(undefined)).toEqual([]);
});
