import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { repository } from '../home.ts';

/** What the report of Vitest says of a file, as far as it is read here. */
interface FileResult {
  readonly name: string;
  readonly status?: string;
  readonly assertionResults?: readonly TestResult[];
}

interface TestResult {
  readonly status: string;
  readonly fullName: string;
  readonly failureMessages?: readonly string[];
}

const MESSAGE_LENGTH = 300;

/**
 * A line for each test of the report that failed, with the first line of its message, and for each file that could not be
 * loaded.
 */
export function failedTests(report: unknown): string[] {
  const { testResults = [] }: { testResults?: readonly FileResult[] } = Object(report);
  return testResults.flatMap(({ name, status, assertionResults = [] }) => {
    const path = relative(repository, name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0) return status === 'failed' ? [path] : [];
    return failed.map(({ fullName, failureMessages }) => `${path} > ${fullName}${reasonOf(failureMessages)}`);
  });
}

function reasonOf([message = '']: readonly string[] = []): string {
  const [line = ''] = stripVTControlCharacters(message).trim().split('\n', 1);
  return line === '' ? '' : `: ${line.slice(0, MESSAGE_LENGTH)}`;
}
