import type { AddressInfo } from 'node:net';
import { fastify } from 'fastify';
import type { FastifyInstance } from 'fastify';
import { Controls } from './control/controls.ts';
import { serveControlApi } from './control/control-api.ts';
import { Faults } from './control/faults.ts';
import { RequestLog } from './control/request-log.ts';
import { createProvider } from './create-provider.ts';
import { expireDueSessions } from './transitions/end-session.ts';
import { settleRefundLater } from './transitions/refund-charge.ts';
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
  /** 0 chooses a free port. */
  readonly port: number;
  readonly host?: string;
  readonly secretKeys: readonly string[];
  readonly webhooks?: readonly Endpoint[];
  readonly stateFile?: string;
  /** The address of the pages for a browser, where it is not the listening address. */
  readonly publicUrl?: string;
  readonly retryDelaysMs?: readonly number[];
  readonly webhookTimeoutMs?: number;
  /** Time until a pending refund settles. */
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
const EXPIRY_CHECK_MS = 2 * SECONDS;

export async function startPaymentEmulator(options: PaymentEmulatorOptions): Promise<PaymentEmulator> {
  const store = await openStore(options.stateFile);
  const notifications = new Notifications(store, options.webhooks ?? [], {
    retryDelaysMs: options.retryDelaysMs ?? RETRY_DELAYS_MS,
    timeoutMs: options.webhookTimeoutMs ?? 20 * SECONDS,
    maxInFlight: 16,
  });
  let url = '';
  const provider = createProvider({
    store,
    pageUrl: (path) => `${options.publicUrl ?? url}${path}`,
    publish: (event, account) => notifications.publish(event, account),
    settleAfterMs: options.settleAfterMs ?? SECONDS,
  });
  const faults = new Faults();
  const requests = new RequestLog();
  const controls = new Controls(provider, faults, notifications, requests);
  const app = createApp();
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
  const expiryCheck = setInterval(() => expireDueSessions(provider), EXPIRY_CHECK_MS);
  const stop = async (): Promise<void> => {
    clearInterval(expiryCheck);
    provider.stop();
    await app.close();
    await notifications.stop();
    await store.close();
  };
  return { url, port, controls, stop };
}

function createApp(): FastifyInstance {
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

/** A host to connect to, for one to listen on. */
function reachable(host: string): string {
  return host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
}
