import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findPrograms } from '@lodging/kit-testing/servers';
import { parse, stringify } from 'yaml';
import { valuesIn } from './recorded-metrics.ts';
import type { Phase } from './recorded-metrics.ts';

interface Rule {
  readonly alert?: string;
  readonly record?: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels?: Readonly<Record<string, string>>;
}

interface RuleFile {
  readonly groups: readonly { readonly name: string; readonly rules: readonly Rule[] }[];
}

const FOLDER = join(import.meta.dirname, '..', '..', 'deploy', 'observability', 'alerts');

/** They say that the exporters of others are not scraped, which is so here. */
const OF_OTHERS = /Unwatched$/;

/**
 * The alerts that fire at the end of each phase, as `NotReady page`, by the rules of deploy/observability over what the
 * processes reported.
 */
export async function firingAlerts(phases: readonly Phase[]): Promise<string[][]> {
  const { prometheus } = await findPrograms({ installMissing: true, only: ['prometheus'] });
  const directory = mkdtempSync(join(tmpdir(), 'lodging-alerts-'));
  try {
    const files = rules();
    for (const [index, file] of files.entries())
      writeFileSync(join(directory, `rules-${index}.yaml`), stringify(file));
    const groups = files.flatMap((file) => file.groups);
    const names = new Set(groups.flatMap((group) => group.rules.flatMap(({ alert = [] }) => alert)));
    const ends = endsOf(phases);
    const alertTests = ends.flatMap((end) =>
      // What fires differs from this, and is found by the difference.
      Array.from(names, (alertname) => ({ eval_time: end, alertname, exp_alerts: [{ exp_labels: NONE }] })),
    );
    const test = { interval: '1m', input_series: valuesIn(phases), alert_rule_test: alertTests };
    const path = join(directory, 'test.yaml');
    const rule_files = files.map((_, index) => `rules-${index}.yaml`);
    writeFileSync(path, stringify({ rule_files, evaluation_interval: '1m', tests: [test] }));
    const fired = firedIn(await failureOf(prometheus.promtool, path));
    return ends.map((end) =>
      fired
        .filter(({ at }) => at === end)
        .map(({ alert }) => alert)
        .toSorted(),
    );
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

const NONE = { expected: 'nothing' };

/** As promtool prints a time. */
function endsOf(phases: readonly Phase[]): string[] {
  let minutes = 0;
  return phases.map((phase) => {
    minutes += phase.minutes;
    const end = minutes - 1;
    return end < 60 ? `${end}m` : `${Math.floor(end / 60)}h${end % 60}m`;
  });
}

/** Each alert with its severity in its name and without labels and texts, so that one answer says whether it fires. */
function rules(): RuleFile[] {
  return readdirSync(FOLDER).map((name) => {
    const { groups } = parse(readFileSync(join(FOLDER, name), 'utf8')) as RuleFile;
    return { groups: groups.map((group) => ({ ...group, rules: group.rules.flatMap(namedBySeverity) })) };
  });
}

function namedBySeverity({ alert, expr, labels = {}, ...rule }: Rule): Rule[] {
  if (alert === undefined) return [{ ...rule, expr, labels }];
  if (OF_OTHERS.test(alert)) return [];
  const { for: pending = '0m' } = rule;
  return [{ alert: `${alert} ${labels['severity'] ?? ''}`, expr: `count(${expr}) > 0`, for: pending }];
}

async function failureOf(promtool: string, path: string): Promise<string> {
  try {
    await promisify(execFile)(promtool, ['test', 'rules', path], { maxBuffer: 16 * 1024 * 1024 });
  } catch (error) {
    const { stdout, stderr } = Object(error);
    return `${String(stdout)}${String(stderr)}`;
  }
  throw new Error('each alert was expected to have a label that none has');
}

/** promtool prints the time, the name, and the labels of each alert that fires after `got:`. */
function firedIn(printed: string): { readonly at: string; readonly alert: string }[] {
  const found = [
    ...printed.matchAll(/alertname:\s*([^,]+), time: (\w+),[^]*?got:\s*(\[[^]*?\])\s*(?=\n|$)/g),
  ];
  if (found.length === 0) throw new Error(`promtool printed something else: ${printed.slice(0, 2_000)}`);
  return found.flatMap(([, alert = '', at = '', got = '']) =>
    got.includes('Labels') ? [{ at, alert }] : [],
  );
}
