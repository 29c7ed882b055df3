import { ValueType } from '@opentelemetry/api';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AggregationTemporality,
  DataPointType,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import type { HistogramMetricData, MetricData, MetricProducer } from '@opentelemetry/sdk-metrics';
import { BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import type { SpanProcessor } from '@opentelemetry/sdk-trace-base';
import { current } from './gauges.ts';
import { total } from './instruments.ts';
import type { Snapshot } from './instruments.ts';

const SEND_LIMIT_MS = 5000;
const METRICS_EVERY_MS = 60_000;
const LEAST_MS = 1000;

export interface CollectorAddress {
  readonly endpoint: string;
  readonly headers: Record<string, string>;
  readonly metricsEveryMs?: number | undefined;
}

/** Begins to send the metrics of the process that the resource describes. */
export type SendMetrics = (about: Record<string, string>) => { stop(): Promise<void> };

export interface Sending {
  readonly processors: SpanProcessor[];
  readonly sendMetrics: SendMetrics;
}

export function sendTo(collector: CollectorAddress): Sending {
  const to = (signal: string) => ({
    url: `${collector.endpoint.replace(/\/+$/, '')}/v1/${signal}`,
    headers: collector.headers,
    timeoutMillis: SEND_LIMIT_MS,
  });
  const sendMetrics: SendMetrics = (about) => {
    const exportIntervalMillis = Math.max(LEAST_MS, collector.metricsEveryMs ?? METRICS_EVERY_MS);
    const reader = new PeriodicExportingMetricReader({
      exporter: new OTLPMetricExporter(to('metrics')),
      exportIntervalMillis,
      exportTimeoutMillis: Math.min(exportIntervalMillis, SEND_LIMIT_MS),
      metricProducers: [instrumentsOfOurs(about)],
    });
    const provider = new MeterProvider({ resource: resourceFromAttributes(about), readers: [reader] });
    return { stop: () => provider.shutdown() };
  };
  return { processors: [new BatchSpanProcessor(new OTLPTraceExporter(to('traces')))], sendMetrics };
}

/** The SDK's way for sums that are kept elsewhere: it asks, stamps nothing, and sends what it is given. */
function instrumentsOfOurs(about: Record<string, string>): MetricProducer {
  const startedAt = Date.now();
  return {
    async collect() {
      const snapshots = [...total(), ...(await current())];
      const times = { startTime: timeOf(startedAt), endTime: timeOf(Date.now()) };
      const metrics = snapshots
        .filter(({ points }) => points.length > 0)
        .map((snapshot) => metricOf(snapshot, times));
      const scopeMetrics = [{ scope: { name: 'lodging' }, metrics }];
      return { resourceMetrics: { resource: resourceFromAttributes(about), scopeMetrics }, errors: [] };
    },
  };
}

type Times = Pick<MetricData['dataPoints'][number], 'startTime' | 'endTime'>;

function timeOf(epochMs: number): [number, number] {
  return [Math.trunc(epochMs / 1000), (epochMs % 1000) * 1e6];
}

function metricOf(snapshot: Snapshot, times: Times): MetricData {
  const { name, unit, about: description, kind } = snapshot;
  const common = {
    descriptor: { name, unit, description, valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  };
  if (kind === 'histogram')
    return {
      ...common,
      dataPointType: DataPointType.HISTOGRAM,
      dataPoints: distributionsOf(snapshot, times),
    };
  const dataPoints = snapshot.points.flatMap((point) =>
    'value' in point ? [{ ...times, attributes: point.labels, value: point.value }] : [],
  );
  if (kind === 'gauge') return { ...common, dataPointType: DataPointType.GAUGE, dataPoints };
  return { ...common, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints };
}

function distributionsOf({ buckets, points }: Snapshot, times: Times): HistogramMetricData['dataPoints'] {
  return points.flatMap((point) => {
    if ('value' in point) return [];
    const { labels, counts, sum, count } = point;
    const value = { buckets: { boundaries: [...buckets], counts: [...counts] }, sum, count };
    return [{ ...times, attributes: labels, value }];
  });
}
