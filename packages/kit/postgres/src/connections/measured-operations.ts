import { errorType, histogram, inChildSpan } from '@lodging/kit-runtime';
import type { Attributes } from '@lodging/kit-runtime';

const duration = histogram({
  name: 'db.client.operation.duration',
  unit: 's',
  description:
    'Duration of a statement or a transaction, with the wait for a connection and retries after a deadlock.',
  buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10],
});

interface MeasuredOperation {
  readonly span: string;
  readonly attributes: Attributes;
}

type Operation = 'read' | 'write' | 'transaction' | 'statement';

/** A span for a statement of a transaction. The metric has the transaction as a whole. */
export type TraceStatement = <T>(summary: string, work: () => Promise<T>) => Promise<T>;

export interface Operations {
  /** Measures and traces the work. `summary` is the name of the statement, or of the last of several. */
  run<T>(operation: 'read' | 'write' | 'transaction', summary: string, work: () => Promise<T>): Promise<T>;
  readonly traceStatement: TraceStatement;
}

export function measuredOperations(schema: string): Operations {
  const prepared = new Map<string, MeasuredOperation>();
  const prepare = (operation: Operation, summary: string): MeasuredOperation => {
    const span = operation === summary ? operation : `${operation} ${summary}`;
    let measured = prepared.get(span);
    if (measured === undefined) {
      const attributes = {
        'db.system.name': 'postgresql',
        'db.namespace': schema,
        'db.operation.name': operation,
        'db.query.summary': summary,
      };
      measured = { span, attributes };
      prepared.set(span, measured);
    }
    return measured;
  };
  return {
    async run(operation, summary, work) {
      const { span, attributes } = prepare(operation, summary);
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
    traceStatement(summary, work) {
      const { span, attributes } = prepare('statement', summary);
      return inChildSpan(span, attributes, work);
    },
  };
}
