import { timer } from '@lodging/kit-runtime';
import type { Timer } from '@lodging/kit-runtime';
import type { ReservationsDeps } from '../ports/deps.ts';

/** Writes the first refusal at once, and those of the following 200 ms together. */
export function refusalTimer({ refusals }: Pick<ReservationsDeps, 'refusals'>): Timer {
  const writing = timer({ name: 'record-refusals', seconds: 60, restMs: 200, runsWhileDraining: true }, () =>
    refusals.write(),
  );
  refusals.onAdded(() => writing.wake());
  return writing;
}
