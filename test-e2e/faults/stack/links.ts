import { startProxy } from './proxy.ts';
import type { Proxy } from './proxy.ts';

export const LINKED = ['postgres', 'nats', 'redis', 'stripe'] as const;
export type Linked = (typeof LINKED)[number];
export type Links = Readonly<Record<Linked, Proxy>>;

/** Every connection of a service to a server passes a proxy, which finds the service in the first bytes. */
export async function startLinks(port: Readonly<Record<Linked, () => number>>): Promise<Links> {
  const [postgres, nats, redis, stripe] = await Promise.all([
    startProxy({ target: port.postgres, ownerOf: postgresUser }),
    startProxy({ target: port.nats, ownerOf: natsName }),
    startProxy({ target: port.redis, ownerOf: () => 'gateway' }),
    startProxy({ target: port.stripe, ownerOf: () => 'payments' }),
  ]);
  return { postgres, nats, redis, stripe };
}

/** The startup packet has `user\0inventory_app\0`. */
function postgresUser(first: Buffer): string {
  return /user\0([a-z]+)_(?:app|owner)\0/.exec(first.toString('latin1'))?.[1] ?? 'other';
}

/** CONNECT {…,"name":"inventory",…}. */
function natsName(first: Buffer): string {
  return /^CONNECT .*?"name":"([a-z]+)"/.exec(first.toString('latin1'))?.[1] ?? 'other';
}
