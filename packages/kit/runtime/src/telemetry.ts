// Owns the wiring of OpenTelemetry: context that follows the code, W3C headers, spans exported only where asked.
import { context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  BasicTracerProvider,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-base';
import type { SpanProcessor } from '@opentelemetry/sdk-trace-base';

export interface TelemetryOptions {
  readonly name: string;
  readonly sampleRatio: number;
  /** What receives the spans; without one nothing is recorded, but trace ids still travel. */
  readonly processors?: SpanProcessor[];
}

export interface Telemetry {
  stop(): Promise<void>;
}

export function startTelemetry(options: TelemetryOptions): Telemetry {
  const { processors = [] } = options;
  const root =
    processors.length === 0 ? new AlwaysOffSampler() : new TraceIdRatioBasedSampler(options.sampleRatio);
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': options.name, 'service.namespace': 'lodging' }),
    sampler: new ParentBasedSampler({ root }),
    spanProcessors: processors,
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  return { stop: () => provider.shutdown() };
}

/** The exporter is large (6 MB in each process), so it is loaded only where somebody collects. */
export async function exportingTo(endpoint: string | undefined): Promise<SpanProcessor[]> {
  if (endpoint === undefined) return [];
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http');
  const url = `${endpoint.replace(/\/+$/, '')}/v1/traces`;
  return [new BatchSpanProcessor(new OTLPTraceExporter({ url, timeoutMillis: 5000 }))];
}
