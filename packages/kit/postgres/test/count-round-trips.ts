import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

export interface CountingRelay {
  /** The same database, reached through the relay. */
  readonly url: string;
  /** Questions since the last call: what was sent before an answer came is one. */
  takeCount(): number;
  /** Cuts every connection, as a failing network does. */
  cut(): void;
  stop(): Promise<void>;
}

export async function relayTo(databaseUrl: string): Promise<CountingRelay> {
  const target = new URL(databaseUrl);
  const url = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let count = 0;
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    let answered = true;
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        near.destroy();
        far.destroy();
      });
    }
    near.on('data', (chunk) => {
      if (answered) count += 1;
      answered = false;
      far.write(chunk);
    });
    far.on('data', (chunk) => {
      answered = true;
      near.write(chunk);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    takeCount: () => {
      const taken = count;
      count = 0;
      return taken;
    },
    cut: () => {
      for (const socket of sockets) socket.destroy();
    },
    stop: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  };
}
