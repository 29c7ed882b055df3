import { context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  BasicTracerProvider,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-base';
import type { SpanProcessor } from '@opentelemetry/sdk-trace-base';
import workspace from '../package.json' with { type: 'json' };
import { current } from './gauges.ts';
import { total } from './instruments.ts';
import { measureProcess } from './process-metrics.ts';
import { prometheusText } from './prometheus-text.ts';
import { readPairs, resourceOf } from './resource.ts';
import type { Sending, SendMetrics } from './send-to-collector.ts';

export interface TelemetryOptions {
  readonly name: string;
  readonly version?: string | undefined;
  readonly environment?: string | undefined;
  readonly more?: string | undefined;
  readonly sampleRatio: number;
  /** What receives the spans; without one nothing is recorded, but trace ids still travel. */
  readonly processors?: SpanProcessor[];
  /** Begins to send the metrics somewhere. */
  readonly sendMetrics?: SendMetrics | undefined;
}

export interface Telemetry {
  /** All metrics as they are now, in the text that Prometheus reads. */
  prometheus(): Promise<string>;
  /** Sends what waits to be sent. */
  stop(): Promise<void>;
}

export function startTelemetry(options: TelemetryOptions): Telemetry {
  const { name, processors = [], version = workspace.version } = options;
  const { environment = 'development', more = '' } = options;
  const about = resourceOf({ name, version, environment, more });
  // What a caller has decided travels on, also through a process that sends its spans nowhere.
  const root =
    processors.length === 0 ? new AlwaysOffSampler() : new TraceIdRatioBasedSampler(options.sampleRatio);
  const sampler = new ParentBasedSampler({ root });
  const resource = resourceFromAttributes(about);
  const spans = new BasicTracerProvider({ resource, sampler, spanProcessors: processors });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(spans);
  const endProcess = measureProcess(version);
  const sending = options.sendMetrics?.(about);
  return {
    prometheus: async () => prometheusText(about, [...total(), ...(await current())]),
    async stop() {
      // A collector that is away is no reason to leave in anger.
      await Promise.allSettled([spans.shutdown(), sending?.stop()]);
      endProcess();
    },
  };
}

export interface Collector {
  /** Where OTLP over HTTP is taken, without the path of a signal. */
  readonly endpoint: string;
  /** `key=value,key=value` */
  readonly headers?: string | undefined;
  readonly metricsEveryMs?: number | undefined;
}

/** What sends is large (5 MB in each process), so it is loaded only where somebody collects. */
export async function exportingTo(collector: Collector | undefined): Promise<Partial<Sending>> {
  if (collector === undefined) return {};
  const { sendTo } = await import('./send-to-collector.ts');
  return sendTo({ ...collector, headers: readPairs(collector.headers ?? '') });
}
