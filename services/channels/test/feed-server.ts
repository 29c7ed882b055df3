import { createServer } from 'node:http';
import type { IncomingMessage, RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The server of another channel, with a calendar at each path. */
export interface FeedServer {
  readonly port: number;
  /** The URL of a path, as an operator enters it. */
  url(path: string): string;
  /** Sets the answer of one path. */
  set(path: string, listener: RequestListener): void;
  /** Sets the answer of all other paths; 404 before. */
  setDefault(listener: RequestListener): void;
  requests(path?: string): IncomingMessage[];
  forgetRequests(): void;
  stop(): Promise<void>;
}

export async function startFeedServer({ host = 'localhost' } = {}): Promise<FeedServer> {
  const listeners = new Map<string, RequestListener>();
  const received: IncomingMessage[] = [];
  let fallback = answers(404, 'no such calendar');
  const pathOf = (request: IncomingMessage) => (request.url ?? '').split('?')[0] ?? '';
  const server = createServer((request, response) => {
    received.push(request);
    const listener = listeners.get(pathOf(request)) ?? fallback;
    listener(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: (path) => `http://localhost:${port}${path}`,
    set: (path, listener) => listeners.set(path, listener),
    setDefault: (listener) => {
      fallback = listener;
    },
    requests: (path) => received.filter((request) => path === undefined || pathOf(request) === path),
    forgetRequests: () => received.splice(0),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export function answers(status: number, body: string, headers: Record<string, string> = {}): RequestListener {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': 'text/calendar', ...headers });
    response.end(body);
  };
}

/** Answers 304 to a client that has this version. */
export function answersConditionally(etag: string, body: string): RequestListener {
  return (request, response) => {
    const isKnown = request.headers['if-none-match'] === etag;
    answers(isKnown ? 304 : 200, isKnown ? '' : body, { etag })(request, response);
  };
}

export const hangs: RequestListener = () => undefined;

export interface TestEvent {
  readonly uid: string;
  readonly from: string;
  readonly to: string;
}

export function calendar(events: readonly TestEvent[]): string {
  const day = (date: string) => date.replaceAll('-', '');
  const lines = events.flatMap(({ uid, from, to }) => [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    'DTSTAMP:20270101T000000Z',
    `DTSTART;VALUE=DATE:${day(from)}`,
    `DTEND;VALUE=DATE:${day(to)}`,
    'SUMMARY:Reserved',
    'END:VEVENT',
  ]);
  const all = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Test//EN', ...lines, 'END:VCALENDAR', ''];
  return all.join('\r\n');
}

/** Stays of one night, every second night from a month ahead; `first` skips as many. */
export function stays(count: number, first = 0): TestEvent[] {
  const start = Temporal.Now.plainDateISO('UTC').add({ days: 30 });
  return Array.from({ length: count }, (_, index) => {
    const from = start.add({ days: 2 * (first + index) });
    return {
      uid: `stay-${first + index}@channel`,
      from: from.toString(),
      to: from.add({ days: 1 }).toString(),
    };
  });
}
