import { runbookOf } from '../runbook-address.ts';
import type { Objective } from './read-objectives.ts';

interface Burn {
  readonly speed: 'fast' | 'steady' | 'slow';
  readonly long: string;
  readonly short: string;
  /** How many times faster than the budget allows. */
  readonly factor: number;
  readonly pages: boolean;
  readonly gone: string;
}

/** Of a budget for 30 days: 2 % in an hour, 5 % in six hours, 10 % in three days. */
const BURNS: readonly Burn[] = [
  {
    speed: 'fast',
    long: '1h',
    short: '5m',
    factor: 14.4,
    pages: true,
    gone: '2 % of the monthly budget in an hour',
  },
  {
    speed: 'steady',
    long: '6h',
    short: '30m',
    factor: 6,
    pages: true,
    gone: '5 % of the monthly budget in six hours',
  },
  {
    speed: 'slow',
    long: '3d',
    short: '6h',
    factor: 1,
    pages: false,
    gone: 'the monthly budget before the end of the month',
  },
];

const SHORT_WINDOWS = ['5m', '30m', '1h', '6h'];
const LONG_WINDOWS = ['3d', '30d'];

export interface RuleFile {
  readonly groups: readonly {
    readonly name: string;
    readonly interval: string;
    readonly rules: readonly object[];
  }[];
}

export function burnRateRules(objectives: readonly Objective[]): RuleFile {
  const shares = (windows: readonly string[]): object[] =>
    objectives.flatMap((objective) => windows.map((window) => shareOfBad(objective, window)));
  return {
    groups: [
      {
        name: 'lodging-objectives',
        interval: '30s',
        rules: [...objectives.flatMap(stated), ...shares(SHORT_WINDOWS)],
      },
      { name: 'lodging-objectives-long', interval: '5m', rules: shares(LONG_WINDOWS) },
      {
        name: 'lodging-budgets',
        interval: '30s',
        rules: objectives.flatMap((objective) => BURNS.map((burn) => alertOn(objective, burn))),
      },
    ],
  };
}

/** The objective itself as a figure, for dashboards; and what is measured, before it is averaged. */
function stated({ name, percent, measured }: Objective): object[] {
  const labels = { objective: name };
  const goal = { record: 'lodging:objective:ratio', expr: `vector(${rounded(percent / 100)})`, labels };
  if (measured === undefined) return [goal];
  return [goal, { record: 'lodging:objective_bad:ratio', expr: measured.ratio, labels }];
}

function shareOfBad({ name, counted }: Objective, window: string): object {
  const expr =
    counted === undefined
      ? `avg_over_time(lodging:objective_bad:ratio{objective="${name}"}[${window}])`
      : `${badEvents(counted, window, 'rate')} / sum(rate(${counted.total}[${window}]))`;
  return { record: `lodging:objective_bad:ratio_rate${window}`, expr, labels: { objective: name } };
}

/** Without any bad event there may be no series of them at all, which is not the same as not knowing. */
function badEvents(
  { total, bad, good }: NonNullable<Objective['counted']>,
  window: string,
  of: string,
): string {
  const sum = (selector: string): string => `sum(${of}(${selector}[${window}]))`;
  if (good !== undefined) return `(${sum(total)} - ${sum(good)})`;
  const each = (bad ?? []).map((selector) => `(${sum(selector)} or vector(0))`);
  return each.length === 1 ? each.join() : `(${each.join(' + ')})`;
}

function alertOn(objective: Objective, { speed, long, short, factor, pages, gone }: Burn): object {
  const { name, alert, percent, counted, journey } = objective;
  const budget = rounded((100 - percent) / 100);
  const burning = (window: string): string =>
    `lodging:objective_bad:ratio_rate${window}{objective="${name}"} > ${factor} * ${budget}`;
  const enough =
    counted === undefined ? '' : ` and on() ${badEvents(counted, long, 'increase')} >= ${counted.fewestBad}`;
  return {
    alert,
    expr: `${burning(long)} and ${burning(short)}${enough}`,
    for: speed === 'slow' ? '1h' : '1m',
    labels: { severity: pages && objective.pages ? 'page' : 'ticket', burn: speed },
    annotations: {
      summary: `{{ $value | humanizePercentage }} violate “${journey}” (allowed: ${rounded(100 - percent)} %), which burns ${gone}`,
      runbook_url: runbookOf('objectives', alert),
      dashboard: '/d/lodging-overview',
    },
  };
}

/** Without the tail of a binary fraction. */
function rounded(value: number): string {
  return String(Math.round(value * 1e8) / 1e8);
}
