import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PROMETHEUS_CONTENT_TYPE } from './metric-reader.ts';

export type Checks = Readonly<Record<string, () => Promise<void>>>;

/** What stands in the way of work: `starting`, `draining`, or the names of the failing checks. */
export type Readiness = () => Promise<readonly string[]>;

export interface HealthServer {
  readonly port: number;
  stop(): void;
}

const CHECK_TIMEOUT_MS = 2000;

export async function startHealthServer(options: {
  host: string;
  port: number;
  readinessFailures: Readiness;
  /** In the text that Prometheus reads. */
  metrics: () => Promise<string>;
}): Promise<HealthServer> {
  const server = createServer((request, response) => {
    const answer = (status: number, body: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
      response.end(JSON.stringify(body));
    };
    const path = request.url?.split('?')[0];
    if (path === '/livez') return answer(200, { status: 'alive' });
    if (path === '/metrics') {
      return void options.metrics().then(
        (text) => response.writeHead(200, { 'content-type': PROMETHEUS_CONTENT_TYPE }).end(text),
        () => answer(500, { status: 'the metrics could not be read' }),
      );
    }
    // The bare address answers too: it is what people open, and what a list of services names.
    if (path !== '/readyz' && path !== '/') return answer(404, { status: 'not found' });
    void options.readinessFailures().then((failing) => {
      if (failing.length === 0) answer(200, { status: 'ready' });
      else answer(503, { status: 'not ready', failing });
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, resolve);
  });
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  return { port: (server.address() as AddressInfo).port, stop };
}

/** The names of the checks that fail, or do not answer in time. */
export async function failingChecks(checks: Checks): Promise<string[]> {
  const outcomes = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => ((await passes(check)) ? [] : [name])),
  );
  return outcomes.flat();
}

async function passes(check: () => Promise<void>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, CHECK_TIMEOUT_MS, false);
  });
  const outcome = Promise.try(check).then(
    () => true,
    () => false,
  );
  try {
    return await Promise.race([outcome, late]);
  } finally {
    clearTimeout(timer);
  }
}
