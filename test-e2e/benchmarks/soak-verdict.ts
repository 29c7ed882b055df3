import type { Backlog, Bloat } from './soak-state.ts';

export interface Sample {
  readonly stays: number;
  readonly failures: readonly string[];
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Of a stay, over all processes but the client's and the emulators'; 0 where the system does not say. */
  readonly processorMs: number;
  readonly memoryMb: Readonly<Record<string, number>>;
  readonly bloat: Bloat;
}

/** Memory grows until the heap has found its size; after the first half it must not. */
const MEMORY_GROWTH = 1.1;
const LATENCY_GROWTH = 1.5;
const PROCESSOR_GROWTH = 1.3;
const DEAD_SHARE = 0.5;

export function soakVerdict(
  samples: readonly Sample[],
  backlog: Backlog,
): { readonly isGood: boolean; readonly text: string } {
  const faults = [
    ...failuresOf(samples),
    ...memoryFaults(samples),
    ...latencyFaults(samples),
    ...processorFaults(samples),
    ...bloatFaults(samples),
    ...Object.entries(backlog).flatMap(([name, count]) =>
      count === 0 ? [] : [`${count} ${name} left over`],
    ),
  ];
  const text = faults.length === 0 ? 'Flat: nothing grew.' : `Not flat:\n- ${faults.join('\n- ')}`;
  return { isGood: faults.length === 0, text };
}

function failuresOf(samples: readonly Sample[]): string[] {
  const failures = samples.flatMap((sample) => sample.failures);
  return failures.length === 0 ? [] : [`${failures.length} stays failed, the first with: ${failures[0]}`];
}

function halves(samples: readonly Sample[]): [readonly Sample[], readonly Sample[]] {
  const middle = Math.floor(samples.length / 2);
  return [samples.slice(0, middle), samples.slice(middle)];
}

/** The fastest sample: other work on the machine makes a sample slow, and none fast. */
function bestOf(samples: readonly Sample[]): number {
  return Math.min(...samples.map(({ p50Ms }) => p50Ms));
}

function memoryFaults(samples: readonly Sample[]): string[] {
  const [, second] = halves(samples);
  const [first, last] = [second[0], second.at(-1)];
  if (first === undefined || last === undefined) return [];
  return Object.entries(last.memoryMb).flatMap(([name, mb]) => {
    const before = first.memoryMb[name] ?? mb;
    return mb > before * MEMORY_GROWTH ? [`${name} grew from ${before} to ${mb} MB`] : [];
  });
}

function latencyFaults(samples: readonly Sample[]): string[] {
  const [first, second] = halves(samples);
  const [before, after] = [bestOf(first), bestOf(second)];
  return after > before * LATENCY_GROWTH
    ? [`the median of a stay grew from ${before.toFixed(0)} to ${after.toFixed(0)} ms`]
    : [];
}

/** Other work on the machine makes a stay slow, and not much dearer: this grows where the product has more to do. */
function processorFaults(samples: readonly Sample[]): string[] {
  const [first, second] = halves(samples);
  const leastOf = (some: readonly Sample[]) => Math.min(...some.map(({ processorMs }) => processorMs));
  const [before, after] = [leastOf(first), leastOf(second)];
  return after > before * PROCESSOR_GROWTH
    ? [`the processor time of a stay grew from ${before.toFixed(0)} to ${after.toFixed(0)} ms`]
    : [];
}

function bloatFaults(samples: readonly Sample[]): string[] {
  const bloat = samples.at(-1)?.bloat;
  if (bloat === undefined || bloat.deadShare <= DEAD_SHARE) return [];
  return [`${bloat.worst} has ${(100 * bloat.deadShare).toFixed(0)} dead rows for 100 live ones`];
}

export function tableOfSoak(samples: readonly Sample[], backlog: Backlog): string {
  const names = Object.keys(samples[0]?.memoryMb ?? {});
  const head = [
    'stays',
    'failed',
    'p50 ms',
    'p99 ms',
    'cpu ms',
    ...names.map((name) => `${name} MB`),
    'tables MB',
    'dead',
  ];
  const rows = samples.map(({ stays, failures, p50Ms, p99Ms, processorMs, memoryMb, bloat }) => [
    String(stays),
    String(failures.length),
    p50Ms.toFixed(0),
    p99Ms.toFixed(0),
    processorMs.toFixed(0),
    ...names.map((name) => String(memoryMb[name] ?? 0)),
    bloat.megabytes.toFixed(0),
    bloat.deadShare.toFixed(2),
  ]);
  const left = Object.entries(backlog).map(([name, count]) => `${count} ${name}`);
  return [
    ...[head, ...rows].map((cells) => cells.map((cell) => cell.padStart(10)).join('  ')),
    '',
    `left over: ${left.join(', ')}`,
  ].join('\n');
}
