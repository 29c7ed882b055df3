export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

/** A file that could not be loaded has no tests and counts as one failure. */
export function countReport(report: unknown): Counts {
  if (typeof report !== 'object' || report === null) return { passed: 0, failed: 1, skipped: 0 };
  const count = (field: string): number => Number(Reflect.get(report, field) ?? 0);
  const files: unknown = Reflect.get(report, 'testResults');
  const broken = Array.isArray(files) ? files.filter(isBroken).length : 0;
  return {
    passed: count('numPassedTests'),
    failed: count('numFailedTests') + broken,
    skipped: count('numPendingTests') + count('numTodoTests'),
  };
}

function isBroken(file: unknown): boolean {
  const { status, assertionResults }: { status?: unknown; assertionResults?: unknown } = Object(file);
  const failed =
    Array.isArray(assertionResults) && assertionResults.some((test) => Object(test).status === 'failed');
  return status === 'failed' && !failed;
}
