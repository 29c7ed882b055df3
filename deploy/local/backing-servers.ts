import type { Secrets } from '@lodging/deploy-shared';
import { findPrograms, startNats, startPostgres, startRedis } from '@lodging/kit-testing/servers';
import type { ProgramName, Programs, Server } from '@lodging/kit-testing/servers';
import { natsUsers, OBSERVER } from '@lodging/nats';
import type { Ports } from './choose-ports.ts';
import type { Home } from './home.ts';

export interface BackingServers {
  postgresAdminUrl: string;
  redisUrl: string;
  /** The NATS address of a service; without a name, that of the observer. */
  natsUrl: (service?: string) => string;
  /** The servers that this process started. */
  started: { name: string; server: Server }[];
}

interface Options {
  home: Home;
  ports: Ports;
  secrets: Secrets;
  environment: NodeJS.ProcessEnv;
}

const SETTINGS = { postgres: 'POSTGRES_ADMIN_URL', nats: 'NATS_URL', redis: 'REDIS_URL' } as const;

export function findNeeded(
  environment: NodeJS.ProcessEnv,
  onStep: (what: string) => void,
): Promise<Programs> {
  const only = (['postgres', 'nats', 'redis'] satisfies ProgramName[]).filter(
    (name) => given(environment, name) === undefined,
  );
  return findPrograms({ installMissing: true, only, onStep });
}

export async function startBackingServers(options: Options, programs: Programs): Promise<BackingServers> {
  const { environment } = options;
  const started: BackingServers['started'] = [];
  const remember = <S extends Server>(name: string, server: S): S => {
    started.push({ name, server });
    return server;
  };
  const settled = await Promise.allSettled([
    Promise.resolve(given(environment, 'postgres')).then(
      async (url) => url ?? remember('Postgres', await postgres(options, programs)).adminUrl,
    ),
    Promise.resolve(given(environment, 'nats')).then(
      async (url) => url ?? remember('NATS', await nats(options, programs)).url,
    ),
    Promise.resolve(given(environment, 'redis')).then(
      async (url) => url ?? remember('Redis', await redis(options, programs)).url,
    ),
  ]);
  const failed = settled.find((outcome) => outcome.status === 'rejected');
  if (failed !== undefined) {
    await Promise.all(started.map(({ server }) => server.stop()));
    throw failed.reason;
  }
  const [postgresAdminUrl = '', busUrl = '', redisUrl = ''] = settled.map((outcome) =>
    outcome.status === 'fulfilled' ? outcome.value : '',
  );
  const ownBus = given(environment, 'nats') === undefined;
  return {
    postgresAdminUrl,
    redisUrl,
    natsUrl: (service = OBSERVER) =>
      ownBus ? withCredentials(busUrl, service, options.secrets(`nats.${service}`)) : busUrl,
    started,
  };
}

function given(environment: NodeJS.ProcessEnv, name: keyof typeof SETTINGS): string | undefined {
  const value = environment[SETTINGS[name]];
  return value === '' ? undefined : value;
}

function postgres({ home, ports }: Options, programs: Programs): ReturnType<typeof startPostgres> {
  return startPostgres({
    directory: home.file('postgres'),
    port: ports.postgres,
    programs: programs.postgres,
  });
}

function nats({ home, ports, secrets }: Options, programs: Programs): ReturnType<typeof startNats> {
  return startNats({
    directory: home.file('nats'),
    port: ports.nats,
    users: natsUsers((user) => secrets(`nats.${user}`)),
    program: programs.natsServer,
  });
}

function redis({ home, ports }: Options, programs: Programs): ReturnType<typeof startRedis> {
  return startRedis({ directory: home.file('redis'), port: ports.redis, program: programs.redisServer });
}

function withCredentials(url: string, user: string, password: string): string {
  const address = new URL(url);
  address.username = user;
  address.password = password;
  return address.href;
}
