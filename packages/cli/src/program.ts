import { Command, InvalidArgumentError } from 'commander';
import manifest from '../package.json' with { type: 'json' };
import { adminTokenCommands } from './commands/admin-tokens.ts';
import { auditCommand } from './commands/audit.ts';
import { bookingCommands } from './commands/bookings.ts';
import { deadLetterCommands } from './commands/dead-letters/dead-letters.ts';
import { doctorCommand } from './commands/doctor.ts';
import { feedCommands } from './commands/feeds.ts';
import { fxCommands } from './commands/fx.ts';
import { keyCommands } from './commands/keys.ts';
import { operatorCommands } from './commands/operators.ts';
import { outboxCommand } from './commands/outbox.ts';
import { parkedNotificationCommands } from './commands/parked-notifications.ts';
import { paymentAccountCommands } from './commands/payment-accounts.ts';
import { erasuresCommand, recoverCommands } from './commands/recover.ts';
import { sandboxCommands } from './commands/sandbox.ts';
import { blockCommands } from './commands/set-up/blocks.ts';
import { priceCommands } from './commands/set-up/prices.ts';
import { ruleCommands } from './commands/set-up/rules.ts';
import { tenantCommands } from './commands/tenants.ts';
import { webhookCommands } from './commands/webhooks.ts';
import { widgetCommands } from './commands/widget.ts';
import { restoreCommand } from './restore/command.ts';
import type { CliDeps } from './cli-deps.ts';

const DEFAULT_TIMEOUT_SECONDS = 15;

const FOOTER = `
Connection:
  LODGING_ADMIN_URL, LODGING_ADMIN_TOKEN or LODGING_ADMIN_TOKEN_FILE; not needed in a checkout with a running stack.

Exit codes:
  0 success · 1 refused or failed · 2 usage error · 3 admin API unreachable · 4 not confirmed`;

export function buildProgram(deps: CliDeps): Command {
  const program = new Command('lodging')
    .description('Manage a Lodging deployment through its admin API.')
    .version(manifest.version, '--version', 'print the version')
    .option('--admin-url <url>', 'address of the admin API, such as http://127.0.0.1:8081')
    .option('--token-file <path>', 'file with the admin token; - reads standard input')
    .option('--timeout <seconds>', 'timeout of one request', seconds, DEFAULT_TIMEOUT_SECONDS)
    .option('--json', 'print JSON')
    .option('--yes', 'skip confirmation prompts')
    .addHelpText('after', FOOTER)
    .showHelpAfterError('(Run with --help.)')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => deps.output.result(text.trimEnd()),
      writeErr: (text) => deps.output.note(text.trimEnd()),
    });
  for (const add of [
    adminTokenCommands,
    auditCommand,
    bookingCommands,
    tenantCommands,
    sandboxCommands,
    keyCommands,
    operatorCommands,
    paymentAccountCommands,
    fxCommands,
    ruleCommands,
    priceCommands,
    blockCommands,
    deadLetterCommands,
    parkedNotificationCommands,
    feedCommands,
    webhookCommands,
    widgetCommands,
    outboxCommand,
    restoreCommand,
    recoverCommands,
    erasuresCommand,
    doctorCommand,
  ]) {
    add(program, deps);
  }
  return program;
}

function seconds(text: string): number {
  const value = Number(text);
  if (!/^\d+(\.\d+)?$/.test(text) || value <= 0 || value > 600) {
    throw new InvalidArgumentError('Must be a number of seconds, at most 600.');
  }
  return value;
}
