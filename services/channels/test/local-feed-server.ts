import { createServer } from 'node:http';
import type { IncomingMessage, RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface FeedServer {
  readonly port: number;
  readonly requests: IncomingMessage[];
  answer: RequestListener;
  stop(): Promise<void>;
}

export async function startFeedServer(): Promise<FeedServer> {
  const requests: IncomingMessage[] = [];
  const server: Server = createServer((request, response) => {
    requests.push(request);
    feedServer.answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port }: AddressInfo = addressOf(server);
  const feedServer: FeedServer = {
    port,
    requests,
    answer: (_, response) => response.end(),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return feedServer;
}

function addressOf(server: Server): AddressInfo {
  const address = server.address();
  if (address === null || typeof address === 'string') {
    throw new Error('the server does not listen on a port');
  }
  return address;
}
