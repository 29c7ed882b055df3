import { readFile } from 'node:fs/promises';
import { totalOf } from './processes.ts';
import { describeMachine } from './report.ts';
import type { Report } from './report.ts';

/** The figures of a report that are compared; more is better. */
function comparable(report: Partial<Report>): Map<string, number> {
  const found = new Map<string, number>();
  for (const kind of ['availability', 'quotes', 'holds', 'offlineBookings'] as const) {
    for (const { connections, ratio, product, path } of report[kind] ?? []) {
      found.set(`${kind}, ${connections} connections: ratio`, ratio);
      if (path !== undefined)
        found.set(`${kind}, ${connections} connections: ratio to the bare path`, path.ratio);
      const ms = totalOf(product.processorMs ?? {});
      if (ms > 0) found.set(`${kind}, ${connections} connections: answers per processor second`, 1_000 / ms);
    }
  }
  for (const { connections, figures, confirmP50Ms = 0, path } of report.stays ?? []) {
    if (path !== undefined)
      found.set(`whole stays, ${connections} at once: ratio to the bare path`, path.ratio);
    found.set(`whole stays, ${connections} at once: per second`, figures.perSecond);
    const ms = totalOf(figures.processorMs ?? {});
    if (ms > 0) found.set(`whole stays, ${connections} at once: per processor second`, 1_000 / ms);
    if (confirmP50Ms > 0)
      found.set(`confirm, ${connections} at once: one after another, a second`, 1_000 / confirmP50Ms);
  }
  const { contention } = report;
  if (contention !== undefined) {
    found.set('other rooms beside 200 guests: of the offered rate', contention.othersRatio);
    found.set('other rooms beside 200 guests: of the quiet top rate', contention.capacityRatio);
    const ms = totalOf(contention.processorMs);
    if (ms > 0) found.set('refused holds: per processor second', 1_000 / ms);
  }
  for (const [name, mb] of Object.entries(report.memoryMb ?? {}))
    found.set(`memory of ${name}: processes in a gigabyte`, 1_000 / mb);
  return found;
}

export type Baseline = Partial<Report>;

/** Before anything is measured: a file that cannot be read must not be found out at the end. */
export async function readBaseline(file: string): Promise<Baseline> {
  const earlier = JSON.parse(await readFile(file, 'utf8')) as Baseline;
  const machine = describeMachine();
  if (earlier.machine !== machine)
    throw new Error(`${file} is of another machine (${earlier.machine}); this is ${machine}`);
  return earlier;
}

/** Each figure of the report beside that of the baseline; more is better, and below 1 is a loss. */
export function compareWith(baseline: Baseline, report: Partial<Report>): string[] {
  const before = comparable(baseline);
  const lines = [...comparable(report)].flatMap(([name, value]) => {
    const base = before.get(name);
    if (base === undefined || base === 0) return [];
    const figures = `${base.toFixed(2).padStart(9)} → ${value.toFixed(2).padStart(9)}  × ${(value / base).toFixed(2)}`;
    return [`${name.padEnd(64)}${figures}`];
  });
  const none = 'nothing that was measured now is in it';
  return [`compared with the run of ${baseline.at}`, ...(lines.length === 0 ? [none] : lines)];
}
