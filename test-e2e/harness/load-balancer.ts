import { connect, createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';

export interface LoadBalancer {
  readonly url: string;
  /** New connections go there from now on; those that exist stay where they are. */
  send(to: string): void;
  stop(): void;
}

/** As a Service of Kubernetes: it decides about connections, and knows nothing of requests. A reset comes through as one. */
export async function startLoadBalancer(first: string): Promise<LoadBalancer> {
  const open = new Set<Socket>();
  let target = new URL(first);
  const server: Server = createServer((client) => {
    const backend = connect(Number(target.port), target.hostname);
    for (const [one, other] of [
      [client, backend],
      [backend, client],
    ] as const) {
      open.add(one);
      one.pipe(other);
      one.once('error', () => other.resetAndDestroy());
      one.once('close', () => open.delete(one));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    send: (to) => void (target = new URL(to)),
    stop: () => {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}
