import { observableGauge, observeCached } from '@lodging/kit-runtime';
import type { Database } from '../connections/database.ts';
import type { DueRows } from './lease-due-rows.ts';

const dueWork = observableGauge({
  name: 'lodging.work.due',
  unit: '{row}',
  description: 'Rows that are due for the work of a timer and that no process has leased.',
});
const oldestDueAge = observableGauge({
  name: 'lodging.work.oldest_due_age',
  unit: 's',
  description: 'How long the oldest of them has been due; 0 where none is.',
});

/** What a timer leases: `orderBy` is the moment at which a row became due. */
export type DueWork = Pick<DueRows, 'table' | 'due' | 'orderBy'>;

interface Found {
  readonly timer: string;
  readonly due: number;
  readonly seconds: number;
}

/** Work is counted, of which there may be thousands where it is not done. */
const CACHE_MS = 15_000;

/** Reports the due work of each timer, by its name. Returns the function that ends the observation. */
export function observeDueWork(db: Database, work: Readonly<Record<string, DueWork>>): () => void {
  const timers = Object.entries(work).map(
    ([timer, { table, due, orderBy }]) => `
      SELECT '${timer}' AS timer, count(*)::integer AS due,
        greatest(0, coalesce(extract(epoch FROM clock_timestamp() - min(${orderBy})), 0))::float8 AS seconds
      FROM ${table} AS waiting WHERE ${due}`,
  );
  const statement = { name: 'due_work', text: timers.join(' UNION ALL ') };
  return observeCached(
    () => db.acrossTenants((tx) => tx.query<Found>(statement)),
    (found, result) => {
      for (const { timer, due, seconds } of found) {
        result.observe(dueWork, due, { 'lodging.timer': timer });
        result.observe(oldestDueAge, seconds, { 'lodging.timer': timer });
      }
    },
    CACHE_MS,
  );
}
