import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { HOME } from '../generated-files.ts';

interface RuleTest {
  readonly name: string;
  readonly interval: string;
  readonly input_series: readonly { readonly series: string; readonly values: string }[];
  readonly alert_rule_test: readonly {
    readonly alertname: string;
    readonly exp_alerts: readonly unknown[];
  }[];
}

interface TestFile {
  readonly rule_files: readonly string[];
  readonly group_eval_order?: readonly string[];
  readonly tests: readonly RuleTest[];
}

/** promtool's minutes: two hours of the day, ten without a sample, and two hours more. */
const BEFORE = 120;
const GAP = 10;
const AFTER = 120;

/** Per file the days on which everything is silent, with a gap in all samples. */
export function gapTests(): (Omit<TestFile, 'tests'> & { readonly tests: RuleTest[] })[] {
  const directory = join(HOME, 'alert-tests');
  return readdirSync(directory).flatMap((name) => {
    const file = parse(readFileSync(join(directory, name), 'utf8')) as TestFile;
    const tests = file.tests.filter((test) => test.name.endsWith('is silent')).map(withGap);
    if (tests.length === 0) return [];
    const rule_files = file.rule_files.map((path) => join(directory, path));
    return [{ ...file, rule_files, evaluation_interval: '1m', tests }];
  });
}

export function silentAlerts(tests: readonly Pick<TestFile, 'tests'>[]): string[] {
  const checks = tests.flatMap((file) => file.tests.flatMap((test) => test.alert_rule_test));
  return [...new Set(checks.map(({ alertname }) => alertname))].toSorted();
}

function withGap(test: RuleTest): RuleTest {
  const silent = [...new Set(test.alert_rule_test.map(({ alertname }) => alertname))];
  return {
    ...test,
    interval: '1m',
    input_series: test.input_series.map(({ series, values }) => ({ series, values: valuesWithGap(values) })),
    alert_rule_test: silent.flatMap((alertname) =>
      Array.from({ length: 24 }, (_, index) => ({
        eval_time: `${BEFORE + GAP + 2 + 5 * index}m`,
        alertname,
        exp_alerts: [],
      })),
    ),
  };
}

/** `5x60` stays at five, and `0+3x60` grows on, also while it is not read. */
function valuesWithGap(values: string): string {
  const [, start, step = '0'] = /^(-?[\d.]+)(?:\+([\d.]+))?x\d+$/.exec(values) ?? [];
  if (start === undefined) throw new Error(`${values} is not one value that stays or grows`);
  const resumed = Number(start) + Number(step) * (BEFORE + GAP + 1);
  return `${start}+${step}x${BEFORE} _x${GAP} ${resumed}+${step}x${AFTER}`;
}
