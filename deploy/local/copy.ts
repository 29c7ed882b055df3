import { DATABASE, seedDemo, SERVICES } from '@lodging/deploy-shared';
import type { DemoFile } from '@lodging/deploy-shared';
import { awaitReady } from './await-ready.ts';
import { unusedPort } from './choose-ports.ts';
import type { Home } from './home.ts';
import { prepareServers } from './prepare-servers.ts';
import { openProcesses } from './processes.ts';
import type { Processes } from './processes.ts';
import { adminToken, serviceSettings, emulatorSettings, stripeAccess } from './service-settings.ts';
import type { Neighbourhood } from './service-settings.ts';
import type { Steps } from './steps.ts';

interface Options {
  home: Home;
  environment: NodeJS.ProcessEnv;
  steps: Steps;
  onEvent: (text: string) => void;
  /** Told whenever a process has another id than before. */
  onChange: (services: DemoFile['services']) => void;
}

export interface Copy {
  /** Resolves when everything is ready and the demo stands. */
  start(): Promise<DemoFile>;
  /** Starts one more process of a service beside the one that runs. Not of one with a public port: that is taken. */
  succeed(service: string): Promise<void>;
  /** Everything in order, also in the middle of a start. */
  stop(): Promise<void>;
}

const HAVE_A_PUBLIC_PORT = new Set(['gateway', 'payments', 'emulators']);
const local = (port: number): string => `http://127.0.0.1:${port}`;

export function prepareCopy({ home, environment, steps, onEvent, onChange }: Options): Copy {
  const stopping = new AbortController();
  let ground: Neighbourhood | undefined;
  let servers: Neighbourhood['servers'] | undefined;
  let starting: Promise<unknown> = Promise.resolve();
  const processes = openProcesses({
    home,
    onEvent,
    onChange: () => ground !== undefined && onChange(describeServices(processes, healthOf)),
  });
  /** Successors answer somewhere else than the first processes did. */
  const healthPorts = new Map<string, number>();
  const healthOf = (name: string): number => healthPorts.get(name) ?? ground?.ports.health(name) ?? 0;

  const start = async (): Promise<DemoFile> => {
    const { signal } = stopping;
    const onServers = (started: Neighbourhood['servers']): void => {
      servers = started;
      for (const { name, server } of started.started) {
        void server.exited.then((how) => onEvent(`${name} ended (${how})`));
      }
    };
    ground = await prepareServers({ home, environment, steps, signal, onServers });
    await startProcesses(ground, processes, steps, signal);
    const addresses = ourAddresses(ground);
    const tenants = await steps.run('Demo data', () => seedDemo(addresses, home.file('demo-keys.json')));
    return { ...describe(ground), ...addresses, services: describeServices(processes, healthOf), tenants };
  };

  return {
    start() {
      const started = start();
      starting = started.catch(() => {});
      return started;
    },
    async succeed(service) {
      if (HAVE_A_PUBLIC_PORT.has(service)) throw new Error(`the public port of ${service} is taken`);
      const port = await unusedPort();
      healthPorts.set(service, port);
      await processes.succeed(service, { HEALTH_PORT: String(port) });
    },
    async stop() {
      stopping.abort(new Error('told to stop'));
      await starting;
      await processes.stop();
      await Promise.all((servers?.started ?? []).map(({ server }) => server.stop()));
    },
  };
}

async function startProcesses(
  ground: Neighbourhood,
  processes: Processes,
  steps: Steps,
  signal: AbortSignal,
): Promise<void> {
  await steps.run('Emulators: payment provider and mailbox', async () => {
    const settings = { ...ground.environment, ...emulatorSettings(ground) };
    const emulators = await processes.run('emulators', 'packages/emulators/src/main.ts', settings);
    await awaitReady(`${local(ground.ports.mailHttp)}/api/v1/messages`, emulators, signal);
  });
  await steps.run('Six services ready', async () => {
    const started = await Promise.all(
      SERVICES.map((name) =>
        processes.run(name, `services/${name}/src/main.ts`, serviceSettings(name, ground)),
      ),
    );
    await Promise.all(
      started.map((service) =>
        awaitReady(`${local(ground.ports.health(service.name))}/readyz`, service, signal),
      ),
    );
  });
}

function ourAddresses(ground: Neighbourhood): { gatewayUrl: string; adminUrl: string; adminToken: string } {
  return {
    gatewayUrl: local(ground.ports.gateway),
    adminUrl: local(ground.ports.admin),
    adminToken: adminToken(ground),
  };
}

function describe(
  ground: Neighbourhood,
): Pick<DemoFile, 'paymentsUrl' | 'stripe' | 'mail' | 'postgresUrl' | 'natsUrl' | 'redisUrl'> {
  const { url, secretKey, webhookSecret } = stripeAccess(ground);
  const postgres = new URL(ground.servers.postgresAdminUrl);
  postgres.pathname = `/${DATABASE}`;
  return {
    paymentsUrl: local(ground.ports.payments),
    stripe: { url, secretKey, webhookSecret },
    mail: { url: local(ground.ports.mailHttp) },
    postgresUrl: postgres.href,
    natsUrl: ground.servers.natsUrl(),
    redisUrl: ground.servers.redisUrl,
  };
}

function describeServices(processes: Processes, healthOf: (name: string) => number): DemoFile['services'] {
  const names: readonly string[] = SERVICES;
  const services = processes.all().filter(({ name }) => names.includes(name));
  return Object.fromEntries(
    services.map((service) => [
      service.name,
      {
        pid: service.pid(),
        healthUrl: local(healthOf(service.name)),
        logFile: service.logFile,
      },
    ]),
  );
}
