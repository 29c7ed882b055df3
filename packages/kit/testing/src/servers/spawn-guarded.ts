import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';

export interface GuardedProcess {
  readonly pid: number;
  /** Resolves when the process has ended, with a short description of how. */
  readonly exited: Promise<string>;
  /** Sends the stop signal, and SIGKILL after the timeout. */
  stop(graceMs?: number): Promise<void>;
}

export interface GuardedCommand {
  command: string;
  args: string[];
  logFile: string;
  /** Append to the log file. */
  appendLog?: boolean;
  env?: NodeJS.ProcessEnv;
  cwd?: string;
  user?: { uid: number; gid: number } | undefined;
  stopSignal?: 'SIGTERM' | 'SIGINT';
}

/**
 * A shell that outlives this process by seconds: its input closes when this process ends, also by SIGKILL, and then it
 * stops every registered process.
 */
const GUARD = `
trap '' INT TERM HUP
list=' '
while read -r verb pid signal; do
  case "$verb" in
    watch) list=" $pid:$signal$list" ;;
    forget) list=$(printf '%s' "$list" | sed "s/ $pid:[A-Z]* / /") ;;
  esac
done
for entry in $list; do kill -s "\${entry#*:}" "\${entry%:*}" 2>/dev/null; done
tries=0
while [ $tries -lt 100 ]; do
  alive=''
  for entry in $list; do kill -0 "\${entry%:*}" 2>/dev/null && alive=yes; done
  [ -z "$alive" ] && exit 0
  tries=$((tries + 1))
  sleep 0.1
done
for entry in $list; do kill -s KILL "\${entry%:*}" 2>/dev/null; done
`;

let guard: ChildProcess | undefined;

function sendToGuard(line: string): void {
  if (guard === undefined) {
    // A session of its own: Ctrl-C in the terminal reaches this process alone, which stops the others in its order.
    guard = spawn('/bin/sh', ['-c', GUARD], {
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true,
      cwd: '/',
    });
    guard.once('exit', () => (guard = undefined));
    guard.stdin?.on('error', () => {});
    guard.unref();
    const input: unknown = guard.stdin;
    if (
      input !== null &&
      typeof input === 'object' &&
      'unref' in input &&
      typeof input.unref === 'function'
    ) {
      input.unref();
    }
  }
  guard.stdin?.write(`${line}\n`);
}

export async function spawnGuarded(options: GuardedCommand): Promise<GuardedProcess> {
  const log = openSync(options.logFile, options.appendLog === true ? 'a' : 'w', 0o600);
  const child = spawn(options.command, options.args, {
    stdio: ['ignore', log, log],
    detached: true,
    ...(options.env === undefined ? {} : { env: options.env }),
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    ...options.user,
  });
  closeSync(log);
  const exited = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => resolve(signal === null ? `exit code ${code}` : `signal ${signal}`));
    child.once('error', (error) => resolve(error.message));
  });
  const { pid } = child;
  if (pid === undefined) throw new Error(`cannot start ${options.command}: ${await exited}`);
  const stopSignal = options.stopSignal ?? 'SIGTERM';
  sendToGuard(`watch ${pid} ${stopSignal.slice(3)}`);
  void exited.then(() => sendToGuard(`forget ${pid}`));
  return {
    pid,
    exited,
    async stop(graceMs = 10_000) {
      child.kill(stopSignal);
      const timer = setTimeout(() => child.kill('SIGKILL'), graceMs);
      await exited;
      clearTimeout(timer);
    },
  };
}
