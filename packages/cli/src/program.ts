import { Command, InvalidArgumentError } from 'commander';
import { adminTokenCommands } from './commands/admin-tokens.ts';
import { auditCommand } from './commands/audit.ts';
import { bookingCommands } from './commands/bookings.ts';
import { deadLetterCommands } from './commands/dead-letters.ts';
import { doctorCommand } from './commands/doctor.ts';
import { feedCommands } from './commands/feeds.ts';
import { fxCommands } from './commands/fx.ts';
import { keyCommands } from './commands/keys.ts';
import { operatorCommands } from './commands/operators.ts';
import { outboxCommand } from './commands/outbox.ts';
import { paymentAccountCommands } from './commands/payment-accounts.ts';
import { recoverCommands } from './commands/recover.ts';
import { ruleCommands } from './commands/rules.ts';
import { sandboxCommands } from './commands/sandbox.ts';
import { searchCommand } from './commands/search.ts';
import { tenantCommands } from './commands/tenants.ts';
import { webhookCommands } from './commands/webhooks.ts';
import type { CliDeps } from './cli-deps.ts';

const DEFAULT_TIMEOUT_SECONDS = 15;

const FOOTER = `
Where and who:
  LODGING_ADMIN_URL, LODGING_ADMIN_TOKEN or LODGING_ADMIN_TOKEN_FILE; in a checkout with a running copy neither is needed.

Exit codes:
  0 done · 1 refused or failed · 2 wrong usage · 3 the admin API does not answer · 4 not confirmed`;

export function buildProgram(deps: CliDeps): Command {
  const program = new Command('lodging')
    .description('Looks after a Lodging from outside, over its admin API.')
    .option('--admin-url <url>', 'where the admin API is, such as http://127.0.0.1:8081')
    .option('--token-file <path>', 'a file that holds the admin token; - reads standard input')
    .option('--timeout <seconds>', 'how long a call may take', seconds, DEFAULT_TIMEOUT_SECONDS)
    .option('--json', 'the whole answer, for programs')
    .option('--yes', 'do what cannot be undone without asking')
    .addHelpText('after', FOOTER)
    .showHelpAfterError('(--help tells what there is)')
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
    searchCommand,
    deadLetterCommands,
    feedCommands,
    webhookCommands,
    outboxCommand,
    recoverCommands,
    doctorCommand,
  ]) {
    add(program, deps);
  }
  return program;
}

function seconds(text: string): number {
  const value = Number(text);
  if (!/^\d+(\.\d+)?$/.test(text) || value <= 0 || value > 600) {
    throw new InvalidArgumentError('It must be a number of seconds up to 600.');
  }
  return value;
}
