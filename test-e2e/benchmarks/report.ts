import { cpus, totalmem, version } from 'node:os';
import type { BookingFigures } from './bookings.ts';
import { changeLines, type ChangeFigures } from './changes.ts';
import type { CostFigures } from './costs.ts';
import type { FairnessFigures } from './fairness.ts';
import type { Grown } from './growth.ts';
import type { ContentionFigures } from './contention.ts';
import type { Figures } from './load.ts';
import { calendarLines, type CalendarFigures } from './occupancy-calendar.ts';
import { occupancyQuoteLines, type OccupancyQuoteFigures } from './occupancy-quotes.ts';
import { totalOf, totalWithEmulators } from './processes.ts';
import type { RuleFigures } from './rules.ts';
import type { SearchReport } from './search.ts';
import type { StayFigures } from './stays.ts';
import type { TelemetryReport } from './telemetry.ts';
import { GOALS } from './goals.ts';
import type { Floor, Paired } from './turns.ts';
import type { WebhookFigures } from './webhooks.ts';

export interface Report {
  readonly machine: string;
  readonly at: string;
  readonly availability: Paired[];
  readonly quotes: Paired[];
  readonly holds: Paired[];
  readonly offlineBookings: Paired[];
  readonly stays: StayFigures[];
  readonly contention: ContentionFigures;
  readonly rules: RuleFigures;
  readonly search: SearchReport;
  readonly bookings: BookingFigures;
  readonly occupancyQuotes: OccupancyQuoteFigures;
  readonly changes: ChangeFigures;
  readonly calendar: CalendarFigures;
  readonly webhooks: WebhookFigures;
  readonly fairness: FairnessFigures;
  readonly growth: Grown[];
  readonly costs: CostFigures[];
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

function odd(name: string, figures: Figures, expected: readonly string[] = []): string[] {
  const others = Object.entries(figures.statuses).filter(
    ([status]) => !['200', '201', 'confirmed', ...expected].includes(status),
  );
  return others.length === 0
    ? []
    : [`  ${name}: also answered ${others.map(([status, count]) => `${count} × ${status}`).join(', ')}`];
}

/** Milliseconds of processor time for each answer, without the emulators. */
function processors({ processorMs = {} }: Figures): string[] {
  const largest = Object.entries(processorMs).toSorted(([, one], [, other]) => other - one);
  const shown = largest.filter(([, ms]) => ms >= 0.005).map(([name, ms]) => `${name} ${ms.toFixed(2)}`);
  return shown.length === 0 ? [] : [`  processor ${totalOf(processorMs).toFixed(2)} ms: ${shown.join(', ')}`];
}

const ratioCells = ({ ratio, spread: [lowest, highest] }: Pick<Floor, 'ratio' | 'spread'>) =>
  `${ratio.toFixed(2)} (${lowest.toFixed(2)}–${highest.toFixed(2)})`;

/** Beside the same requests, commits and bytes without the product. */
export function pathLines(name: string, path: Floor | undefined, goal: number | undefined): string[] {
  if (path === undefined) return [];
  const wanted = goal === undefined ? '' : `, goal ${goal.toFixed(2)}`;
  const cells = [...latency(path.figures), ' '.repeat(9), `${ratioCells(path)}${wanted}`];
  return [row('  the bare path', ...cells), ...odd(`${name}, bare path`, path.figures)];
}

function pairLines(kind: keyof typeof GOALS, what: string, pairs: readonly Paired[]): string[] {
  return pairs.flatMap((pair) => {
    const { connections, bare, product, path } = pair;
    const name = `${what}, ${connections} connections`;
    const cells = [...latency(product), rate(bare.perSecond).padStart(9), ratioCells(pair)];
    return [
      row(name, ...cells),
      ...pathLines(name, path, GOALS[kind][connections]),
      ...odd(name, product),
      ...odd(`${name}, bare`, bare),
      ...processors(product),
    ];
  });
}

function stayLines(stays: StayFigures): string[] {
  const { connections, figures, confirmP50Ms, settledConfirmP50Ms, path } = stays;
  const name = `whole stays, ${connections} at once`;
  const all = totalWithEmulators(figures.processorMs ?? {});
  const settled =
    settledConfirmP50Ms === undefined ? '' : `, ${settledConfirmP50Ms.toFixed(1)} ms when it has come`;
  return [
    ...figureLines(name, figures),
    ...pathLines(name, path, GOALS.stays[connections]),
    ...(all === 0 ? [] : [`  processor with the emulators ${all.toFixed(2)} ms`]),
    `  confirm p50 ${confirmP50Ms.toFixed(1)} ms in a race with the provider's notification${settled}`,
  ];
}

export function contentionLines(figures: ContentionFigures): string[] {
  const { guests, rooms, seconds, attempts, sold, soldOnce, refusalP50Ms, refusalP99Ms, deadlocks } = figures;
  const { processorMs, othersRatio, capacityRatio, otherAnswers } = figures;
  const others = Object.entries(otherAnswers).map(([status, count]) => `, ${count} × ${status}`);
  return [
    `${guests} guests for ${rooms} rooms, ${seconds} s: ${sold} holds, ${soldOnce} of ${rooms} rooms sold exactly once, ${deadlocks} deadlocks`,
    `  ${attempts} attempts${others.join('')}; a refusal p50 ${refusalP50Ms.toFixed(0)} ms, p99 ${refusalP99Ms.toFixed(0)} ms`,
    `  other rooms beside them: ${othersRatio.toFixed(2)} of the offered rate, ${capacityRatio.toFixed(2)} of the quiet top rate`,
    ...processors({ perSecond: 0, p50Ms: 0, p99Ms: 0, statuses: {}, processorMs }),
  ];
}

function figureLines(what: string, figures: Figures): string[] {
  return [row(what, ...latency(figures)), ...odd(what, figures), ...processors(figures)];
}

function webhookLines({ p50Ms, p99Ms, drainedPerSecond }: WebhookFigures): string[] {
  return [
    row('webhooks, 100 events a second', rate(100), ms(p50Ms), ms(p99Ms)),
    row('webhooks, 10,000 waiting', rate(drainedPerSecond)),
  ];
}

function ruleLines({ withoutRules, withRules, addedMicroseconds }: RuleFigures): string[] {
  return [
    ...figureLines('quotes of 30 nights, no taxes', withoutRules),
    ...figureLines('quotes of 30 nights, 20 taxes', withRules),
    `  pricing takes ${addedMicroseconds.toFixed(0)} µs more`,
  ];
}

function searchLines({ coldMs, warm, oneByOneMs, refusals, holds, beside }: SearchReport): string[] {
  const { aloneP99Ms, besideP99Ms } = holds;
  return [
    ...warm.flatMap((one) => figureLines(`searches, ${one.connections} connections`, one)),
    ...beside.flatMap(({ resources, figures }) =>
      figureLines(`searches beside ${resources} resources`, figures),
    ),
    row('refusals with alternatives', ...latency(refusals)),
    ...odd('refusals', refusals, ['409']),
    `  a cold search ${coldMs.toFixed(0)} ms, availability one by one ${oneByOneMs.toFixed(0)} ms`,
    `  holds of another tenant, p99: ${aloneP99Ms.toFixed(1)} ms alone, ${besideP99Ms.toFixed(1)} ms beside searches`,
  ];
}

function costLines(costs: readonly CostFigures[]): string[] {
  const cells = ({ processorMs, counted, timesCheapest }: CostFigures) => [
    ms(totalOf(processorMs)),
    rate(counted),
    `× ${timesCheapest.toFixed(2)}`,
  ];
  const title = row('cost of a read', '      ms', 'counted', 'of plain availability, each');
  return costs.length === 0
    ? []
    : [title, ...costs.map((cost) => `${cost.name.padEnd(56)}${cells(cost).join('  ')}`)];
}

export function fairnessLines({ quiet, beside }: FairnessFigures): string[] {
  const counts = (of: Record<string, number>) =>
    Object.entries(of).map(([name, count]) => `${count} × ${name}`);
  return [
    row('another tenant’s availability', '   p50 ms', '  p99 ms', '  ratio (goal 3)'),
    row('  quiet', ms(quiet.p50Ms), ms(quiet.p99Ms)),
    ...beside.flatMap(({ name, p50Ms, p99Ms, ratio, answers, refusals, flood }) => [
      row(`  ${name}`, ms(p50Ms), ms(p99Ms), ratio.toFixed(2)),
      `    ${answers} answers${counts(refusals).map((refused) => `, ${refused}`)}; the key got ${counts(flood).join(', ')}`,
    ]),
  ];
}

/** The parts that were measured. */
export function tableOf(report: Partial<Report>): string {
  const { stays = [], growth = [], memoryMb = {} } = report;
  const { contention, rules, search, bookings, webhooks, fairness, telemetry } = report;
  const { occupancyQuotes, changes, calendar } = report;
  const memory = Object.entries(memoryMb).map(([name, mb]) => `${name} ${mb}`);
  return [
    report.machine,
    'metrics and one trace in ten are exported; an answer that is not expected counts for nothing',
    '',
    row('', '  per s', '  p50 ms', '  p99 ms', '   bare/s', 'ratio (turns)'),
    ...pairLines('availability', 'availability', report.availability ?? []),
    ...pairLines('quotes', 'quotes', report.quotes ?? []),
    ...pairLines('holds', 'holds', report.holds ?? []),
    ...pairLines('offlineBookings', 'offline bookings', report.offlineBookings ?? []),
    ...stays.flatMap(stayLines),
    ...(contention === undefined ? [] : contentionLines(contention)),
    ...(rules === undefined ? [] : ruleLines(rules)),
    ...(search === undefined ? [] : searchLines(search)),
    ...Object.entries(bookings?.reads ?? {}).flatMap(([name, figures]) => figureLines(name, figures)),
    ...(occupancyQuotes === undefined ? [] : occupancyQuoteLines(occupancyQuotes)),
    ...(changes === undefined ? [] : changeLines(changes)),
    ...(calendar === undefined ? [] : calendarLines(calendar)),
    ...(webhooks === undefined ? [] : webhookLines(webhooks)),
    ...costLines(report.costs ?? []),
    ...(fairness === undefined ? [] : fairnessLines(fairness)),
    ...growth.flatMap(({ resources, claims, figures }) =>
      figureLines(`availability, ${resources} res, ${claims} claims`, figures),
    ),
    '',
    `memory under load with telemetry, the most of each, MB: ${memory.join(', ')}`,
    ...(telemetry === undefined ? [] : telemetryLines(telemetry)),
  ].join('\n');
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
