import { registerHooks } from 'node:module';

/**
 * `sdk-node` imports the exporters for gRPC and the reader of configuration files. Telemetry is configured in code and sent
 * over HTTP, and both would be 6 MB of each process (docs/performance/memory.md).
 */
const UNUSED = new Set(['@grpc/grpc-js', '@opentelemetry/configuration']);
const absent = new URL('absent-module.ts', import.meta.url).href;

const hooks = registerHooks({
  resolve: (specifier, context, next) =>
    UNUSED.has(specifier) ? { url: absent, shortCircuit: true } : next(specifier, context),
});
export const { NodeSDK } = await import('@opentelemetry/sdk-node');
hooks.deregister();
