import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { countHosts } from '../telemetry/count-hosts.ts';
import { PROMETHEUS_CONTENT_TYPE } from '../telemetry/metric-reader.ts';
import { withTimeout } from '../concurrency/with-timeout.ts';

/** Each throws while the service cannot do its work. */
export type Checks = Readonly<Record<string, () => Promise<void>>>;

export interface HealthServer {
  readonly port: number;
  stop(): void;
}

export interface HealthServerOptions {
  readonly host: string;
  /** 0 lets the system choose a free port. */
  readonly port: number;
  /** `starting`, `draining`, or the names of the failing checks; empty while the service is ready. */
  readonly readinessFailures: () => Promise<readonly string[]>;
  /** In the text format of Prometheus. */
  readonly metrics: () => Promise<string>;
}

const CHECK_TIMEOUT_MS = 2000;

/** Serves /livez, /readyz and /metrics. The root is /readyz, for people who open the address of a service. */
export async function startHealthServer(options: HealthServerOptions): Promise<HealthServer> {
  const server = createServer((request, response) => {
    const path = request.url?.split('?')[0];
    if (countHosts(request.rawHeaders) > 1) sendBadRequest(response);
    else if (path === '/livez') sendJson(response, 200, { status: 'alive' });
    else if (path === '/metrics') void sendMetrics(response, options);
    else if (path === '/readyz' || path === '/') void sendReadiness(response, options);
    else sendJson(response, 404, { status: 'not found' });
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

function sendBadRequest(response: ServerResponse): void {
  const detail = 'The message has more than one Host header.';
  response.writeHead(400, { 'content-type': 'application/problem+json', 'cache-control': 'no-store' });
  response.end(JSON.stringify({ title: 'Bad request', status: 400, detail, code: 'bad_request' }));
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(JSON.stringify(body));
}

async function sendMetrics(response: ServerResponse, { metrics }: HealthServerOptions): Promise<void> {
  try {
    const text = await metrics();
    response.writeHead(200, { 'content-type': PROMETHEUS_CONTENT_TYPE }).end(text);
  } catch {
    sendJson(response, 500, { status: 'the metrics could not be read' });
  }
}

async function sendReadiness(
  response: ServerResponse,
  { readinessFailures }: HealthServerOptions,
): Promise<void> {
  const failing = await readinessFailures();
  if (failing.length === 0) sendJson(response, 200, { status: 'ready' });
  else sendJson(response, 503, { status: 'not ready', failing });
}

/** The names of the checks that throw, or take longer than two seconds. */
export async function failingChecks(checks: Checks): Promise<string[]> {
  const results = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => ((await passes(check)) ? [] : [name])),
  );
  return results.flat();
}

async function passes(check: () => Promise<void>): Promise<boolean> {
  try {
    await withTimeout(Promise.try(check), CHECK_TIMEOUT_MS, () => new Error('the check timed out'));
    return true;
  } catch {
    return false;
  }
}
