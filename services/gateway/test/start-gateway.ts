import type { Clock } from '@lodging/kernel';
import { startService } from '@lodging/kit-messaging';
import { newId, readSettings, systemClock } from '@lodging/kit-runtime';
import { eventually, freshSchema, testIdentitySettings, testLogger, useServers } from '@lodging/kit-testing';
import type { TestLogger } from '@lodging/kit-testing';
import type { FastifyInstance } from 'fastify';
import { gateway } from '../src/app.ts';
import { migrations } from '../src/migrations.ts';
import { settings } from '../src/settings.ts';
import { HttpClient } from './http-client.ts';

export const ADMIN_TOKEN = 'adm_of_the_tests_with_32_characters';

export interface RunningGateway {
  readonly url: string;
  readonly adminUrl: string;
  readonly admin: HttpClient;
  readonly log: TestLogger;
  readonly postgresUrl: string;
  /** With the rights of migrations. */
  readonly postgresOwnerUrl: string;
  /** Resolves once Redis is connected; until then each process counts requests by itself. */
  countsInRedis(): Promise<unknown>;
  stop(): Promise<void>;
}

export async function startGateway(
  environment: Record<string, string> = {},
  clock: Clock = systemClock,
): Promise<RunningGateway> {
  const servers = useServers();
  const schema = await freshSchema({ schema: 'gateway', sources: migrations });
  const log = testLogger();
  const values = readSettings(settings, {
    POSTGRES_URL: schema.url,
    NATS_URL: servers.natsUrl,
    REDIS_URL: servers.redisUrl,
    PORT: '0',
    ADMIN_PORT: '0',
    ADMIN_TOKEN,
    CURSOR_SECRET: 'a secret of the cursors',
    ...testIdentitySettings('gateway'),
    PUBLIC_URL: 'https://api.lodging.example/',
    ...environment,
  });
  const stopping = new AbortController();
  const runtime = { name: 'gateway', log, clock, newId, signal: stopping.signal };
  const running = await startService(gateway, values, runtime);
  const adminUrl = urlOf(running.parts.adminServer);
  return {
    url: urlOf(running.parts.publicServer),
    adminUrl,
    admin: new HttpClient(adminUrl, ADMIN_TOKEN),
    log,
    postgresUrl: schema.url,
    postgresOwnerUrl: schema.ownerUrl,
    countsInRedis: () =>
      eventually('Redis is connected', () => log.lines.some(({ msg }) => msg === 'connected to Redis')),
    async stop() {
      stopping.abort();
      await running.stop();
      if (environment['POSTGRES_URL'] === undefined) await schema.drop();
    },
  };
}

function urlOf(app: FastifyInstance): string {
  const address = app.server.address();
  if (address === null || typeof address === 'string') throw new Error('the server does not listen');
  return `http://127.0.0.1:${address.port}`;
}
