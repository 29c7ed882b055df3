import { readFile } from 'node:fs/promises';
import { totalOf } from './processes.ts';
import type { Report } from './report.ts';

/** The figures of a report that are compared; more is better. */
function comparable(report: Partial<Report>): Map<string, number> {
  const found = new Map<string, number>();
  for (const kind of ['availability', 'quotes', 'holds', 'offlineBookings'] as const) {
    for (const { connections, ratio, product } of report[kind] ?? []) {
      found.set(`${kind}, ${connections} connections: ratio`, ratio);
      const ms = totalOf(product.processorMs ?? {});
      if (ms > 0) found.set(`${kind}, ${connections} connections: answers per processor second`, 1_000 / ms);
    }
  }
  for (const { connections, figures } of report.stays ?? []) {
    found.set(`whole stays, ${connections} at once: per second`, figures.perSecond);
    const ms = totalOf(figures.processorMs ?? {});
    if (ms > 0) found.set(`whole stays, ${connections} at once: per processor second`, 1_000 / ms);
  }
  return found;
}

/** Each figure of the report beside that of a file that `--json` wrote on the same machine. */
export async function compareWith(file: string, report: Partial<Report>): Promise<string[]> {
  const earlier = JSON.parse(await readFile(file, 'utf8')) as Partial<Report>;
  if (earlier.machine !== report.machine)
    return [`${file} is of another machine (${earlier.machine}); its figures are not compared`];
  const before = comparable(earlier);
  const lines = [...comparable(report)].flatMap(([name, value]) => {
    const base = before.get(name);
    if (base === undefined) return [];
    return [
      `${name.padEnd(64)}${base.toFixed(2).padStart(9)} → ${value.toFixed(2)}  × ${(value / base).toFixed(2)}`,
    ];
  });
  return [`compared with ${file} of ${earlier.at}`, ...lines];
}
