import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { streamOf } from '@lodging/contract-wire';
import { connectBus, provisionStream } from '@lodging/kit-messaging';
import type { Bus } from '@lodging/kit-messaging';
import { testIdentity, testIdentitySettings, testLogger, useServers } from '@lodging/kit-testing';
import { startInventory } from './start-inventory.ts';
import type { TestInventory } from './start-inventory.ts';

/** Inventory as a process of its own, beside one of the test's process on the same database. */
export interface SpawnedInventory {
  readonly inventory: TestInventory;
  /** Its caller is the gateway. */
  readonly bus: Bus;
  readonly service: ChildProcess;
  stop(): Promise<void>;
}

/** `flags` are those of Node, such as the limit of the heap. It may not answer yet. */
export async function spawnInventory(flags: readonly string[]): Promise<SpawnedInventory> {
  const inventory = await startInventory();
  const { natsUrl } = useServers();
  const bus = await connectBus({
    url: natsUrl,
    name: 'gateway',
    identity: testIdentity(),
    log: testLogger(),
  });
  await provisionStream(bus, streamOf('inventory'));
  await provisionStream(bus, { ...streamOf('reservations'), consumers: ['inventory'] });
  const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));
  const env = {
    POSTGRES_URL: inventory.url,
    NATS_URL: natsUrl,
    HEALTH_PORT: '0',
    PATH: process.env['PATH'],
    ...testIdentitySettings('inventory'),
  };
  const service = spawn(process.execPath, [...flags, main], { env, stdio: 'ignore' });
  return {
    inventory,
    bus,
    service,
    async stop() {
      service.kill('SIGKILL');
      if (service.exitCode === null && service.signalCode === null) await once(service, 'exit');
      await bus.drain();
      await inventory.stop();
    },
  };
}
