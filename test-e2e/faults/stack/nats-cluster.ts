import { join } from 'node:path';
import { findPrograms, freePort, startNats } from '@lodging/kit-testing/servers';
import { restartable } from './restartable.ts';
import type { Restartable } from './restartable.ts';

/** Three servers that keep three copies of each event. Each starts again on its own port, with its own store. */
export interface NatsCluster {
  readonly nodes: readonly Restartable[];
  /** Of all three, as a service takes them. */
  readonly url: string;
  stop(): Promise<void>;
}

const NODES = ['n1', 'n2', 'n3'];

export async function startNatsCluster(directory: string): Promise<NatsCluster> {
  const { natsServer: program } = await findPrograms({ installMissing: true, only: ['nats'] });
  const ports: number[] = [];
  for (const _ of [...NODES, ...NODES]) ports.push(await freePort());
  const clientPorts = ports.slice(NODES.length);
  const routePorts = ports.slice(0, NODES.length);
  const nodes = await Promise.all(
    NODES.map((name, index) => {
      const peer = { name, routePort: routePorts[index] ?? 0, routePorts };
      const port = clientPorts[index];
      const options = { directory: join(directory, name), port, users: undefined, program, peer };
      return restartable(`NATS ${name}`, () => startNats(options));
    }),
  );
  return {
    nodes,
    url: clientPorts.map((port) => `nats://127.0.0.1:${port}`).join(','),
    stop: async () => {
      await Promise.all(nodes.map((node) => node.stop()));
    },
  };
}
