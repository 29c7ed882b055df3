import { readFileSync } from 'node:fs';
import { freePort, isPortFree } from './free-port.ts';
import { spawnGuarded } from './spawn-guarded.ts';
import type { GuardedCommand, GuardedProcess } from './spawn-guarded.ts';

export interface Server {
  readonly port: number;
  readonly pid: number;
  /** Resolves when the program has ended, for whatever reason. */
  readonly exited: Promise<string>;
  stop(): Promise<void>;
}

interface ServerToRun {
  name: string;
  port: number | undefined;
  command: (port: number) => GuardedCommand;
  /** Throws until the server answers. */
  probe: (port: number) => Promise<void>;
  startWithinMs?: number;
}

/** How often another program may take a free port before it is used. */
const PORT_TRIES = 3;

export async function runServer(server: ServerToRun): Promise<Server> {
  for (let attempt = 1; ; attempt += 1) {
    const port = server.port ?? (await freePort());
    // Without this, another program on the port would answer the probe.
    if (!(await isPortFree(port))) throw new Error(`${server.name} did not start: port ${port} is taken`);
    const command = server.command(port);
    const child = await spawnGuarded(command);
    const failure = await untilReady(server, port, child);
    if (failure === undefined) {
      return { port, pid: child.pid, exited: child.exited, stop: () => child.stop() };
    }
    await child.stop(0);
    if (server.port !== undefined || attempt >= PORT_TRIES) {
      throw new Error(`${server.name} did not start: ${failure}\n${lastLines(command.logFile)}`);
    }
  }
}

async function untilReady(
  server: ServerToRun,
  port: number,
  child: GuardedProcess,
): Promise<string | undefined> {
  const within = server.startWithinMs ?? 20_000;
  const deadline = performance.now() + within;
  let ended: string | undefined;
  void child.exited.then((how) => (ended = how));
  for (;;) {
    if (ended !== undefined) return ended;
    try {
      await server.probe(port);
      return ended;
    } catch (error) {
      if (performance.now() > deadline) return `no answer within ${within} ms (${String(error)})`;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }
}

function lastLines(logFile: string): string {
  try {
    return readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-8).join('\n');
  } catch {
    return '';
  }
}
