import type { Command } from 'commander';
import { contextOf } from '../context.ts';
import type { Context } from '../context.ts';
import { diagnose } from '../doctor/diagnose.ts';
import { fail, ok } from '../doctor/finding.ts';
import type { Finding, Level } from '../doctor/finding.ts';
import { collectSnapshot } from '../doctor/collect-snapshot.ts';
import { exitCodes } from '../exit-codes.ts';
import { Failure, Refused } from '../failure.ts';
import type { Output } from '../output/output.ts';
import type { CliDeps } from '../cli-deps.ts';

export function doctorCommand(program: Command, deps: CliDeps): void {
  program
    .command('doctor')
    .description('what is wrong with this deployment, and what helps')
    .option('--public-url <url>', 'where clients reach the API, if not where the gateway says')
    .action(async (options: { publicUrl?: string }, command: Command) => {
      const context = await contextOf(command, deps);
      const findings = await examine(context, options.publicUrl);
      const count = countOf(findings);
      context.show({ findings, ...count }, () =>
        [...findings.map(inWords(context.output)), '', sum(count)].join('\n'),
      );
      if (count.fail > 0) throw new Failure(exitCodes.failed, '');
    });
}

async function examine({ client, now }: Context, publicUrl: string | undefined): Promise<Finding[]> {
  const { adminUrl } = client.access;
  try {
    const snapshot = await collectSnapshot(client, { now, publicUrl });
    return [ok('admin API', `${adminUrl} answers, and takes the token.`), ...diagnose(snapshot)];
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return [whyNot(adminUrl, error)];
  }
}

function whyNot(adminUrl: string, error: Failure): Finding {
  if (error instanceof Refused && error.code === 'invalid_admin_token') {
    return fail(
      'admin token',
      `${adminUrl} does not take the token.`,
      'Compare it with ADMIN_TOKEN of the gateway.',
    );
  }
  const remedy =
    'Is the gateway running, and LODGING_ADMIN_URL the address of its ADMIN_PORT, which stays inside?';
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

function inWords({ style }: Output): (finding: Finding) => string {
  return ({ check, level, message, remedy }) => {
    const { mark, style: colour } = MARKS[level];
    const line = `${style(colour, mark)}  ${check.padEnd(NAME_WIDTH)}  ${message}`;
    return remedy === null ? line : `${line}\n${' '.repeat(NAME_WIDTH + 8)}→ ${remedy}`;
  };
}

function sum({ ok, warn, fail: failed }: Count): string {
  if (failed + warn === 0) return `All ${ok} checks are well.`;
  return `${failed} failed, ${warn} to look at, ${ok} well.`;
}
