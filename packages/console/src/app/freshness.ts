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
/** At the most so often, what has failed is read again without the browser having been offline. */
const REGAINED_MS = 60_000;
const PAGE = 100;
const MOST_PAGES = 10;
const LOCK = 'lodging-console-poll';

/** What a poll has found. */
interface Found {
  readonly rows: readonly BookingRow[];
  /** Changes until then are known: the next poll reads from there on, in whichever tab. */
  readonly until: number;
}

/** Until when changes are known. */
export interface Progress {
  until: number;
}

interface Finds {
  readonly progress: Progress;
  readonly add: (found: Found) => void;
  isPolling: boolean;
  /** What this tab waits for its turn with: one request at a time. */
  queue: AbortController;
}

/** One tab of the browser polls for changed bookings, the one that was looked at last; the others get the rows it finds. */
export function startFreshness(client: QueryClient, progress: Progress): () => void {
  const end = new AbortController();
  const channel = new BroadcastChannel(LOCK);
  const take = ({ rows, until }: Found): void => {
    applyRows(client, rows);
    progress.until = until;
  };
  const finds: Finds = {
    progress,
    isPolling: false,
    queue: new AbortController(),
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
  const onSeen = (): void => {
    if (!isVisible()) return;
    if (finds.isPolling) return hurry();
    // A visible tab polls more often than a hidden one, and takes over from it.
    finds.queue.abort();
    finds.queue = new AbortController();
    void poll(finds, wake, { signal: end.signal, steal: true, isSeen: true });
  };
  document.addEventListener('visibilitychange', onSeen, { signal: end.signal });
  // Of two windows side by side, too: the one that is worked in.
  addEventListener('focus', onSeen, { signal: end.signal });
  addEventListener('online', hurry, { signal: end.signal });
  const stopReading = readFailedAgain(client, end.signal);
  void poll(finds, wake, { signal: end.signal, steal: isVisible() });
  // Any answer says whether the session goes on, and what it may do.
  const session = setInterval(() => {
    const isSilent = isVisible() && !connection.hasAnswered(SESSION_MS);
    if (isSilent) readSession().catch(() => {});
  }, SESSION_MS);
  return () => {
    end.abort();
    stopReading();
    channel.close();
    clearInterval(session);
  };
}

/** What is shown and could not be read has no other occasion: once the connection is back, it is read again. */
function readFailedAgain(client: QueryClient, signal: AbortSignal): () => void {
  const read = (): void => {
    void client.refetchQueries(
      { type: 'active', predicate: ({ state }) => state.status === 'error' },
      { cancelRefetch: false },
    );
  };
  addEventListener('online', read, { signal });
  let readAt = Number.NEGATIVE_INFINITY;
  let later: ReturnType<typeof setTimeout> | undefined;
  const stop = connection.onRegained(() => {
    clearTimeout(later);
    // Where some requests are stopped on their way and others are not, each answer seems to be the first one.
    const wait = Math.max(0, readAt + REGAINED_MS - performance.now());
    later = setTimeout(() => {
      readAt = performance.now();
      read();
    }, wait);
  });
  return () => {
    stop();
    clearTimeout(later);
  };
}

interface Turn {
  readonly signal: AbortSignal;
  /** The tab takes over from the one that polls. */
  readonly steal: boolean;
  /** It was hidden before. */
  readonly isSeen?: boolean;
}

async function poll(finds: Finds, wake: EventTarget, { signal, steal, isSeen = false }: Turn): Promise<void> {
  const { queue } = finds;
  const holding = async (): Promise<void> => {
    const lost = new AbortController();
    losses.push(lost);
    finds.isPolling = true;
    // A tab that is looked at again shows at once what it has missed.
    let isDue = isSeen || now() - finds.progress.until >= VISIBLE_MS;
    while (!signal.aborted && !lost.signal.aborted) {
      if (!isDue) await pause(wake, AbortSignal.any([signal, lost.signal]));
      isDue = false;
      if (signal.aborted || lost.signal.aborted) return;
      try {
        await keepClock();
        const began = now();
        const since = new Date(finds.progress.until - OVERLAP_MS).toISOString();
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
      : navigator.locks.request(LOCK, { signal: AbortSignal.any([signal, queue.signal]) }, holding));
  } catch {
    for (const lost of losses) lost.abort();
    if (signal.aborted || queue.signal.aborted) return;
    // Another tab took over: this one is next when that one is closed.
    finds.isPolling = false;
    await poll(finds, wake, { signal, steal: false });
  }
}

const isVisible = (): boolean => document.visibilityState === 'visible';

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
    const timer = setTimeout(done, isVisible() ? VISIBLE_MS : HIDDEN_MS);
    wake.addEventListener('now', done);
    signal.addEventListener('abort', done);
  });
}
