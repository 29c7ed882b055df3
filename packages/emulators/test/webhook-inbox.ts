import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import Stripe from 'stripe';

export const SECRET = 'whsec_test_inbox';

export interface WebhookInbox {
  readonly url: string;
  readonly events: Stripe.Event[];
  /** The next statuses to answer; 200 after them. With 0 it does not answer. */
  readonly answers: number[];
  stop(): Promise<void>;
}

export async function startWebhookInbox(): Promise<WebhookInbox> {
  const stripe = new Stripe('sk_test_unused');
  const events: Stripe.Event[] = [];
  const answers: number[] = [];
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const signature = request.headers['stripe-signature'] ?? '';
    events.push(stripe.webhooks.constructEvent(await buffer(request), signature, SECRET));
    const status = answers.shift() ?? 200;
    if (status !== 0) response.writeHead(status).end();
  };
  const server = createServer((request, response) => void receive(request, response));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/webhooks/stripe`,
    events,
    answers,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}
