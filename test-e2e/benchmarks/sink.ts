import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A collector that discards what it receives, so that it takes little processor time. */
export async function startSink(): Promise<{ url: string; stop(): void }> {
  const server = createServer((request, response) => {
    request.on('data', () => undefined);
    request.on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const stop = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${port}`, stop };
}

/** The settings of a stack in production: all metrics, and one trace in ten. */
export function telemetrySettings(sink: { readonly url: string }): Record<string, string> {
  return {
    TRACE_SAMPLE_RATIO: '0.1',
    OTEL_EXPORTER_OTLP_ENDPOINT: sink.url,
    OTEL_METRIC_EXPORT_INTERVAL: '10000',
  };
}
