import type { ProviderReads } from '../../ports/provider.ts';

/** A recorded answer about an open payment is current for so long. */
const GOOD_FOR_MS = 2_000;

interface Read<Answer> {
  readonly beganAt: number;
  readonly answer: Promise<Answer>;
  state: 'in-progress' | 'recorded' | 'failed';
}

export function createProviderReads<Answer>(now = () => performance.now()): ProviderReads<Answer> {
  const reads = new Map<string, Read<Answer>>();
  const forget = (): void => {
    for (const [paymentId, { beganAt, state }] of reads) {
      if (now() - beganAt < GOOD_FOR_MS) return;
      // Callers wait for a read in progress, however long it takes.
      if (state !== 'in-progress') reads.delete(paymentId);
    }
  };
  const begin = (read: () => Promise<Answer>): Read<Answer> => {
    const begun: Read<Answer> = { beganAt: now(), answer: read(), state: 'in-progress' };
    begun.answer.then(
      () => (begun.state = 'recorded'),
      () => (begun.state = 'failed'),
    );
    return begun;
  };
  return {
    async share(paymentId, read) {
      forget();
      const earlier = reads.get(paymentId);
      if (earlier?.state === 'recorded') return undefined;
      if (earlier !== undefined) return earlier.answer;
      const begun = begin(read);
      reads.set(paymentId, begun);
      return begun.answer;
    },
  };
}
