import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { fastify } from 'fastify';
import type { FastifyInstance } from 'fastify';
import { Chaos } from './chaos.ts';
import { serveChaosApi, serveMailApi } from './mail-api.ts';
import { serveMailPages } from './mail-page.ts';
import { MailStore } from './mail-store.ts';
import { parseMail } from './parse-mail.ts';
import { startSmtpSink } from './smtp-sink.ts';

export interface MailboxOptions {
  /** 0 chooses a free port, here and for HTTP. */
  readonly smtpPort: number;
  readonly httpPort: number;
  readonly host?: string;
}

export interface Mailbox {
  readonly url: string;
  readonly port: number;
  readonly smtpUrl: string;
  readonly smtpPort: number;
  readonly store: MailStore;
  readonly chaos: Chaos;
  stop(): Promise<void>;
}

export async function startMailbox(options: MailboxOptions): Promise<Mailbox> {
  const host = options.host ?? '127.0.0.1';
  const store = new MailStore();
  const chaos = new Chaos();
  const smtp = await startSmtpSink(host, options.smtpPort, chaos, async (raw, envelope) => {
    const receivedAt = new Date().toISOString();
    const message = await parseMail(randomUUID(), raw, envelope, receivedAt);
    store.add({ message, raw, receivedAt, read: false });
  });
  const app = createApp(store, chaos);
  await app.listen({ host, port: options.httpPort });
  const { port } = app.server.address() as AddressInfo;
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return {
    url: `http://${reachable}:${port}`,
    port,
    smtpUrl: `smtp://${reachable}:${smtp.port}`,
    smtpPort: smtp.port,
    store,
    chaos,
    stop: async () => {
      await app.close();
      await smtp.stop();
    },
  };
}

function createApp(store: MailStore, chaos: Chaos): FastifyInstance {
  const app = fastify({ forceCloseConnections: true });
  app.get('/livez', async () => 'OK');
  app.get('/readyz', async () => 'OK');
  serveMailApi(app, store);
  serveChaosApi(app, chaos);
  serveMailPages(app, store);
  return app;
}
