/** Grafana's own ids of units. */
export type Unit =
  | 's'
  | 'bytes'
  | 'percentunit'
  | 'percent'
  | 'short'
  | 'none'
  | 'reqps'
  | 'ops'
  | 'eps'
  | 'cps'
  | 'bool_yes_no'
  | 'dateTimeFromNow';

export interface Query {
  readonly expr: string;
  readonly legend: string;
  /** The figure of now alone, for tables and single numbers. */
  readonly instant?: boolean;
}

export interface Threshold {
  readonly from: number;
  readonly color: 'green' | 'yellow' | 'orange' | 'red';
}

export interface Panel {
  readonly kind: 'timeseries' | 'stat' | 'table' | 'logs' | 'bargauge';
  readonly title: string;
  /** What a reader at night has to know: what is good, what is bad, where to go next. */
  readonly description: string;
  readonly unit: Unit;
  readonly queries: readonly Query[];
  /** Of 24 columns. */
  readonly width: number;
  readonly height: number;
  readonly thresholds?: readonly Threshold[];
  readonly stacked?: boolean;
  readonly exemplars?: boolean;
  readonly decimals?: number;
  readonly max?: number;
}

type Look = Partial<
  Pick<Panel, 'width' | 'height' | 'thresholds' | 'stacked' | 'exemplars' | 'decimals' | 'max'>
>;

/** `[expression, legend]` rows read better in a list of panels than objects do. */
type Rows = readonly (readonly [expr: string, legend: string])[];

export function lines(title: string, unit: Unit, description: string, rows: Rows, look: Look = {}): Panel {
  return {
    kind: 'timeseries',
    title,
    unit,
    description,
    queries: queriesOf(rows),
    width: 8,
    height: 8,
    ...look,
  };
}

export function figure(title: string, unit: Unit, description: string, expr: string, look: Look = {}): Panel {
  const queries = [{ expr, legend: title, instant: true }];
  return { kind: 'stat', title, unit, description, queries, width: 4, height: 4, ...look };
}

export function bars(title: string, unit: Unit, description: string, rows: Rows, look: Look = {}): Panel {
  const queries = queriesOf(rows).map((query) => ({ ...query, instant: true }));
  return { kind: 'bargauge', title, unit, description, queries, width: 8, height: 8, ...look };
}

export function table(title: string, unit: Unit, description: string, rows: Rows, look: Look = {}): Panel {
  const queries = queriesOf(rows).map((query) => ({ ...query, instant: true }));
  return { kind: 'table', title, unit, description, queries, width: 12, height: 8, ...look };
}

/** A query in LogQL. */
export function logLines(title: string, description: string, expr: string, look: Look = {}): Panel {
  return {
    kind: 'logs',
    title,
    unit: 'none',
    description,
    queries: [{ expr, legend: '' }],
    width: 24,
    height: 10,
    ...look,
  };
}

function queriesOf(rows: Rows): Query[] {
  return rows.map(([expr, legend]) => ({ expr, legend }));
}

/** Green until the figure reaches what is worth a look, red from what is worth an alert. */
export function above(look: number, alert: number): readonly Threshold[] {
  return [
    { from: Number.NEGATIVE_INFINITY, color: 'green' },
    { from: look, color: 'yellow' },
    { from: alert, color: 'red' },
  ];
}

/** The other way round: the more the better. */
export function below(alert: number, look: number): readonly Threshold[] {
  return [
    { from: Number.NEGATIVE_INFINITY, color: 'red' },
    { from: alert, color: 'yellow' },
    { from: look, color: 'green' },
  ];
}
