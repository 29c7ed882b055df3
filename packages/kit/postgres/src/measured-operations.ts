import { errorType, histogram, inInnerSpan } from '@lodging/kit-runtime';
import type { Labels, Recorder } from '@lodging/kit-runtime';

const duration = histogram({
  name: 'db.client.operation.duration',
  unit: 's',
  about:
    'How long a statement or a transaction takes, waiting for a connection and tries after a deadlock included.',
  buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10],
});

interface Known {
  readonly span: string;
  readonly labels: Labels;
  readonly succeeded: Recorder;
}

export interface Operations {
  /** `summary` is the name of the statement, or what stands for several. */
  run<T>(operation: 'read' | 'write' | 'transaction', summary: string, work: () => Promise<T>): Promise<T>;
}

export function measuredOperations(schema: string): Operations {
  const known = new Map<string, Known>();
  const learn = (operation: string, summary: string): Known => {
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
      let about = known.get(key);
      if (about === undefined) known.set(key, (about = learn(operation, summary)));
      const began = performance.now();
      try {
        const done = await inInnerSpan(about.span, about.labels, work);
        about.succeeded.record((performance.now() - began) / 1000);
        return done;
      } catch (error) {
        const failed = { ...about.labels, 'error.type': errorType(error) };
        duration.record((performance.now() - began) / 1000, failed);
        throw error;
      }
    },
  };
}
