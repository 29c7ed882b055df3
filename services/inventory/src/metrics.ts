import { counter, histogram } from '@lodging/kit-runtime';

export const lockWait = histogram({
  name: 'lodging.claims.lock_wait',
  unit: 's',
  description: 'How long requests waited in this process for another request on the same resource.',
  buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 2],
});

export const alternativesFailed = counter({
  name: 'lodging.alternatives.failed',
  unit: '{request}',
  description: 'Refusals without the requested alternatives, because finding them failed or took too long.',
});
