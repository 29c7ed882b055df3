import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { findPrograms } from '@lodging/kit-testing/servers';

const root = join(import.meta.dirname, '..', '..');
const page = readFileSync(join(root, 'deploy/docker/small/README.md'), 'utf8');
const bootstrap = join(root, 'deploy/bootstrap');

/** Below a heading of the page, what a reader types. */
export function commandsOf(block: string): string[] {
  const text = new RegExp(`^\`\`\`sh ${block}\\n([^\`]+)\`\`\`$`, 'm').exec(page)?.[1];
  if (text === undefined) throw new Error(`the page has no commands of ${block}`);
  return text.trim().split('\n');
}

/** One machine as the page has it, with a command `docker` that runs programs of this machine in place of containers. */
export interface PageMachine {
  /** Where the commands are typed; `backup` is in it. */
  readonly directory: string;
  readonly secretsFile: string;
  /** Runs a block of the page, and resolves to what it printed. `gateway` is the address of the admin API. */
  run(block: string, adminUrl?: string): Promise<string>;
  remove(): void;
}

/** `postgresUrl` is the address of the superuser. */
export async function pageMachine(postgresUrl: string): Promise<PageMachine> {
  const directory = mkdtempSync(join(tmpdir(), 'lodging-small-'));
  const settings = join(directory, 'settings');
  const secretsFile = join(settings, 'bootstrap', 'secrets.json');
  mkdirSync(dirname(secretsFile), { recursive: true });
  mkdirSync(join(directory, 'bin'));
  mkdirSync(join(directory, 'backup'));
  writeFileSync(join(directory, '.env'), readFileSync(join(root, 'deploy/docker/small/example.env')));
  const docker = join(directory, 'bin', 'docker');
  writeFileSync(docker, DOCKER);
  chmodSync(docker, 0o755);
  const { postgres } = await findPrograms({ installMissing: false, only: ['postgres'] });
  const { hostname, port, password } = new URL(postgresUrl);
  const path = [
    join(directory, 'bin'),
    postgres.directory,
    join(root, 'node_modules/.bin'),
    process.env['PATH'],
  ];
  const env = {
    ...process.env,
    PATH: path.join(delimiter),
    TZ: 'UTC',
    PGHOST: hostname,
    PGPORT: port,
    PGPASSWORD: password,
    POSTGRES_ADMIN_URL: postgresUrl,
    SETTINGS_DIRECTORY: settings,
    BOOTSTRAP: bootstrap,
  };
  return {
    directory,
    secretsFile,
    run(block, adminUrl = '') {
      const typed = commandsOf(block).join('\n').replaceAll('../../..', root);
      const script = typed.replace('http://127.0.0.1:8081', adminUrl);
      return ran(spawn('sh', ['-e', '-c', script], { cwd: directory, env, timeout: 60_000 }), block);
    },
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
}

/** The settings of a container are a directory here; a service that is started is not started by this command. */
const DOCKER = `#!/bin/sh
set -e
shift
verb="$1"; shift
case "$verb" in --profile|up) exit 0;; run|exec) ;; *) echo "docker compose $verb" >&2; exit 64;; esac
while [ "\${1#-}" != "$1" ]; do shift; done
service="$1"; shift
case "$service" in
  postgres) exec "$@";;
  settings) exec sh -c "$(printf '%s ' "$@" | sed "s#/settings/#$SETTINGS_DIRECTORY/#g")";;
  gateway) exec sh -c "$(printf "'%s' " "$@" | sed "s#/run/settings/#$SETTINGS_DIRECTORY/gateway/#g")";;
  provision)
    node "$BOOTSTRAP/make-settings.ts"
    exec env POSTGRES_ADMIN_URL="$POSTGRES_ADMIN_URL" node --env-file="$SETTINGS_DIRECTORY/bootstrap/provision.env" \\
      "$BOOTSTRAP/provision.ts";;
  *) echo "there is no service $service" >&2; exit 64;;
esac
`;

function ran(child: ReturnType<typeof spawn>, block: string): Promise<string> {
  let [output, notes] = ['', ''];
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (notes += chunk.toString()));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0
        ? resolve(output)
        : reject(new Error(`the commands of ${block} ended with ${code}: ${notes}${output}`)),
    );
  });
}
