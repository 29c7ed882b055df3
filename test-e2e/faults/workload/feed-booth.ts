import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import { calendarOf } from '../../harness/feed-server.ts';
import type { FeedEvent } from '../../harness/feed-server.ts';

export type FeedMood = 'whole' | 'empty' | 'truncated' | 'error' | 'hangs';

/** Serves the calendars of other channels. A calendar keeps its events while it is in a bad mood. */
export interface FeedBooth {
  urlOf(path: string): string;
  set(path: string, events: readonly FeedEvent[]): void;
  events(path: string): readonly FeedEvent[];
  mood(path: string, mood: FeedMood): void;
  stop(): Promise<void>;
}

export async function openFeedBooth(): Promise<FeedBooth> {
  const events = new Map<string, readonly FeedEvent[]>();
  const moods = new Map<string, FeedMood>();
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    answer(response, calendarOf(...(events.get(path) ?? [])), moods.get(path) ?? 'whole');
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    urlOf: (path) => `http://localhost:${port}${path}`,
    set: (path, wanted) => void events.set(path, wanted),
    events: (path) => events.get(path) ?? [],
    mood: (path, mood) => void moods.set(path, mood),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function answer(response: ServerResponse, calendar: string, mood: FeedMood): void {
  if (mood === 'hangs') return;
  if (mood === 'error') return void response.writeHead(500).end('no');
  const body = { whole: calendar, empty: '', truncated: calendar.slice(0, calendar.length / 2) }[mood];
  response.writeHead(200, { 'content-type': 'text/calendar; charset=utf-8' }).end(body);
}
