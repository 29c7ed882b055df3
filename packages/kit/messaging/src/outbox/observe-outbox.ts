import type { Database } from '@lodging/kit-postgres';
import { counter, observableGauge, observeCached } from '@lodging/kit-runtime';

const lag = observableGauge({
  name: 'lodging.outbox.lag',
  unit: 's',
  description: 'How long the oldest event in the outbox has waited; 0 where none waits.',
});
const waiting = observableGauge({
  name: 'lodging.outbox.waiting',
  unit: '{event}',
  description: 'Events that wait to be published.',
});
export const lostEvents = counter({
  name: 'lodging.outbox.lost',
  unit: '{event}',
  description: 'Events that the stream had acknowledged and lost, and that are published again.',
});

const WAITING = `
  SELECT count(*)::integer AS events, coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8 AS seconds
  FROM outbox WHERE published_at IS NULL`;

/** Returns the function that ends the observation. */
export function observeOutbox(db: Database): () => void {
  // Not where it is declared: a service that publishes nothing has no such series.
  lostEvents.add(0);
  return observeCached(
    async () => {
      const statement = { name: 'outbox_waiting', text: WAITING };
      const [row] = await db.acrossTenants((tx) => tx.query<{ events: number; seconds: number }>(statement));
      return row;
    },
    (row, result) => {
      if (row === undefined) return;
      result.observe(waiting, row.events);
      result.observe(lag, row.seconds);
    },
  );
}
