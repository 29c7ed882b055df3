import { errorType, histogram, inInnerSpan } from '@lodging/kit-runtime';

const duration = histogram({
  name: 'db.client.operation.duration',
  unit: 's',
  about:
    'How long a statement or a transaction takes, waiting for a connection and tries after a deadlock included.',
  buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10],
});

export function measuredScript(name: string): <T>(work: () => Promise<T>) => Promise<T> {
  const labels = {
    'db.system.name': 'redis',
    'db.namespace': '0',
    'db.operation.name': 'EVALSHA',
    'db.query.summary': name,
  };
  const succeeded = duration.series(labels);
  return async (work) => {
    const began = performance.now();
    try {
      const done = await inInnerSpan(name, labels, work);
      succeeded.record((performance.now() - began) / 1000);
      return done;
    } catch (error) {
      duration.record((performance.now() - began) / 1000, { ...labels, 'error.type': errorType(error) });
      throw error;
    }
  };
}
