import { constants, monitorEventLoopDelay, performance, PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, getHeapStatistics } from 'node:v8';
import { gauge, observableCounter, observe } from './gauges.ts';
import type { Report } from './gauges.ts';
import { histogram } from './instruments.ts';

const build = gauge({
  name: 'lodging.build.info',
  unit: '{build}',
  about: 'Always 1; what runs stands in its labels.',
});
const cpu = observableCounter({ name: 'process.cpu.time', unit: 's', about: 'Processor time used.' });
const memory = gauge({ name: 'process.memory.usage', unit: 'By', about: 'Resident memory.' });
const uptime = gauge({
  name: 'process.uptime',
  unit: 's',
  about: 'For how long the process has been running.',
});
const utilization = gauge({
  name: 'nodejs.eventloop.utilization',
  unit: '1',
  about: 'The share of time since the last reading in which the event loop had work.',
});
const heapUsed = gauge({ name: 'v8js.memory.heap.used', unit: 'By', about: "V8's heap in use." });
const heapLimit = gauge({
  name: 'v8js.memory.heap.limit',
  unit: 'By',
  about: 'The size at which V8 gives up.',
});
const collection = histogram({
  name: 'v8js.gc.duration',
  unit: 's',
  about: 'How long garbage collection stopped the process.',
  buckets: [0.001, 0.01, 0.1, 1],
});

const delayOf = (which: string, words: string) =>
  gauge({
    name: `nodejs.eventloop.delay.${which}`,
    unit: 's',
    about: `${words} of the event loop since the last reading.`,
  });
const delays = [
  [delayOf('min', 'The least delay'), (from: Delays) => from.min],
  [delayOf('mean', 'The mean delay'), (from: Delays) => from.mean],
  [delayOf('p50', 'The median delay'), (from: Delays) => from.percentile(50)],
  [delayOf('p99', 'The 99th percentile of the delay'), (from: Delays) => from.percentile(99)],
  [delayOf('max', 'The longest delay'), (from: Delays) => from.max],
] as const;

type Delays = ReturnType<typeof monitorEventLoopDelay>;

const DELAY_RESOLUTION_MS = 20;
/** Two readers, a scraper and a collector, share what happened since a moment ago; neither takes it from the other. */
const SHARED_MS = 1000;
const PER_SECOND = { micro: 1e6, nano: 1e9, milli: 1e3 };

/** Returns the way to end it. */
export function measureProcess(version: string): () => void {
  const ends = [measureLoop(), measureCollections()];
  const about = { 'service.version': version, 'lodging.node.version': process.versions.node };
  ends.push(
    observe((report) => {
      report(build, 1, about);
      report(memory, process.memoryUsage.rss());
      report(uptime, process.uptime());
      const { user, system } = process.cpuUsage();
      report(cpu, user / PER_SECOND.micro, { 'cpu.mode': 'user' });
      report(cpu, system / PER_SECOND.micro, { 'cpu.mode': 'system' });
      reportHeap(report);
    }),
  );
  return () => {
    for (const end of ends) end();
  };
}

function reportHeap(report: Report): void {
  report(heapLimit, getHeapStatistics().heap_size_limit);
  for (const { space_name: name, space_used_size: used } of getHeapSpaceStatistics()) {
    report(heapUsed, used, { 'v8js.heap.space.name': name });
  }
}

function measureLoop(): () => void {
  const histogramOfDelays = monitorEventLoopDelay({ resolution: DELAY_RESOLUTION_MS });
  histogramOfDelays.enable();
  let before = performance.eventLoopUtilization();
  let readAt = Number.NEGATIVE_INFINITY;
  let share = 0;
  let seconds: readonly number[] = [];
  const look = (): void => {
    if (performance.now() - readAt < SHARED_MS) return;
    readAt = performance.now();
    const now = performance.eventLoopUtilization();
    share = performance.eventLoopUtilization(now, before).utilization;
    before = now;
    // The timer that looks is itself due once per resolution; what is beyond that is delay. Nothing seen yet is no delay.
    seconds =
      histogramOfDelays.count === 0
        ? []
        : delays.map(([, of]) =>
            Math.max(0, of(histogramOfDelays) / PER_SECOND.nano - DELAY_RESOLUTION_MS / PER_SECOND.milli),
          );
    histogramOfDelays.reset();
  };
  const end = observe((report) => {
    look();
    report(utilization, share);
    for (const [index, [each]] of delays.entries()) {
      const value = seconds[index];
      if (value !== undefined) report(each, value);
    }
  });
  return () => {
    end();
    histogramOfDelays.disable();
  };
}

const KINDS = new Map(
  (
    [
      [constants.NODE_PERFORMANCE_GC_MINOR, 'minor'],
      [constants.NODE_PERFORMANCE_GC_MAJOR, 'major'],
      [constants.NODE_PERFORMANCE_GC_INCREMENTAL, 'incremental'],
      [constants.NODE_PERFORMANCE_GC_WEAKCB, 'weakcb'],
    ] as const
  ).map(([kind, name]) => [kind, collection.series({ 'v8js.gc.type': name })]),
);

function measureCollections(): () => void {
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { kind } = (entry as { detail?: { kind?: number } }).detail ?? {};
      KINDS.get(kind ?? -1)?.record(entry.duration / PER_SECOND.milli);
    }
  });
  observer.observe({ entryTypes: ['gc'] });
  return () => observer.disconnect();
}
