import { PrometheusSerializer } from '@opentelemetry/exporter-prometheus';
import {
  AggregationTemporality,
  InstrumentType,
  MetricReader,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import type { CollectionResult, PushMetricExporter, ResourceMetrics } from '@opentelemetry/sdk-metrics';

const EXPORT_TIMEOUT_MS = 5000;
const EXPORT_INTERVAL_MS = 60_000;
const MIN_EXPORT_INTERVAL_MS = 1000;
/** Series of one metric in one collection, the one that takes the overflow included. */
const MAX_SERIES = 2001;

export const PROMETHEUS_CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/**
 * The one reader of a process: /metrics serialises what it collects, and where there is an exporter it also exports every
 * `intervalMs`. With two readers, each keeps what the other has collected until it is read itself, so a /metrics that
 * nothing scrapes would hold memory without end.
 */
export function createMetricReader(
  exporter?: PushMetricExporter,
  intervalMs = EXPORT_INTERVAL_MS,
): MetricReader {
  const reader = exporter === undefined ? new PulledReader() : createPushReader(exporter, intervalMs);
  const collect = reader.collect.bind(reader);
  let collecting: Promise<CollectionResult> | undefined;
  return Object.assign(reader, {
    // A cumulative reader repeats the last value of a gauge that is not observed any more; as a delta it is left out.
    selectAggregationTemporality: (type: InstrumentType) =>
      type === InstrumentType.OBSERVABLE_GAUGE
        ? AggregationTemporality.DELTA
        : AggregationTemporality.CUMULATIVE,
    // Two collections at once would share out the gauges between them.
    collect: (...options: Parameters<typeof collect>) => {
      collecting ??= collect(...options).finally(() => (collecting = undefined));
      return collecting;
    },
  });
}

class PulledReader extends MetricReader {
  constructor() {
    super({ cardinalitySelector: () => MAX_SERIES });
  }

  protected override async onForceFlush(): Promise<void> {}

  protected override async onShutdown(): Promise<void> {}
}

function createPushReader(exporter: PushMetricExporter, intervalMs: number): MetricReader {
  const exportIntervalMillis = Math.max(MIN_EXPORT_INTERVAL_MS, intervalMs);
  return new PeriodicExportingMetricReader({
    exporter,
    exportIntervalMillis,
    exportTimeoutMillis: Math.min(exportIntervalMillis, EXPORT_TIMEOUT_MS),
    cardinalityLimits: { default: MAX_SERIES },
  });
}

/** Every series carries the service, so that it is found whatever job or target scraped it. */
const serializer = new PrometheusSerializer('', false, /^service\.name$/, false, true);

export async function prometheusText(reader: MetricReader): Promise<string> {
  const { resourceMetrics } = await reader.collect();
  return serializer.serialize(withUnitsInNames(resourceMetrics));
}

/** Units as Prometheus writes them. An annotation such as {request} is not a unit. */
const UNIT_SUFFIXES = new Map([
  ['s', '_seconds'],
  ['By', '_bytes'],
  ['1', '_ratio'],
]);

/** The serialiser appends `_total` to counters but no units; Prometheus' own OTLP receiver appends both. */
function withUnitsInNames({ resource, scopeMetrics }: ResourceMetrics): ResourceMetrics {
  return {
    resource,
    scopeMetrics: scopeMetrics.map(({ scope, metrics }) => ({
      scope,
      metrics: metrics.map((metric) => {
        const { name, unit } = metric.descriptor;
        const prometheusName = name + (UNIT_SUFFIXES.get(unit) ?? '');
        return { ...metric, descriptor: { ...metric.descriptor, name: prometheusName, unit: '' } };
      }),
    })),
  };
}
