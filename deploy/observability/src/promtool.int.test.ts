import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findPrograms } from '@lodging/kit-testing/servers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { HOME } from './generated-files.ts';
import { dashboardQueries, runbookQueries } from './queries/all-queries.ts';
import { gapTests, silentAlerts } from './queries/gap-tests.ts';
import { alerts } from './queries/rule-files.ts';
import type { Alert } from './queries/rule-files.ts';

const testFiles = readdirSync(join(HOME, 'alert-tests')).map((name) => join(HOME, 'alert-tests', name));
let program = '';
let directory = '';

beforeAll(async () => {
  const { prometheus } = await findPrograms({ installMissing: true, only: ['prometheus'] });
  program = prometheus.promtool;
  directory = mkdtempSync(join(tmpdir(), 'lodging-promtool-'));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** What promtool says where it is content; otherwise throws what it says. */
async function promtool(...args: string[]): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(program, args, { cwd: HOME, timeout: 100_000 });
    return stdout;
  } catch (error) {
    const { stdout, stderr } = Object(error);
    throw new Error(`promtool ${args.join(' ')}\n${String(stdout)}${String(stderr)}`, { cause: error });
  }
}

/** Rules made of any expressions, so that promtool reads those of dashboards and runbooks too. */
function probes(expressions: readonly string[]): object {
  const rules = expressions.map((expr, index) => ({ record: `lodging:probe${index}`, expr }));
  return { groups: [{ name: 'probes', rules }] };
}

describe('Prometheus', () => {
  it('takes our configuration, with every rule file in it', async () => {
    await promtool('check', 'config', 'prometheus.yaml');
  });

  it('can read every query of the dashboards and the runbooks', async () => {
    const file = join(directory, 'probes.yaml');
    const expressions = [...dashboardQueries(), ...runbookQueries()].map(({ expr }) => expr);
    writeFileSync(file, stringify(probes(expressions)));
    expect(await promtool('check', 'rules', file)).toContain(`${expressions.length} rules found`);
  });

  it('would refuse a query that is none', async () => {
    const file = join(directory, 'broken.yaml');
    writeFileSync(file, stringify(probes(['sum(rate(up))'])));
    await expect(promtool('check', 'rules', file)).rejects.toThrow('expected type range vector');
  });
});

/** The increase of a counter whose first event makes the series. */
const NEW_SERIES = /unless max_over_time/;

/** Every counter of the alerts stands at 500, is not read for ten minutes, and is the same for two hours afterwards. */
function gapTest(counting: readonly Alert[]) {
  const counted = counting.flatMap(({ expr }) =>
    [...expr.matchAll(/increase\((\w+(?:\{[^}]*\})?)\[/g)].map(([, selector = '']) => selector),
  );
  return {
    interval: '1m',
    input_series: [...new Set(counted)].map((selector) => ({
      series: seriesOf(selector),
      values: '500x130 _x10 500x150',
    })),
    alert_rule_test: counting.flatMap(({ alert: alertname }) =>
      Array.from({ length: 28 }, (_, index) => ({
        eval_time: `${142 + 5 * index}m`,
        alertname,
        exp_alerts: [],
      })),
    ),
  };
}

/** A series that the selector finds: of a choice the first value. */
function seriesOf(selector: string): string {
  return selector.replaceAll(/=~"([^"|]*)[^"]*"/g, '="$1"').replaceAll(/,?\s*\w+!="[^"]*"/g, '');
}

describe('alerts', () => {
  it.each(testFiles)(
    'fire when they should and are silent when they should: %s',
    async (file) => {
      await promtool('test', 'rules', file);
    },
    120_000,
  );

  it('take no counter for news that stands still over a gap in its samples', async () => {
    const counting = alerts().filter(({ expr }) => NEW_SERIES.test(expr) && !expr.includes('== 0'));
    expect(counting.length).toBeGreaterThan(10);
    const [rules, file] = [join(directory, 'counting.yaml'), join(directory, 'gaps.yaml')];
    const group = { name: 'counting', rules: counting.map(({ alert, expr }) => ({ alert, expr })) };
    writeFileSync(rules, stringify({ groups: [group] }));
    const tests = [gapTest(counting)];
    writeFileSync(file, stringify({ rule_files: [rules], evaluation_interval: '1m', tests }));
    await promtool('test', 'rules', file);
  });

  it('are silent over a gap in the samples of an ordinary day, every one of them', async () => {
    const tests = gapTests();
    for (const [index, test] of tests.entries()) {
      const file = join(directory, `silent-${index}.yaml`);
      writeFileSync(file, stringify(test));
      await promtool('test', 'rules', file);
    }
    const names = [...new Set(alerts().map(({ alert }) => alert))].toSorted();
    expect(silentAlerts(tests)).toEqual(names);
  }, 120_000);

  it('are each seen to fire in one test and to be silent in another', () => {
    const checks = testFiles.flatMap((file) => checksOf(parse(readFileSync(file, 'utf8'))));
    const names = [...new Set(alerts().map(({ alert }) => alert))];
    const untested = names.filter(
      (name) =>
        !checks.some(({ alertname, fires }) => alertname === name && fires) ||
        !checks.some(({ alertname, fires }) => alertname === name && !fires),
    );
    expect(untested).toEqual([]);
  });
});

interface TestFile {
  readonly tests: readonly {
    readonly alert_rule_test: readonly {
      readonly alertname: string;
      readonly exp_alerts: readonly unknown[];
    }[];
  }[];
}

function checksOf(file: TestFile): { alertname: string; fires: boolean }[] {
  return file.tests.flatMap((test) =>
    test.alert_rule_test.map(({ alertname, exp_alerts: expected }) => ({
      alertname,
      fires: expected.length > 0,
    })),
  );
}
