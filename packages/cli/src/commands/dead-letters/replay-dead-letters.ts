import { deadLetterResponse, deadLetterDetailResponse } from '@lodging/contract-public';
import { setTimeout as delay } from 'node:timers/promises';
import type { Context } from '../../context.ts';
import { Refused } from '../../failure.ts';

export interface ReplayOutcome {
  readonly id: string;
  /** `requested`: it had not run when the wait ended. */
  readonly outcome: 'replayed' | 'failed' | 'requested' | 'refused';
  readonly error: string | null;
}

const POLL_MS = 250;
const CONCURRENCY = 8;

export async function replayAll(
  context: Context,
  ids: readonly string[],
  waitSeconds: number,
): Promise<ReplayOutcome[]> {
  const until = performance.now() + waitSeconds * 1000;
  const outcomes: ReplayOutcome[] = [];
  for (let from = 0; from < ids.length; from += CONCURRENCY) {
    const some = ids.slice(from, from + CONCURRENCY);
    outcomes.push(...(await Promise.all(some.map((id) => replayOne(context, id, until)))));
  }
  return outcomes;
}

async function replayOne({ client }: Context, id: string, until: number): Promise<ReplayOutcome> {
  const path = `/dead-letters/${encodeURIComponent(id)}`;
  try {
    await client.send('POST', `${path}/replay`, deadLetterResponse);
    while (performance.now() < until) {
      const { replayedAt, replayRequestedAt, error } = await client.get(path, deadLetterDetailResponse);
      if (replayedAt !== null) return { id, outcome: 'replayed', error: null };
      if (replayRequestedAt === null) return { id, outcome: 'failed', error };
      await delay(POLL_MS);
    }
    return { id, outcome: 'requested', error: null };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    // It has been processed, as requested.
    if (error.code === 'dead_letter_already_replayed') return { id, outcome: 'replayed', error: null };
    return { id, outcome: 'refused', error: error.message };
  }
}
