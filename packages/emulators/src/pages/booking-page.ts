import { readdirSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { fastify } from 'fastify';

export interface BookingPageOptions {
  /** 0 chooses a free port. */
  readonly port: number;
  readonly host?: string;
  /** Files of the page, `index.html` among them. */
  readonly directory: string;
  /** The address of the API: all that the page may connect to. */
  readonly apiUrl: string;
}

export interface BookingPage {
  readonly url: string;
  stop(): Promise<void>;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
};

/** Stands for the website of a property: a page that embeds the booking component, as strict as such a page can be. */
export async function startBookingPage(options: BookingPageOptions): Promise<BookingPage> {
  const app = fastify({ forceCloseConnections: true });
  const policy = contentSecurityPolicy(options.apiUrl);
  for (const name of readdirSync(options.directory)) {
    const type = TYPES[extname(name)];
    if (type === undefined) continue;
    const file = readFileSync(join(options.directory, name));
    app.get(name === 'index.html' ? '/' : `/${name}`, async (_request, reply) =>
      reply
        .headers({
          'content-security-policy': policy,
          'x-content-type-options': 'nosniff',
          'referrer-policy': 'strict-origin-when-cross-origin',
          'cache-control': 'no-cache',
        })
        .type(type)
        .send(file),
    );
  }
  await app.listen({ host: options.host ?? '127.0.0.1', port: options.port });
  const { port } = app.server.address() as AddressInfo;
  // Browsers and the API know `localhost` as a safe origin, whatever address it has.
  return { url: `http://localhost:${port}`, stop: async () => app.close() };
}

function contentSecurityPolicy(apiUrl: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    'img-src data:',
    `connect-src ${apiUrl}`,
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types lit-html',
  ].join('; ');
}
