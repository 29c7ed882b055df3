import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

export type ProgramName = 'postgres' | 'nats' | 'redis' | 'prometheus' | 'alertmanager' | 'chromium';

const APT = {
  postgres: 'postgresql',
  nats: 'nats-server',
  redis: 'redis-server',
  prometheus: 'prometheus',
  alertmanager: 'prometheus-alertmanager',
  chromium: 'chromium-headless-shell',
};
const BREW = {
  postgres: 'postgresql@16',
  nats: 'nats-server',
  redis: 'redis',
  prometheus: 'prometheus',
  alertmanager: 'alertmanager',
  chromium: 'google-chrome',
};

interface Command {
  command: string;
  args: string[];
}

/** The command that a user would type. */
export function installCommands(missing: ProgramName[]): string[] {
  const packages = missing.map((name) => APT[name]).join(' ');
  const formulas = missing.map((name) => BREW[name]).join(' ');
  return [`apt-get install ${packages} (Debian, Ubuntu)`, `brew install ${formulas} (macOS)`];
}

/** Does not throw: the caller checks afterwards which programs are still missing. */
export async function installPackages(missing: ProgramName[], onStep: (what: string) => void): Promise<void> {
  if (existsSync('/usr/bin/apt-get')) return installWithApt(missing, onStep);
  if (process.platform === 'darwin' && run({ command: 'brew', args: ['--version'] }, 10_000)) {
    const formulas = missing.map((name) => BREW[name]);
    onStep(`brew install ${formulas.join(' ')}`);
    run({ command: 'brew', args: ['install', '--quiet', ...formulas] });
  }
}

function installWithApt(missing: ProgramName[], onStep: (what: string) => void): void {
  const prefix = rootPrefix();
  if (prefix === undefined) return;
  const packages = missing.map((name) => APT[name]);
  const apt = (...args: string[]): Command => {
    // RUNLEVEL=1 keeps the packages from starting their services.
    const words = [...prefix, 'env', 'DEBIAN_FRONTEND=noninteractive', 'RUNLEVEL=1', 'apt-get', ...args];
    return { command: words[0] ?? '', args: words.slice(1) };
  };
  onStep(`apt-get install ${packages.join(' ')}`);
  // Another installation in progress is waited for.
  const lockTimeout = ['-o', 'DPkg::Lock::Timeout=120'];
  const install = apt('install', '-y', '-qq', '--no-install-recommends', ...lockTimeout, ...packages);
  if (run(install)) return;
  onStep('apt-get update, then once more');
  run(apt('update', '-qq'));
  run(install);
}

/** How to become root: not needed, by sudo without a password, or by sudo with a prompt on a terminal. */
function rootPrefix(): string[] | undefined {
  if (process.getuid?.() === 0) return [];
  if (run({ command: 'sudo', args: ['-n', 'true'] }, 10_000)) return ['sudo', '-n'];
  const authenticated = process.stdin.isTTY && spawnSync('sudo', ['-v'], { stdio: 'inherit' }).status === 0;
  return authenticated ? ['sudo'] : undefined;
}

function run({ command, args }: Command, timeout = 600_000): boolean {
  return spawnSync(command, args, { stdio: 'ignore', timeout }).status === 0;
}
