import { emptyResource } from '@opentelemetry/resources';
import { AggregationTemporality, InMemoryMetricExporter, MeterProvider } from '@opentelemetry/sdk-metrics';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { counter, histogram } from './telemetry/instruments.ts';
import { createMetricReader, prometheusText } from './telemetry/metric-reader.ts';
import { observableCounter, observableGauge, observe, observeCached } from './telemetry/observe.ts';
import { parsePairs, resourceAttributes } from './telemetry/resource.ts';
import { startTelemetry } from './telemetry/telemetry.ts';

const telemetry = startTelemetry({ name: 'parcels', sampleRatio: 0 });
const text = () => telemetry.prometheus();
const form = (name: string, unit = '{parcel}') => ({ name, unit, description: 'Parcels.' });

afterAll(() => telemetry.stop());

describe('/metrics', () => {
  it('counts by label, under the name that Prometheus expects', async () => {
    const sent = counter(form('parcels.sent'));
    for (const amount of [1, 2, 1]) sent.add(amount, { 'parcel.to': 'abroad' });
    sent.add(1, { 'parcel.to': 'a "quoted"\n\\ place' });
    const exposed = await text();
    expect(exposed).toContain('# HELP parcels_sent_total Parcels.\n# TYPE parcels_sent_total counter\n');
    expect(exposed).toContain('parcels_sent_total{parcel_to="abroad",service_name="parcels"} 4\n');
    expect(exposed).toContain('parcel_to="a \\"quoted\\"\\n\\\\ place",service_name="parcels"} 1\n');
  });

  it('shows a histogram in cumulative buckets that include their bound', async () => {
    const weight = histogram({ ...form('parcels.weight', 's'), buckets: [1, 2] });
    for (const value of [0.5, 1, 1.5, 9]) weight.record(value);
    const exposed = await text();
    expect(exposed).toContain('parcels_weight_seconds_bucket{service_name="parcels",le="1"} 2\n');
    expect(exposed).toContain('parcels_weight_seconds_bucket{service_name="parcels",le="2"} 3\n');
    expect(exposed).toContain('parcels_weight_seconds_bucket{service_name="parcels",le="+Inf"} 4\n');
    expect(exposed).toContain('parcels_weight_seconds_sum{service_name="parcels"} 12\n');
    expect(exposed).toContain('parcels_weight_seconds_count{service_name="parcels"} 4\n');
  });

  it('has one metric of a name, however many modules declare it', async () => {
    for (const depot of ['north', 'south']) counter(form('parcels.shared')).add(1, { depot });
    const exposed = await text();
    expect(exposed.match(/^# TYPE parcels_shared_total/gm)).toHaveLength(1);
    expect(exposed.match(/^parcels_shared_total\{/gm)).toHaveLength(2);
  });

  it('folds series beyond two thousand of one metric into one', async () => {
    const unbounded = counter(form('parcels.unbounded'));
    for (let id = 0; id < 2500; id += 1) unbounded.add(1, { id });
    const exposed = await text();
    expect(exposed.match(/^parcels_unbounded_total\{/gm)).toHaveLength(2001);
    expect(exposed).toContain(
      'parcels_unbounded_total{otel_metric_overflow="true",service_name="parcels"} 500\n',
    );
  });

  it('shows the event loop, the heap, garbage collection and the process itself', async () => {
    setFlagsFromString('--expose-gc');
    runInNewContext('gc')();
    // The event loop's delay is left out until it has five samples.
    const exposed = await vi.waitFor(async () => {
      const shown = await text();
      expect(shown).toContain('nodejs_eventloop_delay');
      return shown;
    });
    const names = exposed.match(/(?<=^# TYPE )(?:lodging|nodejs|process|v8js)\w+/gm)?.toSorted();
    expect(names).toEqual([
      'lodging_build_info',
      'nodejs_eventloop_delay_max_seconds',
      'nodejs_eventloop_delay_mean_seconds',
      'nodejs_eventloop_delay_min_seconds',
      'nodejs_eventloop_delay_p50_seconds',
      'nodejs_eventloop_delay_p99_seconds',
      'nodejs_eventloop_utilization_ratio',
      'process_cpu_time_seconds_total',
      'process_memory_usage_bytes',
      'process_uptime_seconds',
      'v8js_gc_duration_seconds',
      'v8js_memory_heap_limit_bytes',
      'v8js_memory_heap_used_bytes',
    ]);
  });
});

describe('an observed gauge', () => {
  it('has the value of now, and is missing where its source throws, hangs or is gone', async () => {
    const waiting = observableGauge(form('parcels.waiting'));
    const driven = observableCounter(form('parcels.driven', 's'));
    let depot: () => Promise<number> = async () => 7;
    const ends = [
      observeCached(
        () => depot(),
        (count, result) => result.observe(waiting, count, { depot: 'north' }),
        0,
      ),
      observe((result) => result.observe(driven, 12)),
      observe(() => {
        throw new Error('no such depot');
      }),
    ];
    expect(await text()).toContain('parcels_waiting{depot="north",service_name="parcels"} 7\n');
    expect(await text()).toContain('# TYPE parcels_driven_seconds_total counter\n');
    for (const broken of [
      () => Promise.reject(new Error('away')),
      () => new Promise<number>(() => undefined),
    ]) {
      depot = broken;
      expect(await text()).not.toContain('parcels_waiting');
    }
    depot = async () => 8;
    expect(await text()).toContain('depot="north",service_name="parcels"} 8\n');
    for (const end of ends) end();
    expect(await text()).not.toContain('parcels_waiting');
  });

  it('is the sum of what two parts of a process observe of one series', async () => {
    const belts = observableGauge(form('parcels.belts'));
    const ends = [3, 4].map((count) => observe((result) => result.observe(belts, count)));
    expect(await text()).toContain('parcels_belts{service_name="parcels"} 7\n');
    for (const end of ends) end();
  });

  it('is read once from a database or a broker for all who read at about the same time', async () => {
    const stored = observableGauge(form('parcels.stored'));
    let reads = 0;
    const read = async () => (reads += 1);
    const end = observeCached(read, (count, result) => result.observe(stored, count));
    await Promise.all([text(), text()]);
    expect(await text()).toContain('parcels_stored{service_name="parcels"} 1\n');
    expect(reads).toBe(1);
    end();
  });
});

describe('the reader that exports', () => {
  const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = createMetricReader(exporter, 3_600_000);
  const meter = new MeterProvider({ resource: emptyResource(), readers: [reader] }).getMeter('test');
  const exported = async () => {
    exporter.reset();
    await reader.forceFlush();
    return exporter
      .getMetrics()
      .flatMap(({ scopeMetrics }) => scopeMetrics.flatMap(({ metrics: all }) => all));
  };
  const namesIn = async () => (await exported()).map(({ descriptor }) => descriptor.name);

  it('exports no gauge that is silent, and every count that /metrics has shown in between', async () => {
    const sent = meter.createCounter('parcels.sent');
    const waiting = meter.createObservableGauge('parcels.waiting');
    let count: number | undefined = 7;
    waiting.addCallback((result) => {
      if (count !== undefined) result.observe(count);
    });
    sent.add(1);
    expect(await namesIn()).toEqual(['parcels.sent', 'parcels.waiting']);
    sent.add(1);
    expect(await prometheusText(reader)).toMatch(/^parcels_waiting 7$/m);
    count = undefined;
    expect(await prometheusText(reader)).not.toContain('parcels_waiting');
    const [total, ...others] = await exported();
    expect(others).toEqual([]);
    expect(total).toMatchObject({
      aggregationTemporality: AggregationTemporality.CUMULATIVE,
      dataPoints: [{ value: 2 }],
    });
    count = 8;
    const texts = await Promise.all([prometheusText(reader), prometheusText(reader), namesIn()]);
    expect(texts[0]).toMatch(/^parcels_waiting 8$/m);
    expect(texts[1]).toBe(texts[0]);
    expect(texts[2]).toContain('parcels.waiting');
  });
});

describe('the resource', () => {
  it('takes attributes from the environment, but no other name', () => {
    const identity = { name: 'parcels', version: '1.2.3', environment: 'production' };
    const more = 'service.instance.id=pod-7,team=stays%20and%20more,broken,service.name=other,=x';
    expect(resourceAttributes({ ...identity, resourceAttributes: more })).toEqual({
      'service.name': 'parcels',
      'service.namespace': 'lodging',
      'service.version': '1.2.3',
      'service.instance.id': 'pod-7',
      'deployment.environment.name': 'production',
      team: 'stays and more',
    });
    expect(parsePairs('a=%zz')).toEqual({ a: '%zz' });
  });
});
