import * as contract from '@lodging/contract-notifications';
import { connectBus } from '@lodging/kit-messaging';
import type { Bus } from '@lodging/kit-messaging';
import {
  clientContext,
  eventually,
  freshSchema,
  testIdentity,
  testLogger,
  useServers,
} from '@lodging/kit-testing';
import pg from 'pg';
import { migrations } from '../src/migrations.ts';
import { openPublisher } from './publisher.ts';
import { startReceiver } from './receiver.ts';
import type { Receiver } from './receiver.ts';
import { startNotifications } from './start-notifications.ts';

/** Publishers, a receiver and a database, while no process of notifications runs. */
export interface Flood {
  readonly bus: Bus;
  readonly receiver: Receiver;
  /** Reads the rows of all tenants. */
  readonly client: pg.Client;
  start(): ReturnType<typeof startNotifications>;
  /** Registers an endpoint for `reservation.created`. */
  endpointAt(tenantId: string, path: string): Promise<void>;
  close(): Promise<void>;
}

export async function openFlood(): Promise<Flood> {
  const schema = await freshSchema({ schema: 'notifications', sources: migrations });
  const { natsUrl } = useServers();
  const bus = await connectBus({
    url: natsUrl,
    name: 'publisher',
    identity: testIdentity(),
    log: testLogger(),
  });
  const publishers = await Promise.all([openPublisher(bus, 'reservations'), openPublisher(bus, 'payments')]);
  const receiver = await startReceiver();
  const client = new pg.Client({ connectionString: schema.url, options: '-c search_path=notifications' });
  await client.connect();
  await client.query('SET ROLE notifications_job');
  return {
    bus,
    receiver,
    client,
    start: () => startNotifications({ postgresUrl: schema.url, natsUrl }),
    async endpointAt(tenantId, path) {
      const request = { url: receiver.url(path), eventTypes: ['reservation.created' as const] };
      const call = clientContext(tenantId, true, { timeoutMs: 5_000 });
      const made = await eventually('it is registered', () =>
        bus.request(contract.createWebhookEndpoint, request, call),
      );
      if (!made.ok) throw new Error(made.refusal.detail);
    },
    async close() {
      await client.end();
      await receiver.stop();
      await Promise.all(publishers.map((publisher) => publisher.close()));
      await bus.drain();
      await schema.drop();
    },
  };
}
