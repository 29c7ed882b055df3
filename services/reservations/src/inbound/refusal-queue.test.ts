import { expect, it, vi } from 'vitest';
import type { RefusedRequest, RefusedTimes } from '../ports/creation.ts';
import { createRefusalQueue } from './refusal-queue.ts';

const refused = (reservationId: string, requestId = 'r', code = 'payment_required'): RefusedRequest => ({
  tenantId: 't',
  reservationId,
  operation: 'confirm-hold',
  code,
  requestId,
  traceparent: undefined,
});

/** The test ends each write. */
function queue() {
  const writes: { refused: RefusedRequest; seen: RefusedTimes; end: PromiseWithResolvers<void> }[] = [];
  const lost: string[] = [];
  const made = createRefusalQueue({
    refusedRequests: {
      record: (one, seen) => {
        const end = Promise.withResolvers<void>();
        writes.push({ refused: one, seen, end });
        return end.promise;
      },
    },
    logLost: (_error, id) => void lost.push(id),
  });
  const recorded = () =>
    writes.map((write) => [write.refused.reservationId, write.refused.requestId, write.seen.times]);
  return { refusals: made, writes, lost, recorded };
}

it('refusals alike that wait are one write, of the last one and with their number', async () => {
  const { refusals, writes, recorded } = queue();
  for (const request of ['1', '2', '3']) refusals.add(refused('a', request));
  refusals.add(refused('a', '4', 'hold_expired'));
  const written = refusals.write();
  expect(recorded()).toEqual([['a', '3', 3]]);
  expect(writes[0]?.seen.firstAgoMs).toBeGreaterThanOrEqual(writes[0]?.seen.lastAgoMs ?? Infinity);
  // During the write of the first they wait for the next run.
  refusals.add(refused('a', '5'));
  writes[0]?.end.resolve();
  await vi.waitFor(() => expect(writes).toHaveLength(2));
  writes[1]?.end.resolve();
  await written;
  void refusals.write();
  expect(recorded()).toEqual([
    ['a', '3', 3],
    ['a', '4', 1],
    ['a', '5', 1],
  ]);
});

it('no more than a thousand wait, and what is lost is logged once until something is written', async () => {
  const lost: string[] = [];
  const written: string[] = [];
  const refusals = createRefusalQueue({
    refusedRequests: {
      record: async ({ reservationId }) => {
        if (['1', '2', '4'].includes(reservationId)) throw new Error('the database is away');
        written.push(reservationId);
      },
    },
    logLost: (_error, id) => void lost.push(id),
  });
  for (let n = 0; n < 1_010; n += 1) refusals.add(refused(`${n}`));
  expect(lost).toEqual(['1000']);
  await refusals.write();
  expect(lost).toEqual(['1000', '1', '4']);
  expect(written).toHaveLength(997);
});

it('a stop waits two seconds for what is written, and no longer', async () => {
  vi.useFakeTimers();
  const { refusals, writes, lost } = queue();
  refusals.add(refused('a'));
  refusals.add(refused('b'));
  const drained = refusals.drain();
  await vi.advanceTimersByTimeAsync(2_000);
  await drained;
  expect(lost).toEqual(['b']);
  writes[0]?.end.resolve();
  await vi.runAllTimersAsync();
  expect(writes).toHaveLength(1);
  vi.useRealTimers();
});
