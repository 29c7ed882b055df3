import type { Command } from 'commander';
import { contextOf } from '../context.ts';
import type { Context } from '../context.ts';
import { diagnose } from '../doctor/diagnose.ts';
import { fail, ok } from '../doctor/finding.ts';
import type { Finding, Level } from '../doctor/finding.ts';
import { collectSnapshot } from '../doctor/collect-snapshot.ts';
import { exitCodes } from '../exit-codes.ts';
import { Failure, Refused } from '../failure.ts';
import { plural } from '../output/format.ts';
import type { Output } from '../output/output.ts';
import type { CliDeps } from '../cli-deps.ts';

export function doctorCommand(program: Command, deps: CliDeps): void {
  program
    .command('doctor')
    .description('Check the deployment; report problems with remedies')
    .option('--public-url <url>', 'public address of the API; default: PUBLIC_URL of the gateway')
    .action(async (options: { publicUrl?: string }, command: Command) => {
      const context = await contextOf(command, deps);
      const findings = await examine(context, options.publicUrl);
      const count = countOf(findings);
      context.show({ findings, ...count }, () =>
        [...findings.map(findingText(context.output)), '', sum(count)].join('\n'),
      );
      if (count.fail > 0) throw new Failure(exitCodes.failed, '');
    });
}

async function examine({ client, now }: Context, publicUrl: string | undefined): Promise<Finding[]> {
  const { adminUrl } = client.access;
  try {
    const snapshot = await collectSnapshot(client, { now, publicUrl });
    return [ok('admin API', `${adminUrl} answers and accepts the token.`), ...diagnose(snapshot)];
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return [whyNot(adminUrl, error)];
  }
}

function whyNot(adminUrl: string, error: Failure): Finding {
  if (error instanceof Refused && error.code === 'invalid_admin_token') {
    return fail(
      'admin token',
      `${adminUrl} rejects the token.`,
      'Compare it with ADMIN_TOKEN of the gateway.',
    );
  }
  const remedy =
    'Check that the gateway runs, and that LODGING_ADMIN_URL is the internal address of its ADMIN_PORT.';
  return fail('admin API', error.message, remedy);
}

type Count = Record<Level, number>;

function countOf(findings: readonly Finding[]): Count {
  const count: Count = { ok: 0, warn: 0, fail: 0 };
  for (const { level } of findings) count[level] += 1;
  return count;
}

const MARKS = {
  ok: { mark: 'ok  ', style: 'green' },
  warn: { mark: 'warn', style: 'yellow' },
  fail: { mark: 'FAIL', style: 'red' },
} as const;
const NAME_WIDTH = 22;

function findingText({ style }: Output): (finding: Finding) => string {
  return ({ check, level, message, remedy }) => {
    const { mark, style: colour } = MARKS[level];
    const line = `${style(colour, mark)}  ${check.padEnd(NAME_WIDTH)}  ${message}`;
    return remedy === null ? line : `${line}\n${' '.repeat(NAME_WIDTH + 8)}→ ${remedy}`;
  };
}

function sum({ ok, warn, fail: failed }: Count): string {
  if (failed + warn === 0) return `All ${ok} checks passed.`;
  return `${failed} failed, ${plural(warn, 'warning')}, ${ok} passed.`;
}
