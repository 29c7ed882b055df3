import { openSecrets, provisionAll, SERVICES } from '@lodging/deploy-shared';
import { findNeeded, startBackingServers } from './backing-servers.ts';
import { addWidgetFiles, buildBookingPage, buildConsoleFiles } from './build-pages.ts';
import { choosePorts } from './choose-ports.ts';
import { compileAhead } from './compile-ahead.ts';
import { compileCache } from './home.ts';
import type { Home } from './home.ts';
import { migrateAll } from './migrate-all.ts';
import type { LocalContext } from './service-settings.ts';
import type { Steps } from './steps.ts';

interface Options {
  home: Home;
  environment: NodeJS.ProcessEnv;
  steps: Steps;
  signal: AbortSignal;
  /** Called once the servers run, so that they are stopped when a later step fails. */
  onServers: (servers: LocalContext['servers']) => void;
}

/** Finds programs, chooses ports, starts the servers, provisions and migrates the database. */
export async function prepareServers(options: Options): Promise<LocalContext> {
  const { home, environment, steps, signal, onServers } = options;
  const programs = await steps.run('Programs: Postgres, NATS, Redis', (note) =>
    findNeeded(environment, note),
  );
  signal.throwIfAborted();
  const widgetDirectory = home.file('widget');
  const [consoleDirectory, bookingPageDirectory] = await steps.run(
    'Pages: console, booking page, widget',
    () => Promise.all([buildConsoleFiles(), buildBookingPage(), addWidgetFiles(widgetDirectory)]),
  );
  signal.throwIfAborted();
  const compiled = compileAhead();
  const ports = await choosePorts([...SERVICES], environment);
  const secrets = openSecrets(home.file('secrets.json'));
  const servers = await steps.run('Servers answer', async () => {
    const started = await startBackingServers({ home, environment, ports, secrets }, programs);
    onServers(started);
    return started;
  });
  signal.throwIfAborted();
  const databases = await steps.run('Database up to date', async () => {
    const addresses = await provisionAll(servers.postgresAdminUrl, (service, role) =>
      secrets(`postgres.${service}.${role}`),
    );
    await migrateAll(addresses, { ...environment, NODE_COMPILE_CACHE: compileCache });
    await compiled;
    return addresses;
  });
  signal.throwIfAborted();
  const postgresUrl: LocalContext['postgresUrl'] = (service) => databases.get(service)?.appUrl ?? '';
  const emulatorStateFile = home.file('emulators.jsonl');
  const files = { emulatorStateFile, bookingPageDirectory, widgetDirectory, consoleDirectory };
  return { environment, ports, secrets, servers, postgresUrl, ...files };
}
