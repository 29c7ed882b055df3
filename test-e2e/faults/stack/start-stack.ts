import { mkdtemp, rm } from 'node:fs/promises';
import { chmodSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@lodging/kit-testing/servers';
import type { Demo } from '../../harness/demo.ts';
import { startLodging } from '../../harness/lodging.ts';
import { startLinks } from './links.ts';
import type { Links } from './links.ts';
import { startServers } from './servers.ts';
import type { ServerLimits, Servers } from './servers.ts';
import { SETTINGS } from './settings.ts';

/** A product of the run's own, with servers that the run can break. */
export interface Stack {
  readonly demo: Demo;
  readonly servers: Servers;
  readonly links: Links;
  /** The provider without the proxy, as guests and the checker reach it. */
  readonly providerUrl: string;
  readonly directory: string;
  /** The data directory of the product, with demo.json. */
  readonly home: string;
  /** The logs of the services. */
  readonly logs: string;
  /** The process and the health address of a service at this moment. */
  process(service: string): Promise<Demo['services'][string]>;
  stop(): Promise<void>;
}

/** `settings` are environment variables beside those of every run. */
export async function startStack(
  settings: Record<string, string> = {},
  limits: ServerLimits = {},
): Promise<Stack> {
  const directory = await mkdtemp(join(tmpdir(), 'lodging-faults-'));
  chmodSync(directory, 0o711);
  const servers = await startServers(directory, limits);
  const providerPort = await freePort();
  const links = await startLinks({
    postgres: () => servers.postgres.current().port,
    nats: () => servers.nats.current().port,
    redis: () => servers.redis.current().port,
    stripe: () => providerPort,
  });
  const through = (url: string, port: number): string => {
    const changed = new URL(url);
    changed.port = String(port);
    return changed.href;
  };
  const undo = async (): Promise<void> => {
    await Promise.all(Object.values(links).map((link) => link.stop()));
    await servers.stop();
    await rm(directory, { recursive: true, force: true });
  };
  try {
    const lodging = await startLodging({
      ...SETTINGS,
      ...settings,
      POSTGRES_ADMIN_URL: through(servers.postgres.current().adminUrl, links.postgres.port),
      NATS_URL: through(servers.nats.current().url, links.nats.port),
      REDIS_URL: through(servers.redis.current().url, links.redis.port),
      STRIPE_EMULATOR_PORT: String(providerPort),
      STRIPE_API_URL: `http://127.0.0.1:${links.stripe.port}`,
    });
    return {
      demo: lodging.demo,
      servers,
      links,
      providerUrl: `http://127.0.0.1:${providerPort}`,
      directory,
      home: lodging.home,
      logs: join(lodging.home, 'logs'),
      async process(service) {
        const found = (await lodging.reread()).services[service];
        if (found === undefined) throw new Error(`${service} does not run`);
        return found;
      },
      async stop() {
        await lodging.stop();
        await undo();
      },
    };
  } catch (error) {
    await undo();
    throw error;
  }
}
