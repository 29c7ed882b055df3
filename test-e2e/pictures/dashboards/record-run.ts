import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findPrograms, startPrometheus } from '@lodging/kit-testing/servers';
import { book, weeklyStays } from '../../harness/bookings.ts';
import type { DemoTenant } from '../../harness/demo.ts';
import { startLodging, type Lodging } from '../../harness/lodging.ts';
import { makeLodging, makeTenant, type OwnTenant } from '../../harness/own-tenant.ts';
import { payByCard } from '../../harness/stay.ts';
import { startWebhookReceiver } from '../../harness/webhook-receiver.ts';
import { registered } from '../../harness/webhooks.ts';

const RULES = join(import.meta.dirname, '..', '..', '..', 'deploy', 'observability', 'alerts');
const MINUTE_MS = 60_000;
/** Two minutes of bookings, two without the payment provider, two after its return. */
const PARTS_MS = [2 * MINUTE_MS, 2 * MINUTE_MS, 2 * MINUTE_MS] as const;
const GUESTS = 2;
const BETWEEN_MS = 400;

export interface RecordedRun {
  readonly prometheusUrl: string;
  readonly from: number;
  readonly to: number;
  stop(): Promise<void>;
}

/** The product with guests who book and pay, the provider refusing for a while, and Prometheus with its rules. */
export async function recordRun(): Promise<RecordedRun> {
  const directory = mkdtempSync(join(tmpdir(), 'lodging-dashboards-'));
  const { prometheus } = await findPrograms({ installMissing: true, only: ['prometheus'] });
  const [lodging, receiver] = await Promise.all([startLodging(), startWebhookReceiver()]);
  const recorder = await startPrometheus({
    directory,
    program: prometheus.prometheus,
    targets: Object.fromEntries(
      Object.entries(lodging.demo.services).map(([name, { healthUrl }]) => [name, new URL(healthUrl).host]),
    ),
    rules: readdirSync(RULES).map((name) => join(RULES, name)),
  });
  const from = Date.now();
  await playParts(lodging, receiver.urlOf('/hook'));
  await receiver.stop();
  return {
    prometheusUrl: recorder.url,
    from,
    to: Date.now(),
    async stop() {
      await recorder.stop();
      await lodging.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

async function playParts(lodging: Lodging, webhookUrl: string): Promise<void> {
  const tenant = await makeTenant(lodging.demo);
  await registered(tenant.secret, webhookUrl);
  let isOpen = true;
  const guests = Array.from({ length: GUESTS }, () => bookWhile(() => isOpen, lodging, tenant));
  const [before, without, after] = PARTS_MS;
  const faults = `${lodging.demo.stripe.url}/_emulator/faults`;
  await pause(before);
  await fetch(faults, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ effect: 'refuse', count: 0 }),
  });
  await pause(without);
  await fetch(faults, { method: 'DELETE' });
  await pause(after);
  isOpen = false;
  await Promise.all(guests);
}

async function bookWhile(isOpen: () => boolean, { demo }: Lodging, tenant: OwnTenant): Promise<void> {
  const room = await makeLodging(tenant.secret);
  const next = weeklyStays(room);
  const account = { accountId: tenant.accountId } as DemoTenant;
  while (isOpen()) {
    const stay = next();
    const query = `resource_id=${room.id}&from=${stay.from}&to=${stay.to}&party_size=2`;
    await tenant.browser.get(`/v1/availability?${query}`);
    const { body } = await book(tenant.secret, stay, randomUUID());
    const payment = 'payment' in body ? body.payment : null;
    // While the provider refuses, nothing can be paid.
    if (payment !== null) await payByCard(demo, account, payment).catch(() => undefined);
    await pause(BETWEEN_MS);
  }
}
