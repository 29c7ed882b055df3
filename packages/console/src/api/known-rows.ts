import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { newestOf, newRows } from '../domain/merge-rows.ts';
import type { BookingRow } from './records.ts';

/** More than a page shows; a desk that never reloads must not grow. */
const MOST_ROWS = 20_000;

interface Page {
  readonly bookings: readonly BookingRow[];
}

interface Known {
  /** The newest of each booking, of whatever answer. */
  readonly newest: Map<string, BookingRow>;
  /** Those that all of the page has been given. What a single list has read is news to the others. */
  readonly applied: Map<string, BookingRow>;
}

const byClient = new WeakMap<QueryClient, Known>();

function knownTo(client: QueryClient): Known {
  const known = byClient.get(client) ?? { newest: new Map(), applied: new Map() };
  byClient.set(client, known);
  return known;
}

function keep(known: Map<string, BookingRow>, rows: readonly BookingRow[]): void {
  for (const row of rows) {
    known.delete(row.id);
    known.set(row.id, row);
  }
  for (const id of known.keys()) {
    if (known.size <= MOST_ROWS) return;
    known.delete(id);
  }
}

/** What a list answered, with newer versions where the page knows them. */
export function mergeAnswer<Answer extends Page>(client: QueryClient, answer: Answer): Answer {
  const { newest } = knownTo(client);
  const bookings = newestOf(answer.bookings, newest);
  keep(newest, newRows(bookings, newest));
  return { ...answer, bookings };
}

/** Rows of the poll, or the answer to a write. Where one of them is news, lists are read again. */
export function applyRows(client: QueryClient, rows: readonly BookingRow[]): void {
  const { newest, applied } = knownTo(client);
  const news = newRows(rows, applied);
  if (news.length === 0) return;
  keep(applied, news);
  keep(newest, newRows(news, newest));
  client.setQueriesData<Page | InfiniteData<Page>>({ queryKey: ['bookings'] }, (data) => {
    if (data === undefined) return data;
    const merged = (page: Page): Page => ({ ...page, bookings: newestOf(page.bookings, newest) });
    return 'pages' in data ? { ...data, pages: data.pages.map(merged) } : merged(data);
  });
  for (const { id } of news) void client.invalidateQueries({ queryKey: ['booking', id] });
  for (const key of ['bookings', 'occupancy', 'metrics', 'group', 'guests', 'find'])
    void client.invalidateQueries({ queryKey: [key] });
}
