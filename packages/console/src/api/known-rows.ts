import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { newestOf, newRows } from '../domain/merge-rows.ts';
import type { BookingRow } from './records.ts';

/** More than a page shows; a desk that never reloads must not grow. */
const MOST_ROWS = 20_000;

interface Page {
  readonly bookings: readonly BookingRow[];
}

const byClient = new WeakMap<QueryClient, Map<string, BookingRow>>();

function knownTo(client: QueryClient): Map<string, BookingRow> {
  const known = byClient.get(client) ?? new Map<string, BookingRow>();
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
  const known = knownTo(client);
  const bookings = newestOf(answer.bookings, known);
  keep(known, newRows(bookings, known));
  return { ...answer, bookings };
}

/** Rows of the poll, or the answer to a write. True where one of them is news: lists are then read again. */
export function applyRows(client: QueryClient, rows: readonly BookingRow[]): readonly BookingRow[] {
  const known = knownTo(client);
  const news = newRows(rows, known);
  if (news.length === 0) return news;
  keep(known, news);
  client.setQueriesData<Page | InfiniteData<Page>>({ queryKey: ['bookings'] }, (data) => {
    if (data === undefined) return data;
    const merged = (page: Page): Page => ({ ...page, bookings: newestOf(page.bookings, known) });
    return 'pages' in data ? { ...data, pages: data.pages.map(merged) } : merged(data);
  });
  for (const { id } of news) void client.invalidateQueries({ queryKey: ['booking', id] });
  for (const key of ['bookings', 'occupancy', 'metrics', 'group', 'guests', 'find'])
    void client.invalidateQueries({ queryKey: [key] });
  return news;
}
