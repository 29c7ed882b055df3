import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Behaviour = (request: IncomingMessage, response: ServerResponse) => void;

export interface FeedServer {
  /** The address of a path, as an operator enters it. */
  url(path: string): string;
  set(path: string, behaviour: Behaviour): void;
  requests(path?: string): IncomingMessage[];
  stop(): Promise<void>;
}

export async function startFeedServer(): Promise<FeedServer> {
  const behaviours = new Map<string, Behaviour>();
  const heard: IncomingMessage[] = [];
  const pathOf = (request: IncomingMessage) => (request.url ?? '').split('?')[0] ?? '';
  const server = createServer((request, response) => {
    heard.push(request);
    const behave = behaviours.get(pathOf(request)) ?? says(404, 'no such calendar');
    behave(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: (path) => `http://localhost:${port}${path}`,
    set: (path, behaviour) => behaviours.set(path, behaviour),
    requests: (path) => heard.filter((request) => path === undefined || pathOf(request) === path),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export function says(status: number, body: string, headers: Record<string, string> = {}): Behaviour {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': 'text/calendar', ...headers });
    response.end(body);
  };
}

/** Knows its own version, and says 304 to whoever has it. */
export function versioned(etag: string, body: string): Behaviour {
  return (request, response) => {
    const isKnown = request.headers['if-none-match'] === etag;
    says(isKnown ? 304 : 200, isKnown ? '' : body, { etag })(request, response);
  };
}

export const hangs: Behaviour = () => undefined;

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

/** So many stays of a night each, one after the other, from a month ahead. */
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
