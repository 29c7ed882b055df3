import { errorType, histogram, inChildSpan } from '@lodging/kit-runtime';
import type { Attributes } from '@lodging/kit-runtime';

const duration = histogram({
  name: 'db.client.operation.duration',
  unit: 's',
  description:
    'How long a statement or a transaction takes, waiting for a connection and tries after a deadlock included.',
  buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10],
});

interface MeasuredOperation {
  readonly span: string;
  readonly attributes: Attributes;
}

export interface Operations {
  /** `summary` is the name of the statement, or of the last of several. */
  run<T>(operation: 'read' | 'write' | 'transaction', summary: string, work: () => Promise<T>): Promise<T>;
}

export function measuredOperations(schema: string): Operations {
  const known = new Map<string, MeasuredOperation>();
  const prepare = (operation: string, summary: string): MeasuredOperation => {
    const attributes = {
      'db.system.name': 'postgresql',
      'db.namespace': schema,
      'db.operation.name': operation,
      'db.query.summary': summary,
    };
    const span = operation === summary ? operation : `${operation} ${summary}`;
    return { span, attributes };
  };
  return {
    async run(operation, summary, work) {
      const key = `${operation} ${summary}`;
      let measured = known.get(key);
      if (measured === undefined) known.set(key, (measured = prepare(operation, summary)));
      const { span, attributes } = measured;
      const startedAt = performance.now();
      try {
        const result = await inChildSpan(span, attributes, work);
        duration.record((performance.now() - startedAt) / 1000, attributes);
        return result;
      } catch (error) {
        const failed = { ...attributes, 'error.type': errorType(error) };
        duration.record((performance.now() - startedAt) / 1000, failed);
        throw error;
      }
    },
  };
}
