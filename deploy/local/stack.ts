import { DATABASE, EMULATOR_FLAGS, seedDemo, SERVICES, serviceFlags } from '@lodging/deploy-shared';
import type { DemoFile } from '@lodging/deploy-shared';
import { keepBus, PROVISIONER } from '@lodging/nats';
import type { BusKeeper } from '@lodging/nats';
import { awaitReady } from './await-ready.ts';
import type { Home } from './home.ts';
import { prepareServers } from './prepare-servers.ts';
import { openProcesses } from './processes.ts';
import type { Processes } from './processes.ts';
import { createServicePorts } from './service-ports.ts';
import type { ServicePorts } from './service-ports.ts';
import { adminToken, serviceSettings, emulatorSettings, stripeAccess } from './service-settings.ts';
import type { LocalContext } from './service-settings.ts';
import type { Steps } from './steps.ts';

interface Options {
  home: Home;
  environment: NodeJS.ProcessEnv;
  steps: Steps;
  onEvent: (text: string) => void;
  /** Called when a process id has changed. */
  onChange: (services: DemoFile['services']) => void;
}

/** In what a successor differs from the process before it. */
interface Other {
  /** The directory of another release. */
  readonly checkout: string | undefined;
  readonly settings: Readonly<Record<string, string>>;
}

export interface Stack {
  /** Resolves when everything is ready and the demo data exists. */
  start(): Promise<DemoFile>;
  /**
   * Starts a second process beside the running one, as a rollout does; one with a public port gets another. `checkout` is
   * the directory of another release.
   */
  startSuccessor(service: string, other: Other): Promise<void>;
  /** Stops services, emulators and servers in this order; also during a start. */
  stop(): Promise<void>;
}

const local = (port: number): string => `http://127.0.0.1:${port}`;

export function createStack({ home, environment, steps, onEvent, onChange }: Options): Stack {
  const stopping = new AbortController();
  let context: LocalContext | undefined;
  let servers: LocalContext['servers'] | undefined;
  let bus: BusKeeper | undefined;
  let starting: Promise<unknown> = Promise.resolve();
  const processes = openProcesses({
    home,
    onEvent,
    onChange: () => context !== undefined && onChange(describeServices(processes, ports)),
  });
  const ports = createServicePorts(() => context?.ports);

  const start = async (): Promise<DemoFile> => {
    const { signal } = stopping;
    const onServers = (started: LocalContext['servers']): void => {
      servers = started;
      reportExits(started, onEvent);
    };
    const prepared = await prepareServers({ home, environment, steps, signal, onServers });
    context = prepared;
    bus = await steps.run('Streams of the bus', () => keepBusOf(prepared, signal, onEvent));
    await startProcesses(context, processes, steps, signal);
    const addresses = gatewayAddresses(context);
    const seeded = { ...addresses, publicGatewayUrl: addresses.gatewayUrl };
    const tenants = await steps.run('Demo data', () => seedDemo(seeded, home.file('demo-keys.json')));
    const services = describeServices(processes, ports);
    return { ...describeServers(context), ...addresses, services, tenants };
  };

  return {
    start() {
      const started = start();
      starting = started.catch(() => {});
      return started;
    },
    async startSuccessor(service, { checkout, settings }) {
      const changed = { ...(await ports.forSuccessor(service)), ...settings };
      await processes.startSuccessor(service, changed, checkout);
    },
    async stop() {
      stopping.abort(new Error('the start was cancelled'));
      await starting;
      await processes.stop();
      await bus?.stop();
      await Promise.all((servers?.started ?? []).map(({ server }) => server.stop()));
    },
  };
}

/** This process keeps the streams for as long as it runs, as the provisioner of a cluster does. */
function keepBusOf(
  { servers, environment }: LocalContext,
  signal: AbortSignal,
  onEvent: Options['onEvent'],
): Promise<BusKeeper> {
  return keepBus({
    url: servers.natsUrl(PROVISIONER),
    // More than one needs a cluster, which NATS_URL names then.
    replicas: Number(environment['STREAM_REPLICAS'] ?? 1),
    signal,
    onChange: (text) => onEvent(`NATS: ${text}`),
    onFailure: (error) => onEvent(`NATS: the streams cannot be kept: ${String(error)}`),
  });
}

function reportExits({ started }: LocalContext['servers'], onEvent: Options['onEvent']): void {
  for (const { name, server } of started) {
    void server.exited.then((how) => onEvent(`${name} ended (${how})`));
  }
}

async function startProcesses(
  context: LocalContext,
  processes: Processes,
  steps: Steps,
  signal: AbortSignal,
): Promise<void> {
  await steps.run('Emulators: payment provider and mailbox', async () => {
    const settings = { ...context.environment, ...emulatorSettings(context) };
    const emulators = await processes.run(
      'emulators',
      'packages/emulators/src/main.ts',
      settings,
      EMULATOR_FLAGS,
    );
    await awaitReady(`${local(context.ports.mailHttp)}/api/v1/messages`, emulators, signal);
  });
  await steps.run('Six services ready', async () => {
    const started = await Promise.all(
      SERVICES.map((name) =>
        processes.run(
          name,
          `services/${name}/src/main.ts`,
          serviceSettings(name, context),
          serviceFlags(name, context.environment),
        ),
      ),
    );
    await Promise.all(
      started.map((service) =>
        awaitReady(`${local(context.ports.health(service.name))}/readyz`, service, signal),
      ),
    );
  });
}

function gatewayAddresses(context: LocalContext): {
  gatewayUrl: string;
  adminUrl: string;
  adminToken: string;
  bookingPageUrl: string;
  consoleUrl: string;
} {
  const gatewayUrl = local(context.ports.gateway);
  return {
    gatewayUrl,
    adminUrl: local(context.ports.admin),
    adminToken: adminToken(context),
    bookingPageUrl: `http://localhost:${context.ports.bookingPage}`,
    consoleUrl: `${gatewayUrl}/console/`,
  };
}

function describeServers(
  context: LocalContext,
): Pick<DemoFile, 'paymentsUrl' | 'stripe' | 'mail' | 'postgresUrl' | 'natsUrl' | 'redisUrl'> {
  const { url, secretKey, webhookSecret } = stripeAccess(context);
  const postgres = new URL(context.servers.postgresAdminUrl);
  postgres.pathname = `/${DATABASE}`;
  return {
    paymentsUrl: local(context.ports.payments),
    stripe: { url, secretKey, webhookSecret },
    mail: { url: local(context.ports.mailHttp) },
    postgresUrl: postgres.href,
    natsUrl: context.servers.natsUrl(),
    redisUrl: context.servers.redisUrl,
  };
}

function describeServices(processes: Processes, { healthOf, publicOf }: ServicePorts): DemoFile['services'] {
  const names: readonly string[] = SERVICES;
  const services = processes.all().filter(({ name }) => names.includes(name));
  return Object.fromEntries(
    services.map((service) => {
      const port = publicOf(service.name);
      return [
        service.name,
        {
          pid: service.pid(),
          healthUrl: local(healthOf(service.name)),
          ...(port === undefined ? {} : { publicUrl: local(port) }),
          logFile: service.logFile,
        },
      ];
    }),
  );
}
