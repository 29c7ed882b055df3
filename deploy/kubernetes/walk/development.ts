import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { blockBelow, commandsOf } from './page-commands.ts';

const NAMESPACE = 'lodging-development';

/** From an empty cluster with kind's tools to the first booking: the page's commands, with what a reader puts in their place. */
export function developmentWalk(log: string): string[] {
  const page = readFileSync(join(import.meta.dirname, '..', 'README.md'), 'utf8');
  const operators = commandsOf(blockBelow(page, '**1. Operators.**'));
  const install = commandsOf(blockBelow(page, '## Development: the same on a laptop'));
  const tenant = commandsOf(blockBelow(page, '**6. The first tenant.**'));
  const booking = commandsOf(blockBelow(page, '**7. The first booking**'));
  return [
    ...operators.filter((command) => command.includes(' cloudnative-pg ')),
    // In the background, because the walk goes on.
    ...install.map((command) => (command.includes('port-forward') ? `${command} >/dev/null &` : command)),
    ...tenant
      .map((command) =>
        command.replaceAll('-n lodging ', `-n ${NAMESPACE} `).replace('acct_…', 'acct_1PgafTB7xXfG'),
      )
      // The key is shown once.
      .map((command) => (command.includes('keys create') ? `${command} | tee ${log}` : command)),
    ...booking.map((command) =>
      command
        .replace('API=https://api.lodging.example', 'API=http://localhost:8080')
        .replace('KEY=sk_live_…', `KEY=$(grep -o 'sk_live_[A-Za-z0-9_]*' ${log} | tail -n 1)`),
    ),
  ];
}
