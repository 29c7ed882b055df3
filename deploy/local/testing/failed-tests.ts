import { relative } from 'node:path';
import { repository } from '../home.ts';

/** What the report of Vitest says of a file, as far as it is read here. */
interface FileResult {
  readonly name: string;
  readonly status?: string;
  readonly assertionResults?: readonly { readonly status: string; readonly fullName: string }[];
}

/** A line for each test of the report that failed, and for each file that could not be loaded. */
export function failedTests(report: unknown): string[] {
  const { testResults = [] }: { testResults?: readonly FileResult[] } = Object(report);
  return testResults.flatMap(({ name, status, assertionResults = [] }) => {
    const path = relative(repository, name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0) return status === 'failed' ? [path] : [];
    return failed.map(({ fullName }) => `${path} > ${fullName}`);
  });
}
