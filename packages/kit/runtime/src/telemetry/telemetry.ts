import { metrics } from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { NodeSDK } from './node-sdk.ts';
import { NoopSpanProcessor, ParentBasedSampler, TraceIdRatioBasedSampler } from '@opentelemetry/sdk-trace';
import type { Sampler, SpanProcessor } from '@opentelemetry/sdk-trace';
import { sampleStrangers } from './spans.ts';
import workspace from '../../package.json' with { type: 'json' };
import { setMeter } from './instruments.ts';
import { createMetricReader, prometheusText } from './metric-reader.ts';
import { createRuntimeInstrumentation, observeProcess, runtimeViews } from './process-metrics.ts';
import { parsePairs, resourceAttributes } from './resource.ts';

const EXPORT_TIMEOUT_MS = 5000;

export interface TelemetryOptions {
  readonly name: string;
  readonly version?: string | undefined;
  readonly environment?: string | undefined;
  /** As in OTEL_RESOURCE_ATTRIBUTES. */
  readonly resourceAttributes?: string | undefined;
  /** The share of traces without a sampled parent that are recorded, 0 to 1. */
  readonly sampleRatio: number;
  /** Without one nothing is exported; trace ids still travel and `prometheus` still answers. */
  readonly collector?: Collector | undefined;
  /** Instead of the exporter of the collector. */
  readonly spanProcessors?: SpanProcessor[];
}

export interface Collector {
  /** The address of OTLP over HTTP, without the path of a signal. */
  readonly endpoint: string;
  /** `key=value,key=value` */
  readonly headers?: string | undefined;
  readonly metricIntervalMs?: number | undefined;
}

export interface Telemetry {
  /** All metrics as they are now, in the text format of Prometheus. */
  prometheus(): Promise<string>;
  /** Exports what has not been exported yet. */
  stop(): Promise<void>;
}

export function startTelemetry(options: TelemetryOptions): Telemetry {
  const { collector, version = workspace.version } = options;
  const reader = createMetricReader(metricExporter(collector), collector?.metricIntervalMs);
  const runtime = createRuntimeInstrumentation();
  const sdk = new NodeSDK({
    resource: resourceFromAttributes(resourceAttributes({ ...options, version })),
    autoDetectResources: false,
    textMapPropagator: new W3CTraceContextPropagator(),
    sampler: parentBasedSampler(options),
    ...spanExport(options),
    metricReaders: [reader],
    views: runtimeViews,
    // Logs go to stdout; without this the SDK exports them, too.
    logRecordProcessors: [],
    instrumentations: [runtime],
  });
  sdk.start();
  sampleStrangers(rootRatio(options));
  setMeter(metrics.getMeter('lodging'));
  const unobserve = observeProcess(version);
  return {
    prometheus: () => prometheusText(reader),
    async stop() {
      // A collector that is away must not fail the stop.
      await sdk.shutdown().catch(() => undefined);
      runtime.disable();
      unobserve();
    },
  };
}

/**
 * A caller's decision is kept, also in a process that exports nothing: its neighbours may. The root sampler decides where
 * there is no parent.
 */
function parentBasedSampler(options: TelemetryOptions): Sampler {
  return new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(rootRatio(options)) });
}

function rootRatio({ collector, spanProcessors, sampleRatio }: TelemetryOptions): number {
  return collector !== undefined || spanProcessors !== undefined ? sampleRatio : 0;
}

/** Without any processor the SDK would set up no tracer, and spans would have no ids. */
function spanExport({ collector, spanProcessors }: TelemetryOptions) {
  if (spanProcessors !== undefined) return { spanProcessors };
  if (collector === undefined) return { spanProcessors: [new NoopSpanProcessor()] };
  return { traceExporter: new OTLPTraceExporter(exporterOptions(collector, 'traces')) };
}

function metricExporter(collector: Collector | undefined): OTLPMetricExporter | undefined {
  return collector && new OTLPMetricExporter(exporterOptions(collector, 'metrics'));
}

function exporterOptions({ endpoint, headers = '' }: Collector, signal: 'metrics' | 'traces') {
  return {
    url: `${endpoint.replace(/\/+$/, '')}/v1/${signal}`,
    headers: parsePairs(headers),
    timeoutMillis: EXPORT_TIMEOUT_MS,
  };
}
