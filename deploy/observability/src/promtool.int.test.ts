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
import { alerts } from './queries/rule-files.ts';

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

describe('alerts', () => {
  it.each(testFiles)(
    'fire when they should and are silent when they should: %s',
    async (file) => {
      await promtool('test', 'rules', file);
    },
    120_000,
  );

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
