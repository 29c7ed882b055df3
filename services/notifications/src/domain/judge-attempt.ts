import { pauseAfter } from './retry-schedule.ts';

/** How a try ended, as the sender saw it. */
export interface Ending {
  /** When it began. */
  readonly at: Temporal.Instant;
  /** Null where no answer came. */
  readonly status: number | null;
  readonly durationMs: number;
  /** Null for a success; otherwise words that hold neither address nor secret. */
  readonly error: string | null;
  /** The beginning of what the receiver said; absent where it said nothing. */
  readonly answer?: string;
  readonly retryAfterSeconds?: number;
}

export type Verdict =
  | { readonly status: 'succeeded' | 'dead' }
  | { readonly status: 'pending'; readonly nextAttemptAt: Temporal.Instant };

/** The receiver says that it is gone for good. */
const GONE = 410;

export function isSuccess({ status }: Ending): boolean {
  return status !== null && status >= 200 && status < 300;
}

export interface Chance {
  /** Of the schedule under way, without this try. */
  readonly triesBefore: number;
  readonly random: number;
  readonly now: Temporal.Instant;
}

export function judgeAttempt(ending: Ending, { triesBefore, random, now }: Chance): Verdict {
  if (isSuccess(ending)) return { status: 'succeeded' };
  const pause =
    ending.status === GONE ? undefined : pauseAfter(triesBefore + 1, random, ending.retryAfterSeconds);
  if (pause === undefined) return { status: 'dead' };
  return { status: 'pending', nextAttemptAt: now.add({ milliseconds: Math.round(pause * 1_000) }) };
}

/** Success and failure are told as of the end: that is the order in which they are counted, too. */
export interface Tally {
  readonly lastSuccessAt: Temporal.Instant | null;
  readonly lastFailureAt: Temporal.Instant | null;
  /** Failures since the last success among these. */
  readonly failuresInARow: number;
  readonly failingSince: Temporal.Instant | null;
  readonly isGone: boolean;
}

/** In the order in which they ended. */
export function tally(endings: readonly Ending[]): Tally {
  const lastSuccess = endings.findLastIndex(isSuccess);
  const failing = endings.slice(lastSuccess + 1);
  return {
    lastSuccessAt: endOf(endings[lastSuccess]),
    lastFailureAt: endOf(endings.findLast((ending) => !isSuccess(ending))),
    failuresInARow: failing.length,
    failingSince: failing[0]?.at ?? null,
    isGone: endings.some(({ status }) => status === GONE),
  };
}

function endOf(ending: Ending | undefined): Temporal.Instant | null {
  return ending?.at.add({ milliseconds: ending.durationMs }) ?? null;
}
