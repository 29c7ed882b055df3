import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { Webhook } from 'standardwebhooks';
import type { Fields } from '../history/entries.ts';
import { randomFrom } from '../history/random.ts';
import type { Recorder } from '../history/recorder.ts';

export const RECEIVERS = ['good', 'slow', 'failing'] as const;

export interface Receivers {
  urlOf(tenant: string, name: string): string;
  /** Signatures are checked from then on. */
  expect(tenant: string, name: string, secret: string): void;
  stop(): Promise<void>;
}

const SLOW_MS = 2_500;
/** As the verifiers of Standard Webhooks have it. */
const TOLERANCE_SECONDS = 300;

/**
 * Records every delivery. `failing` answers 500 to every second one, and each receiver 400 to a timestamp that is too old or
 * too new: a service whose clock is wrong sends such ones, and has to send them again.
 */
export async function openReceivers(recorder: Recorder, seed: number): Promise<Receivers> {
  const secrets = new Map<string, string>();
  const random = randomFrom(seed).fork('receivers');
  const server = createServer((request, response) => {
    void read(request).then(async (raw) => {
      const [, tenant = '', name = ''] = (request.url ?? '').split('/');
      const secret = secrets.get(`${tenant}/${name}`);
      const fails = name === 'failing' && random.chance(0.5);
      const status = fails ? 500 : isTimely(request) ? 204 : 400;
      const body = Object(JSON.parse(raw)) as Fields;
      recorder.note({
        kind: 'webhook',
        at: recorder.now(),
        tenant,
        endpoint: name,
        answered: status,
        signed: secret === undefined || isSigned(secret, raw, request),
        eventId: String(request.headers['webhook-id'] ?? ''),
        body,
      });
      if (name === 'slow') await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    urlOf: (tenant, name) => `http://localhost:${port}/${tenant}/${name}`,
    expect: (tenant, name, secret) => void secrets.set(`${tenant}/${name}`, secret),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}

function isTimely({ headers }: IncomingMessage): boolean {
  return Math.abs(Date.now() / 1000 - Number(headers['webhook-timestamp'])) <= TOLERANCE_SECONDS;
}

function isSigned(secret: string, raw: string, { headers }: IncomingMessage): boolean {
  const at = new Date(Number(headers['webhook-timestamp']) * 1000);
  const expected = new Webhook(secret).sign(String(headers['webhook-id']), at, raw);
  return String(headers['webhook-signature']).split(' ').includes(expected);
}
