import { randomFrom } from '../history/random.ts';
import { beChanger } from './changes.ts';
import { beChannel } from './channel.ts';
import { beGuest } from './guest.ts';
import { beOperator } from './operator.ts';
import { beReader } from './reader.ts';
import { rearrangeRooms } from './rearrange.ts';
import { pause } from './world.ts';
import type { Client, Tenant, WorkloadDeps } from './world.ts';

interface Role {
  readonly name: string;
  readonly count: number;
  readonly be: (client: Client, tenant: Tenant) => Promise<void>;
  /** The longest pause between two turns. */
  readonly restMs: number;
}

const ROLES: readonly Role[] = [
  { name: 'guest', count: 18, be: beGuest, restMs: 300 },
  { name: 'operator', count: 6, be: beOperator, restMs: 400 },
  { name: 'changer', count: 3, be: beChanger, restMs: 300 },
  { name: 'rearranger', count: 1, be: rearrangeRooms, restMs: 300 },
  { name: 'channel', count: 2, be: beChannel, restMs: 500 },
  { name: 'reader', count: 4, be: beReader, restMs: 120 },
];

/** Runs all clients until the workload is over and each has finished its turn. */
export async function runClients(world: WorkloadDeps, seed: number): Promise<void> {
  const clients = ROLES.flatMap(({ count, ...role }) =>
    Array.from({ length: count }, (_none, index) => {
      const name = `${role.name}-${index + 1}`;
      const client: Client = { name, random: randomFrom(seed).fork(name), world };
      return runRole(client, role);
    }),
  );
  await Promise.all(clients);
}

async function runRole(client: Client, { be, restMs }: Omit<Role, 'count'>): Promise<void> {
  const { random, world } = client;
  await pause(random.int(0, restMs));
  while (!world.over.aborted) {
    await be(client, random.pick(world.tenants));
    await pause(random.int(0, restMs));
  }
}
