import { accessSync, constants, readdirSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { installCommands, installPackages } from './install-packages.ts';
import type { ProgramName } from './install-packages.ts';

export interface Programs {
  postgres: { postgres: string; initdb: string; directory: string };
  natsServer: string;
  redisServer: string;
  prometheus: { prometheus: string; promtool: string };
  alertmanager: string;
  chromium: string;
}

interface Search {
  installMissing: boolean;
  /** Called with the description of each longer step. */
  onStep?: (what: string) => void;
  /** The required programs; by default Postgres, NATS and Redis. */
  only?: ProgramName[];
}

const CHROME_OF_MACOS = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
const TO_RUN_ON: ProgramName[] = ['postgres', 'nats', 'redis'];

export async function findPrograms({ installMissing, onStep, only = TO_RUN_ON }: Search): Promise<Programs> {
  const missing = only.filter((name) => locate(name) === undefined);
  if (missing.length > 0 && installMissing) await installPackages(missing, onStep ?? (() => {}));
  const still = only.filter((name) => locate(name) === undefined);
  if (still.length > 0) throw new Error(explain(still));
  const postgres = locate('postgres') ?? '';
  const directory = postgres === '' ? '' : dirname(realpathSync(postgres));
  return {
    postgres: { postgres, initdb: join(directory, 'initdb'), directory },
    natsServer: locate('nats') ?? '',
    redisServer: locate('redis') ?? '',
    prometheus: {
      prometheus: locate('prometheus') ?? '',
      promtool: firstExecutable(searchPath(), 'promtool') ?? '',
    },
    alertmanager: locate('alertmanager') ?? '',
    chromium: locate('chromium') ?? '',
  };
}

function locate(name: ProgramName): string | undefined {
  if (name === 'prometheus') return firstExecutable(searchPath(), 'prometheus');
  if (name === 'alertmanager') {
    // As Debian calls it.
    return (
      firstExecutable(searchPath(), 'prometheus-alertmanager') ??
      firstExecutable(searchPath(), 'alertmanager')
    );
  }
  if (name === 'chromium') return locateChromium();
  if (name === 'nats') return firstExecutable(searchPath(), 'nats-server');
  if (name === 'redis') {
    return firstExecutable(searchPath(), 'redis-server') ?? firstExecutable(searchPath(), 'valkey-server');
  }
  return [...postgresDirectories(), ...searchPath()]
    .filter((directory) => isExecutable(join(directory, 'initdb')))
    .map((directory) => join(directory, 'postgres'))
    .find(isExecutable);
}

function locateChromium(): string | undefined {
  // Without windows it draws a page in half of the processor time.
  const names = [
    'chromium-headless-shell',
    'chromium',
    'chromium-browser',
    'google-chrome',
    'google-chrome-stable',
  ];
  const found = names.map((name) => firstExecutable(searchPath(), name)).find((file) => file !== undefined);
  return found ?? [CHROME_OF_MACOS].find(isExecutable);
}

/** Debian installs these outside a normal user's PATH; Homebrew does not link versioned formulas. */
function searchPath(): string[] {
  const path = (process.env['PATH'] ?? '').split(delimiter).filter((entry) => entry !== '');
  return [...path, '/usr/sbin', '/usr/local/bin', '/opt/homebrew/bin', '/usr/local/sbin'];
}

function postgresDirectories(): string[] {
  const debian = versions('/usr/lib/postgresql').map((version) => `/usr/lib/postgresql/${version}/bin`);
  const brew = ['/opt/homebrew/opt', '/usr/local/opt'].flatMap((root) =>
    versions(root, 'postgresql@').map((version) => `${root}/postgresql@${version}/bin`),
  );
  return [...debian, ...brew];
}

/** Newest first. */
function versions(directory: string, prefix = ''): string[] {
  try {
    return readdirSync(directory)
      .filter((entry) => entry.startsWith(prefix) && /^\d+$/.test(entry.slice(prefix.length)))
      .map((entry) => entry.slice(prefix.length))
      .toSorted((left, right) => Number(right) - Number(left));
  } catch {
    return [];
  }
}

function firstExecutable(directories: string[], name: string): string | undefined {
  return directories.map((directory) => join(directory, name)).find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function explain(missing: ProgramName[]): string {
  const words = {
    postgres: 'PostgreSQL (14 or newer)',
    nats: 'nats-server (2.9 or newer)',
    redis: 'redis-server',
    prometheus: 'Prometheus with promtool (2.42 or newer)',
    alertmanager: 'Alertmanager (0.25 or newer)',
    chromium: 'Chromium (120 or newer)',
  };
  const addresses = {
    postgres: 'POSTGRES_ADMIN_URL',
    nats: 'NATS_URL',
    redis: 'REDIS_URL',
    prometheus: undefined,
    alertmanager: undefined,
    chromium: undefined,
  };
  const instead = missing.flatMap((name) => addresses[name] ?? []);
  return [
    `Missing on this machine: ${missing.map((name) => words[name]).join(', ')}.`,
    `Install with: ${installCommands(missing).join(', or ')}.`,
    ...(instead.length === 0 ? [] : [`Or give the addresses of running ones in ${instead.join(', ')}.`]),
    'Then start again.',
  ].join('\n');
}
