import type { Database } from '@lodging/kit-postgres';
import { counter, gauge, observeSeldom } from '@lodging/kit-runtime';

const lag = gauge({
  name: 'lodging.outbox.lag',
  unit: 's',
  about: 'How long the oldest event in the outbox has waited; 0 where none waits.',
});
const waiting = gauge({
  name: 'lodging.outbox.waiting',
  unit: '{event}',
  about: 'Events that wait to be published.',
});
export const lostEvents = counter({
  name: 'lodging.outbox.lost',
  unit: '{event}',
  about: 'Events that the stream had acknowledged and lost, and that are published again.',
});

const WAITING = `
  SELECT count(*)::integer AS events, coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8 AS seconds
  FROM outbox WHERE published_at IS NULL`;

/** Returns the function that ends the observation. */
export function observeOutbox(db: Database): () => void {
  return observeSeldom(
    async () => {
      const statement = { name: 'outbox_waiting', text: WAITING };
      const [row] = await db.acrossTenants((tx) => tx.query<{ events: number; seconds: number }>(statement));
      return row;
    },
    (row, report) => {
      if (row === undefined) return;
      report(waiting, row.events);
      report(lag, row.seconds);
    },
  );
}
