import type { Server } from '@lodging/kit-testing/servers';

/** A server that can be killed and started again, each time on another port. */
export interface Restartable<S extends Server = Server> {
  readonly name: string;
  current(): S;
  kill(signal: NodeJS.Signals): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export async function restartable<S extends Server>(
  name: string,
  launch: () => Promise<S>,
): Promise<Restartable<S>> {
  let server = await launch();
  return {
    name,
    current: () => server,
    async kill(signal) {
      process.kill(server.pid, signal);
      await server.exited;
    },
    async start() {
      server = await launch();
    },
    async stop() {
      try {
        process.kill(server.pid, 'SIGCONT');
      } catch {
        return;
      }
      await server.stop();
    },
  };
}
