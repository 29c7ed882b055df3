export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

/** A file that could not even be loaded has no tests to fail, and counts as one failure. */
export function countReport(report: unknown): Counts {
  if (typeof report !== 'object' || report === null) return { passed: 0, failed: 1, skipped: 0 };
  const counted = (field: string): number => Number(Reflect.get(report, field) ?? 0);
  const files: unknown = Reflect.get(report, 'testResults');
  const broken = Array.isArray(files) ? files.filter(isBroken).length : 0;
  return {
    passed: counted('numPassedTests'),
    failed: counted('numFailedTests') + broken,
    skipped: counted('numPendingTests') + counted('numTodoTests'),
  };
}

function isBroken(file: unknown): boolean {
  const { status, assertionResults }: { status?: unknown; assertionResults?: unknown } = Object(file);
  const failed =
    Array.isArray(assertionResults) && assertionResults.some((test) => Object(test).status === 'failed');
  return status === 'failed' && !failed;
}
