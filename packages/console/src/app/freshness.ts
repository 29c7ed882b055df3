import type { QueryClient } from '@tanstack/react-query';
import { keepClock, now } from '../api/clock.ts';
import { connection } from '../api/connection.ts';
import { readBookings } from '../api/queries/bookings.ts';
import { applyRows } from '../api/known-rows.ts';
import type { BookingRow } from '../api/records.ts';
import { readSession } from '../api/sign-in.ts';

const VISIBLE_MS = 10_000;
const HIDDEN_MS = 60_000;
/** Changes do not become visible in the order of `updatedAt`. */
const OVERLAP_MS = 30_000;
const SESSION_MS = 20_000;
const PAGE = 100;
const MOST_PAGES = 10;
const LOCK = 'lodging-console-poll';

/** What a poll has found. */
interface Found {
  readonly rows: readonly BookingRow[];
  /** Changes until then are known: the next poll reads from there on, in whichever tab. */
  readonly until: number;
}

interface Finds {
  until: number;
  readonly add: (found: Found) => void;
}

/** One tab of the browser polls for changed bookings; the others get the rows it finds. */
export function startFreshness(client: QueryClient): () => void {
  const end = new AbortController();
  const channel = new BroadcastChannel(LOCK);
  const take = ({ rows, until }: Found): void => {
    applyRows(client, rows);
    finds.until = until;
  };
  const finds: Finds = {
    until: now(),
    // Also what is not news here: this tab may have changed it, or read it in a list.
    add: (found) => {
      take(found);
      channel.postMessage(found);
    },
  };
  channel.onmessage = ({ data }: MessageEvent<Found>) => take(data);
  const wake = new EventTarget();
  const hurry = (): void => {
    wake.dispatchEvent(new Event('now'));
  };
  const onVisible = (): void => {
    // A visible tab polls more often than a hidden one, and takes over from it.
    if (document.visibilityState === 'visible') void poll(finds, wake, { signal: end.signal, steal: true });
  };
  document.addEventListener('visibilitychange', onVisible, { signal: end.signal });
  for (const event of ['focus', 'online']) addEventListener(event, hurry, { signal: end.signal });
  void poll(finds, wake, { signal: end.signal, steal: false });
  // Any answer says whether the session goes on, and what it may do.
  const session = setInterval(() => {
    const isSilent = document.visibilityState === 'visible' && !connection.hasAnswered(SESSION_MS);
    if (isSilent) readSession().catch(() => {});
  }, SESSION_MS);
  return () => {
    end.abort();
    channel.close();
    clearInterval(session);
  };
}

async function poll(
  finds: Finds,
  wake: EventTarget,
  { signal, steal }: { readonly signal: AbortSignal; readonly steal: boolean },
): Promise<void> {
  const holding = async (): Promise<void> => {
    const lost = new AbortController();
    losses.push(lost);
    // A tab that is looked at shows at once what it has missed.
    let isDue = steal;
    while (!signal.aborted && !lost.signal.aborted) {
      if (!isDue) await pause(wake, AbortSignal.any([signal, lost.signal]));
      isDue = false;
      if (signal.aborted || lost.signal.aborted) return;
      try {
        await keepClock();
        const began = now();
        const since = new Date(finds.until - OVERLAP_MS).toISOString();
        finds.add({ rows: await changedSince(since, signal), until: began });
      } catch {
        // The next round reads from the same time on.
      }
    }
  };
  const losses: AbortController[] = [];
  try {
    // A lock that is stolen cannot be waited for with a signal.
    await (steal
      ? navigator.locks.request(LOCK, { steal: true }, holding)
      : navigator.locks.request(LOCK, { signal }, holding));
  } catch {
    for (const lost of losses) lost.abort();
    // Another tab took over: this one is next when that one is closed.
    if (!signal.aborted) await poll(finds, wake, { signal, steal: false });
  }
}

async function changedSince(updatedSince: string, signal: AbortSignal): Promise<BookingRow[]> {
  const rows: BookingRow[] = [];
  let cursor: string | null | undefined;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const answer = await readBookings({ updatedSince, limit: PAGE, ...(cursor && { cursor }) }, signal);
    rows.push(...answer.bookings);
    cursor = answer.nextCursor;
    if (cursor === null) break;
  }
  return rows;
}

function pause(wake: EventTarget, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      wake.removeEventListener('now', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, document.visibilityState === 'visible' ? VISIBLE_MS : HIDDEN_MS);
    wake.addEventListener('now', done);
    signal.addEventListener('abort', done);
  });
}
