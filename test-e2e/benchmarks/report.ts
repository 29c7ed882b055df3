import { cpus, totalmem, version } from 'node:os';
import type { Paired } from './availability.ts';
import type { Grown } from './growth.ts';
import type { PairedHolds } from './holds.ts';
import type { Figures } from './load.ts';
import type { TelemetryReport } from './telemetry.ts';
import type { WebhookFigures } from './webhooks.ts';

export interface Report {
  readonly machine: string;
  readonly at: string;
  readonly availability: Paired[];
  readonly quotes: Paired[];
  readonly holds: PairedHolds[];
  readonly stays: { connections: number; figures: Figures }[];
  readonly webhooks: WebhookFigures;
  readonly growth: Grown[];
  readonly memoryMb: Record<string, number>;
  readonly telemetry: TelemetryReport;
}

export function describeMachine(): string {
  const [first] = cpus();
  const memory = Math.round(totalmem() / 1_024 ** 3);
  return `${cpus().length} × ${first?.model.trim() ?? 'unknown'}, ${memory} GiB, ${version()}, Node ${process.versions.node}`;
}

const rate = (value: number) => value.toFixed(0).padStart(7);
const ms = (value: number) => value.toFixed(1).padStart(8);
const row = (name: string, ...cells: string[]) => `${name.padEnd(34)}${cells.join('  ')}`;

function latency({ perSecond, p50Ms, p99Ms }: Figures): string[] {
  return [rate(perSecond), ms(p50Ms), ms(p99Ms)];
}

function odd(name: string, figures: Figures): string[] {
  const others = Object.entries(figures.statuses).filter(
    ([status]) => !['200', '201', 'confirmed'].includes(status),
  );
  return others.length === 0
    ? []
    : [`  ${name}: also answered ${others.map(([status, count]) => `${count} × ${status}`).join(', ')}`];
}

export function tableOf(report: Report): string {
  const lines = [report.machine, '', row('', '  per s', '  p50 ms', '  p99 ms', '   bare/s', 'ratio')];
  for (const kind of ['availability', 'quotes'] as const) {
    for (const { connections, bare, product, ratio } of report[kind]) {
      const name = `${kind}, ${connections} connections`;
      lines.push(
        row(name, ...latency(product), rate(bare.perSecond).padStart(9), ratio.toFixed(2)),
        ...odd(name, product),
      );
    }
  }
  for (const { connections, barePerSecond, product, ratio } of report.holds) {
    const name = `holds, ${connections} connections`;
    lines.push(
      row(name, ...latency(product), rate(barePerSecond).padStart(9), ratio.toFixed(2)),
      ...odd(name, product),
    );
  }
  for (const { connections, figures } of report.stays) {
    lines.push(
      row(`whole stays, ${connections} at once`, ...latency(figures)),
      ...odd('whole stays', figures),
    );
  }
  const { p50Ms, p99Ms, drainedPerSecond } = report.webhooks;
  lines.push(
    row('webhooks, 100 events a second', rate(100), ms(p50Ms), ms(p99Ms)),
    row('webhooks, 10,000 waiting', rate(drainedPerSecond)),
  );
  for (const { resources, claims, figures } of report.growth) {
    lines.push(
      row(`availability, ${resources} res, ${claims} claims`, ...latency(figures)),
      ...odd('growth', figures),
    );
  }
  const memory = Object.entries(report.memoryMb).map(([name, mb]) => `${name} ${mb}`);
  const all = [
    ...lines,
    '',
    `memory under load, MB: ${memory.join(', ')}`,
    ...telemetryLines(report.telemetry),
  ];
  return all.join('\n');
}

/** With 10 % of traces and all metrics exported, compared with none; the goal is a ratio of 0.9. */
export function telemetryLines({ costs, memoryMb }: TelemetryReport): string[] {
  const memory = Object.entries(memoryMb).map(([name, mb]) => `${name} ${mb.without} → ${mb.with}`);
  return [
    '',
    row('', '   with', 'without', 'ratio', '  cpu'),
    ...costs.map(({ what, withPerSecond, withoutPerSecond, ratio, cpuRatio }) => {
      const rates = [rate(withPerSecond), rate(withoutPerSecond)];
      return row(`${what}, telemetry sent`, ...rates, ratio.toFixed(2), cpuRatio.toFixed(2));
    }),
    `memory without → with telemetry sent, MB: ${memory.join(', ')}`,
  ];
}
