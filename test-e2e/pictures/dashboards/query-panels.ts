import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RecordedRun } from './record-run.ts';

const FOLDER = join(
  import.meta.dirname,
  '..',
  '..',
  '..',
  'deploy',
  'kubernetes',
  'components',
  'dashboards',
);
const STEP_SECONDS = 5;
/** Of what `$__rate_interval` is: four scrapes, here of two seconds, and enough for slow services. */
const RATE_INTERVAL = '30s';
/** The service of the dashboard that shows one. */
const SERVICE = 'payments';

interface Target {
  readonly expr: string;
  readonly legendFormat: string;
  readonly datasource: { readonly type: string };
}

export interface Panel {
  readonly type: string;
  readonly title: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly targets?: readonly Target[];
  readonly fieldConfig?: {
    readonly defaults: {
      readonly unit?: string;
      readonly max?: number;
      readonly thresholds?: { readonly steps: readonly { color: string; value: number | null }[] };
    };
  };
}

export interface Series {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  /** One a step, null where there is none. */
  readonly values: readonly (number | null)[];
}

export interface DrawnPanel extends Omit<Panel, 'targets'> {
  readonly series: readonly Series[];
}

export interface DrawnDashboard {
  readonly title: string;
  readonly times: readonly number[];
  readonly panels: readonly DrawnPanel[];
}

/** A dashboard with the answers of its own queries over the run. Log panels have none: there is no Loki. */
export async function queryDashboard(name: string, run: RecordedRun): Promise<DrawnDashboard> {
  const { title, panels } = JSON.parse(readFileSync(join(FOLDER, `${name}.json`), 'utf8')) as {
    title: string;
    panels: Panel[];
  };
  const times = timesOf(run);
  const drawn = panels.map(async ({ targets = [], ...panel }) => {
    const queried = targets.filter(({ datasource }) => datasource.type === 'prometheus');
    const series = await Promise.all(queried.map((target) => querySeries(target, run, times)));
    return { ...panel, series: series.flat() };
  });
  return { title, times, panels: await Promise.all(drawn) };
}

function timesOf({ from, to }: RecordedRun): number[] {
  const first = Math.ceil(from / 1_000 / STEP_SECONDS) * STEP_SECONDS;
  const count = Math.floor((to / 1_000 - first) / STEP_SECONDS) + 1;
  return Array.from({ length: count }, (_, index) => first + index * STEP_SECONDS);
}

interface Matrix {
  readonly status: string;
  readonly error?: string;
  readonly data: {
    readonly result: readonly {
      readonly metric: Readonly<Record<string, string>>;
      readonly values: readonly (readonly [number, string])[];
    }[];
  };
}

async function querySeries(
  { expr, legendFormat }: Target,
  { prometheusUrl }: RecordedRun,
  times: readonly number[],
): Promise<Series[]> {
  const query = expr.replaceAll('$__rate_interval', RATE_INTERVAL).replaceAll('$service', SERVICE);
  const range = { start: String(times[0]), end: String(times.at(-1)), step: String(STEP_SECONDS) };
  const answer = await fetch(`${prometheusUrl}/api/v1/query_range`, {
    method: 'POST',
    body: new URLSearchParams({ query, ...range }),
  });
  const { status, error, data } = (await answer.json()) as Matrix;
  if (status !== 'success') throw new Error(`${query}: ${error}`);
  return data.result.map(({ metric, values }) => {
    const known = new Map(values.map(([at, value]) => [at, Number(value)]));
    const found = times.map((at) => known.get(at) ?? null);
    return {
      name: nameOf(legendFormat, metric),
      labels: metric,
      values: found.map((value) => (value !== null && Number.isFinite(value) ? value : null)),
    };
  });
}

function nameOf(legend: string, labels: Readonly<Record<string, string>>): string {
  const name = legend.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (_, label: string) => labels[label] ?? '');
  return name.trim() === '' ? Object.values(labels).join(' ') : name;
}
