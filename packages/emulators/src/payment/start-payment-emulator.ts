import type { AddressInfo } from 'node:net';
import { fastify } from 'fastify';
import type { FastifyInstance } from 'fastify';
import { Controls } from './control/controls.ts';
import { serveControlApi } from './control/control-api.ts';
import { Faults } from './control/faults.ts';
import { RequestLog } from './control/request-log.ts';
import { makeProvider } from './make-provider.ts';
import { expireDueSessions } from './moves/complete-session.ts';
import { settleRefundLater } from './moves/give-back.ts';
import { serveAuthenticationPage } from './pages/authentication-page.ts';
import { serveCheckoutPage } from './pages/checkout-page.ts';
import { acceptForms } from './protocol/accept-forms.ts';
import { IdempotencyKeys } from './protocol/idempotency.ts';
import { parseForm } from './protocol/read-params.ts';
import { serveApi } from './serve-api.ts';
import { openStore } from './state/store.ts';
import { Notifications } from './webhooks/notifications.ts';
import type { Endpoint } from './webhooks/post-event.ts';

export interface PaymentEmulatorOptions {
  /** 0 takes a free one. */
  readonly port: number;
  readonly host?: string;
  readonly secretKeys: readonly string[];
  readonly webhooks?: readonly Endpoint[];
  readonly stateFile?: string;
  /** Where a browser reaches the pages, when that is not the address listened on. */
  readonly publicUrl?: string;
  readonly retryDelaysMs?: readonly number[];
  readonly webhookTimeoutMs?: number;
  /** How long a pending refund takes to settle by itself. */
  readonly settleAfterMs?: number;
}

export interface PaymentEmulator {
  readonly url: string;
  readonly port: number;
  readonly controls: Controls;
  stop(): Promise<void>;
}

const SECONDS = 1000;
const RETRY_DELAYS_MS = [1, 2, 5, 15, 60, 300, 900, 3600].map((seconds) => seconds * SECONDS);
const SWEEP_EVERY_MS = 2 * SECONDS;

export async function startPaymentEmulator(options: PaymentEmulatorOptions): Promise<PaymentEmulator> {
  const store = await openStore(options.stateFile);
  const notifications = new Notifications(store, options.webhooks ?? [], {
    retryDelaysMs: options.retryDelaysMs ?? RETRY_DELAYS_MS,
    timeoutMs: options.webhookTimeoutMs ?? 20 * SECONDS,
    atOnce: 16,
  });
  let url = '';
  const provider = makeProvider({
    store,
    pageUrl: (path) => `${options.publicUrl ?? url}${path}`,
    publish: (event, account) => notifications.publish(event, account),
    settleAfterMs: options.settleAfterMs ?? SECONDS,
  });
  const faults = new Faults();
  const requests = new RequestLog();
  const controls = new Controls(provider, faults, notifications, requests);
  const app = makeApp();
  const keys = new IdempotencyKeys(store.keys);
  await app.register(async (api) =>
    serveApi(api, { provider, keys, faults, requests, secretKeys: options.secretKeys }),
  );
  await app.register(async (control) => serveControlApi(control, controls));
  await app.register(async (pages) => {
    acceptForms(pages);
    serveCheckoutPage(pages, provider);
    serveAuthenticationPage(pages, provider);
  });
  const host = options.host ?? '127.0.0.1';
  await app.listen({ host, port: options.port });
  const { port } = app.server.address() as AddressInfo;
  url = `http://${reachable(host)}:${port}`;
  notifications.resume();
  for (const { account, entry } of store.refunds.all()) {
    if (entry.settlesAs !== null) settleRefundLater(provider, account, entry.object.id);
  }
  const sweep = setInterval(() => expireDueSessions(provider), SWEEP_EVERY_MS);
  const stop = async (): Promise<void> => {
    clearInterval(sweep);
    provider.stop();
    await app.close();
    await notifications.stop();
    await store.close();
  };
  return { url, port, controls, stop };
}

function makeApp(): FastifyInstance {
  const app = fastify({
    forceCloseConnections: true,
    bodyLimit: 1_048_576,
    routerOptions: { maxParamLength: 500, querystringParser: parseForm },
    ajv: { customOptions: { removeAdditional: false, coerceTypes: false } },
  });
  app.get('/livez', async () => ({ status: 'ok' }));
  app.get('/readyz', async () => ({ status: 'ok' }));
  return app;
}

/** An address that can be called, for one that is listened on. */
function reachable(host: string): string {
  return host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
}
