import { errorType, histogram, inChildSpan } from '@lodging/kit-runtime';

const duration = histogram({
  name: 'db.client.operation.duration',
  unit: 's',
  description:
    'Duration of a statement or a transaction, with the wait for a connection and retries after a deadlock.',
  buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10],
});

export function measuredScript(name: string): <T>(work: () => Promise<T>) => Promise<T> {
  const attributes = {
    'db.system.name': 'redis',
    'db.namespace': '0',
    'db.operation.name': 'EVALSHA',
    'db.query.summary': name,
  };
  return async (work) => {
    const began = performance.now();
    try {
      const done = await inChildSpan(name, attributes, work);
      duration.record((performance.now() - began) / 1000, attributes);
      return done;
    } catch (error) {
      duration.record((performance.now() - began) / 1000, { ...attributes, 'error.type': errorType(error) });
      throw error;
    }
  };
}
