import type { Invariant } from '../evidence.ts';
import { LONGEST_ANSWER_MS } from '../limits.ts';

/** 503 is the one failure of the product's own; 502 is the provider's, and has its own code. */
export const answers: Invariant = {
  name: 'answers',
  promise: 'Every request is answered within 20 s, and never with a 5xx but 503.',
  check: ({ history }) => {
    // The provider answers these.
    const operations = history.operations.filter(({ op }) => op !== 'pay');
    return [
      ...operations
        .filter(
          ({ status, code }) => (status ?? 0) >= 500 && status !== 503 && code !== 'payment_setup_failed',
        )
        .map(
          ({ op, status, code, id }) => `operation ${id} (${op}) was answered with ${status} ${code ?? ''}`,
        ),
      ...operations
        .filter(({ from, to }) => to - from > LONGEST_ANSWER_MS)
        .map(({ op, id, from, to }) => `operation ${id} (${op}) took ${Math.round((to - from) / 1000)} s`),
    ];
  },
};
