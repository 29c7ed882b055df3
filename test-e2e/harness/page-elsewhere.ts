import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Frame } from 'playwright-core';

/** What a script of a page gets of a request. */
export type Seen =
  | {
      readonly status: number;
      readonly code: string | null;
      readonly retryAfter: string | null;
      readonly requestId: string | null;
    }
  /** The browser has hidden the answer. */
  | 'nothing';

export interface Sending {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface PageElsewhere {
  readonly origin: string;
  readonly send: (url: string, sending?: Sending) => Promise<Seen>;
  /** From a sandboxed frame of the page, whose origin is "null". */
  readonly sendFromNowhere: (url: string, sending?: Sending) => Promise<Seen>;
  readonly close: () => Promise<void>;
}

const PAGE =
  '<!doctype html><title>Elsewhere</title><iframe sandbox="allow-scripts" srcdoc="<p>a frame</p>"></iframe>';

/** An empty page of another origin than the API. */
export async function openPageElsewhere(browser: Browser): Promise<PageElsewhere> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(PAGE);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const page = await browser.newPage();
  await page.goto(origin);
  const [, nowhere] = page.frames();
  if (nowhere === undefined) throw new Error('the page has no frame');
  return {
    origin,
    send: (url, sending = {}) => sendFrom(page.mainFrame(), url, sending),
    sendFromNowhere: (url, sending = {}) => sendFrom(nowhere, url, sending),
    async close() {
      await page.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function sendFrom(frame: Frame, url: string, sending: Sending): Promise<Seen> {
  return frame.evaluate(
    async ([address, init]) => {
      try {
        const answer = await fetch(address, init);
        const text = await answer.text();
        const { code = null } = text === '' ? {} : (JSON.parse(text) as { code?: string });
        const header = (name: string) => answer.headers.get(name);
        return {
          status: answer.status,
          code,
          retryAfter: header('retry-after'),
          requestId: header('x-request-id'),
        };
      } catch (error) {
        if (error instanceof TypeError) return 'nothing' as const;
        throw error;
      }
    },
    [url, sending] as const,
  );
}
