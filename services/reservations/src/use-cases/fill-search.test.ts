import { expect, it } from 'vitest';
import { fillSearch } from './fill-search.ts';

/** A database with more bookings than a run visits. */
function endlessBackfill(onBatch: (batches: number) => void = () => undefined) {
  let batches = 0;
  return {
    searchBackfill: {
      fillBatch: async () => {
        onBatch((batches += 1));
        // So that a run without an end fails, and does not hang.
        return batches < 1_000;
      },
    },
    get batches() {
      return batches;
    },
  };
}

it('a run visits a limited number of bookings, and leaves the others to the next ones', async () => {
  const backfill = endlessBackfill();
  await fillSearch(backfill);
  expect(backfill.batches).toBe(10);
  await fillSearch(backfill);
  expect(backfill.batches).toBe(20);
});

it('a process that ends waits for the batch in progress alone', async () => {
  const stopping = new AbortController();
  const backfill = endlessBackfill((batches) => batches === 3 && stopping.abort());
  await fillSearch(backfill, stopping.signal);
  expect(backfill.batches).toBe(3);
  await fillSearch(backfill, stopping.signal);
  expect(backfill.batches).toBe(3);
});
