import { createServer } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';

type Behaviour = (request: IncomingMessage, response: ServerResponse) => void;

export interface FeedServer {
  /** With the only host name that development settings allow. */
  urlOf(path: string): string;
  /** Sets the response of the path: a calendar, or a handler. */
  serve(path: string, answer: string | Behaviour): void;
  /** The headers of each request for the path. */
  requestHeaders(path: string): readonly IncomingHttpHeaders[];
  /** The time of each request, in epoch milliseconds. */
  requestTimes(path: string): readonly number[];
  stop(): Promise<void>;
}

export async function startFeedServer(): Promise<FeedServer> {
  const answers = new Map<string, string | Behaviour>();
  const requests = new Map<string, { headers: IncomingHttpHeaders; at: number }[]>();
  const server = createServer((request, response) => {
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    requests.set(path, [...(requests.get(path) ?? []), { headers: request.headers, at: Date.now() }]);
    const answer = answers.get(path);
    if (answer === undefined) response.writeHead(404).end('no such calendar');
    else if (typeof answer === 'string') sendCalendar(response, answer);
    else answer(request, response);
  });
  // Without an address it listens on IPv4 and IPv6 alike, whichever `localhost` resolves to.
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    urlOf: (path) => `http://localhost:${port}${path}`,
    serve: (path, answer) => answers.set(path, answer),
    requestHeaders: (path) => (requests.get(path) ?? []).map(({ headers }) => headers),
    requestTimes: (path) => (requests.get(path) ?? []).map(({ at }) => at),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export function sendCalendar(response: ServerResponse, text: string, headers: Record<string, string> = {}) {
  response.writeHead(200, { 'content-type': 'text/calendar; charset=utf-8', ...headers }).end(text);
}

/** Dates as `YYYY-MM-DD`; `to` is the day of departure. */
export interface FeedEvent {
  readonly uid: string;
  readonly from: string;
  readonly to: string;
  /** Further lines, such as `STATUS:CANCELLED`. */
  readonly more?: readonly string[];
}

export function calendarOf(...events: readonly FeedEvent[]): string {
  const bare = (date: string) => date.replaceAll('-', '');
  const lines = events.flatMap(({ uid, from, to, more = [] }) => [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    'DTSTAMP:20260101T000000Z',
    `DTSTART;VALUE=DATE:${bare(from)}`,
    `DTEND;VALUE=DATE:${bare(to)}`,
    'SUMMARY:Reserved',
    ...more,
    'END:VEVENT',
  ]);
  const head = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Elsewhere//Calendar 1.0//EN'];
  return [...head, ...lines, 'END:VCALENDAR', ''].join('\r\n');
}
