import { readdirSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { fastify } from 'fastify';
import type { FastifyReply } from 'fastify';
import { drawCalendar } from './draw-calendar.ts';
import { drawPhoto } from './photos/draw-photo.ts';

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

const ADDRESSES: Readonly<Record<string, string>> = { 'index.html': '/', 'manage.html': '/manage' };

/**
 * Stands for the website of a property: a page that embeds the booking component, as strict as such a page can be, and the
 * photos of what it sells, which are drawn; and of a sales channel with a calendar.
 */
export async function startBookingPage(options: BookingPageOptions): Promise<BookingPage> {
  const app = fastify({ forceCloseConnections: true });
  const policy = contentSecurityPolicy(options.apiUrl);
  for (const name of readdirSync(options.directory)) {
    const type = TYPES[extname(name)];
    if (type === undefined) continue;
    const file = readFileSync(join(options.directory, name));
    app.get(ADDRESSES[name] ?? `/${name}`, async (_request, reply) =>
      safe(reply, policy).type(type).send(file),
    );
  }
  app.get<{ Params: { motif: string; view: string; file: string } }>(
    '/photos/:motif/:view/:file',
    async ({ params: { motif, view, file } }, reply) => {
      const photo = drawPhoto(motif, view, file);
      if (photo === undefined) return reply.callNotFound();
      return safe(reply, "default-src 'none'; style-src 'unsafe-inline'").type('image/svg+xml').send(photo);
    },
  );
  app.get<{ Params: { from: string; to: string } }>(
    '/calendars/:from/:to.ics',
    async ({ params: { from, to } }, reply) => {
      const calendar = drawCalendar(from, to);
      if (calendar === undefined) return reply.callNotFound();
      return safe(reply, "default-src 'none'").type('text/calendar; charset=utf-8').send(calendar);
    },
  );
  await app.listen({ host: options.host ?? '127.0.0.1', port: options.port });
  const { port } = app.server.address() as AddressInfo;
  // Browsers and the API know `localhost` as a safe origin, whatever address it has.
  return { url: `http://localhost:${port}`, stop: async () => app.close() };
}

function safe(reply: FastifyReply, policy: string): FastifyReply {
  return reply.headers({
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    // The address of a guest's link has a token.
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-cache',
  });
}

function contentSecurityPolicy(apiUrl: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    `connect-src ${apiUrl}`,
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types lit-html',
  ].join('; ');
}
