import { recoveryReport } from '@lodging/contract-public';
import type { RecoveryResult } from '@lodging/contract-public';
import type { Command } from 'commander';
import type { CliDeps } from '../cli-deps.ts';
import { describeReport, momentOf } from '../commands/recover.ts';
import { confirmation, shown } from '../context.ts';
import type { GlobalOptions } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { Failure, failed, usage } from '../failure.ts';
import { formatDuration } from '../output/format.ts';
import { openAdmin } from './admin-access.ts';
import type { AdminAccess } from './admin-access.ts';
import { archivesFor, findCheckout, readArchives, targetTimeOf } from './archives.ts';
import { dangersOf } from './dangers.ts';
import { readFacts } from './read-facts.ts';
import { kubectlOf } from './kubectl.ts';
import type { Kubectl } from './kubectl.ts';
import { DATABASE, isRestoredTo } from './objects.ts';
import { replacementSteps } from './replace-database.ts';
import { returnSteps } from './return-to-service.ts';
import { runSteps } from './steps.ts';
import type { Restoration, Step } from './steps.ts';

export interface RestoreOptions extends GlobalOptions {
  to?: string;
  context?: string;
  namespace: string;
  dryRun?: boolean;
  gitopsSuspended?: boolean;
  bucketChecked?: boolean;
  withoutLastBackup?: boolean;
}

const MARGIN = { minutes: 15 };

export function restoreCommand(program: Command, deps: CliDeps): void {
  program
    .command('restore')
    .description('Restore the database of a cluster to a time, and bring all services back; can be run again')
    .option('--to <time>', 'the last moment before the damage, such as 2027-05-03T09:00:00Z')
    .option('--context <name>', 'context of kubectl; required with --yes')
    .option('--namespace <name>', 'namespace of the product', 'lodging')
    .option('--dry-run', 'check, and print the plan; change nothing')
    .option('--gitops-suspended', 'Flux or Argo CD is suspended')
    .option(
      '--bucket-checked',
      'the bucket has a base backup from before the time, though the cluster lists none',
    )
    .option('--without-last-backup', 'do not back up what is left before it is deleted')
    .action(async (_options: object, command: Command) => {
      const options = command.optsWithGlobals<RestoreOptions>();
      const kubectl = kubectlOf(deps.programs, options);
      const admin = openAdmin(options, deps, kubectl);
      try {
        await restore(options, { deps, kubectl, admin });
      } finally {
        admin.close();
      }
    });
}

interface Access {
  readonly deps: CliDeps;
  readonly kubectl: Kubectl;
  readonly admin: AdminAccess;
}

async function restore(options: RestoreOptions, { deps, kubectl, admin }: Access): Promise<void> {
  const checkout = findCheckout(deps.cwd);
  const target = await targetFrom(options, deps);
  const targetTime = targetTimeOf(target);
  const flags = {
    gitopsSuspended: options.gitopsSuspended === true,
    bucketChecked: options.bucketChecked === true,
  };
  const files = await readArchives(checkout);
  const facts = await readFacts(kubectl, checkout, { target, targetTime, now: deps.now(), files, flags });
  const restoration: Restoration = {
    kubectl,
    checkout,
    target,
    targetTime,
    archives: archivesFor(files, facts.cluster, targetTime),
    withoutLastBackup: options.withoutLastBackup === true,
    note: deps.output.note,
  };
  const since = momentOf(target.subtract(MARGIN).toString());
  let repaired: RecoveryResult | undefined;
  const onResult = (result: RecoveryResult) => void (repaired = result);
  const steps = [
    ...replacementSteps(restoration),
    ...returnSteps({ restoration, admin: admin.client, since, onResult }),
  ];
  const dangers = dangersOf(facts);
  const show = shown(deps, options);
  if (options.dryRun === true)
    show({ target: targetTime, dangers, steps: steps.map(({ title, does }) => ({ title, does })) }, () =>
      planOf(kubectl, steps, dangers),
    );
  if (dangers.length > 0) throw failed(['Refused; nothing was changed.', ...dangers].join('\n'));
  if (options.dryRun === true) return;
  const isLater = facts.cluster !== undefined && isRestoredTo(facts.cluster, targetTime);
  await confirmRestore(options, deps, { target, isLater });
  const outcomes = await runSteps(steps, deps.output.note);
  const report = await (await admin.client()).get('/recovery', recoveryReport, { since });
  const seconds = outcomes.reduce((sum, outcome) => sum + outcome.seconds, 0);
  show({ target: targetTime, steps: outcomes, recovery: repaired, report }, () =>
    [describeReport(report), `Restored to ${target} in ${formatDuration(seconds)}.`].join('\n\n'),
  );
  if ((repaired?.unclaimed.length ?? 0) > 0)
    throw new Failure(exitCodes.failed, 'Stays have no units: lodging recover claim <tenantId> <bookingId>.');
}

async function targetFrom({ to, yes }: RestoreOptions, { terminal }: CliDeps): Promise<Temporal.Instant> {
  if (to !== undefined) return Temporal.Instant.from(momentOf(to));
  if (yes === true || !terminal.isInteractive) throw usage('The restore time is missing: pass --to.');
  const answer = await terminal.prompt('Restore to which moment, the last one before the damage, in UTC? ');
  return Temporal.Instant.from(momentOf(answer));
}

async function confirmRestore(
  options: RestoreOptions,
  deps: CliDeps,
  { target, isLater }: { readonly target: Temporal.Instant; readonly isLater: boolean },
): Promise<void> {
  if (options.yes === true && options.context === undefined)
    throw usage('With --yes the cluster must be named: pass --context.');
  const kubectl = kubectlOf(deps.programs, options);
  const context = options.context ?? (await kubectl.run(['config', 'current-context'])).trim();
  const lost = formatDuration(deps.now().since(target).total('seconds'));
  const question = isLater
    ? `The database of ${options.namespace} in ${context} is that of ${target}. Bring its services back?`
    : `Delete the database ${DATABASE} of ${options.namespace} in ${context}, and restore it to ${target}? The changes of the last ${lost} will be lost.`;
  await confirmation(deps, options)(question);
}

function planOf({ prefix }: Kubectl, steps: readonly Step[], dangers: readonly string[]): string {
  const lines = steps.flatMap(({ title, does }, index) => [
    `${String(index + 1).padStart(2)}. ${title}`,
    ...does.map((line) => `      ${line}`),
  ]);
  const end = dangers.length === 0 ? 'Nothing speaks against it. Nothing was changed.' : '';
  return [`With ${prefix}:`, ...lines, ...(end === '' ? [] : ['', end])].join('\n');
}
