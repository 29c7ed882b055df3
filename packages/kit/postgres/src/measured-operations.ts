import { errorType, histogram, inInnerSpan } from '@lodging/kit-runtime';
import type { Labels, Recorder } from '@lodging/kit-runtime';

const duration = histogram({
  name: 'db.client.operation.duration',
  unit: 's',
  about:
    'How long a statement or a transaction takes, waiting for a connection and tries after a deadlock included.',
  buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10],
});

interface MeasuredOperation {
  readonly span: string;
  readonly labels: Labels;
  readonly succeeded: Recorder;
}

export interface Operations {
  /** `summary` is the name of the statement, or of the last of several. */
  run<T>(operation: 'read' | 'write' | 'transaction', summary: string, work: () => Promise<T>): Promise<T>;
}

export function measuredOperations(schema: string): Operations {
  const known = new Map<string, MeasuredOperation>();
  const prepare = (operation: string, summary: string): MeasuredOperation => {
    const labels = {
      'db.system.name': 'postgresql',
      'db.namespace': schema,
      'db.operation.name': operation,
      'db.query.summary': summary,
    };
    const span = operation === summary ? operation : `${operation} ${summary}`;
    return { span, labels, succeeded: duration.series(labels) };
  };
  return {
    async run(operation, summary, work) {
      const key = `${operation} ${summary}`;
      let measured = known.get(key);
      if (measured === undefined) known.set(key, (measured = prepare(operation, summary)));
      const startedAt = performance.now();
      try {
        const result = await inInnerSpan(measured.span, measured.labels, work);
        measured.succeeded.record((performance.now() - startedAt) / 1000);
        return result;
      } catch (error) {
        const failed = { ...measured.labels, 'error.type': errorType(error) };
        duration.record((performance.now() - startedAt) / 1000, failed);
        throw error;
      }
    },
  };
}
