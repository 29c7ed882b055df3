import { RuntimeNodeInstrumentation } from '@opentelemetry/instrumentation-runtime-node';
import { AggregationType } from '@opentelemetry/sdk-metrics';
import type { ViewOptions } from '@opentelemetry/sdk-metrics';
import { getHeapStatistics } from 'node:v8';
import { observableCounter, observableGauge, observe } from './observe.ts';

const build = observableGauge({
  name: 'lodging.build.info',
  unit: '{build}',
  description: 'Always 1; the versions are labels.',
});
const cpuTime = observableCounter({
  name: 'process.cpu.time',
  unit: 's',
  description: 'Processor time used.',
});
const memoryUsage = observableGauge({
  name: 'process.memory.usage',
  unit: 'By',
  description: 'Resident memory.',
});
const uptime = observableGauge({
  name: 'process.uptime',
  unit: 's',
  description: 'Time since the process started.',
});
const heapLimit = observableGauge({
  name: 'v8js.memory.heap.limit',
  unit: 'By',
  description: 'The heap size limit of V8.',
});

const MICROSECONDS = 1e6;

/** Metrics that the runtime instrumentation leaves out. Returns the function that ends the observation. */
export function observeProcess(version: string): () => void {
  const attributes = { 'service.version': version, 'lodging.node.version': process.versions.node };
  return observe((result) => {
    const { user, system } = process.cpuUsage();
    result.observe(build, 1, attributes);
    result.observe(cpuTime, user / MICROSECONDS, { 'cpu.mode': 'user' });
    result.observe(cpuTime, system / MICROSECONDS, { 'cpu.mode': 'system' });
    result.observe(memoryUsage, process.memoryUsage.rss());
    result.observe(uptime, process.uptime());
    result.observe(heapLimit, getHeapStatistics().heap_size_limit);
  });
}

/** Between two samples of the event loop's delay. At the default of 10 ms the samples are most of what an idle process does. */
const DELAY_SAMPLED_EVERY_MS = 50;

/** Event loop, heap and garbage collection. */
export function createRuntimeInstrumentation(): RuntimeNodeInstrumentation {
  return new RuntimeNodeInstrumentation({ monitoringPrecision: DELAY_SAMPLED_EVERY_MS });
}

const UNUSED = [
  'nodejs.eventloop.delay.p90',
  'nodejs.eventloop.delay.stddev',
  'nodejs.eventloop.time',
  'v8js.memory.heap.space.*',
  'v8js.resource.active',
];
const GC_BUCKETS = [0.001, 0.01, 0.1, 1];

/** Dropped metrics are used by no dashboard or alert. Collections take less time than the default buckets resolve. */
export const runtimeViews: ViewOptions[] = [
  ...UNUSED.map((instrumentName) => ({
    instrumentName,
    aggregation: { type: AggregationType.DROP } as const,
  })),
  {
    instrumentName: 'v8js.gc.duration',
    aggregation: {
      type: AggregationType.EXPLICIT_BUCKET_HISTOGRAM,
      options: { boundaries: GC_BUCKETS },
    },
  },
];
