import { expect, test } from 'vitest';
import { countReport } from './count-report.ts';

test('tests are counted as in the report', () => {
  const report = { numPassedTests: 7, numFailedTests: 2, numPendingTests: 1, testResults: [] };
  expect(countReport(report)).toEqual({ passed: 7, failed: 2, skipped: 1 });
});

test('a file that could not be loaded is a failure', () => {
  const testResults = [{ status: 'failed', assertionResults: [] }];
  expect(countReport({ numPassedTests: 7, numFailedTests: 0, testResults }).failed).toBe(1);
});

test('a file with failed tests is not counted twice', () => {
  const testResults = [{ status: 'failed', assertionResults: [{ status: 'failed' }] }];
  expect(countReport({ numPassedTests: 0, numFailedTests: 1, testResults }).failed).toBe(1);
});

test('a missing report is a failure', () => {
  expect(countReport(undefined)).toEqual({ passed: 0, failed: 1, skipped: 0 });
});
