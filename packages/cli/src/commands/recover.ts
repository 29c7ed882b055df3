import { lostPaymentList } from '@lodging/contract-public';
import type { Command } from 'commander';
import { contextOf } from '../context.ts';
import { table } from '../output/table.ts';
import type { CliDeps } from '../cli-deps.ts';

export function recoverCommands(program: Command, deps: CliDeps): void {
  program
    .command('recover')
    .description('after the database was set back')
    .command('report')
    .description('what the payment provider has, and the database lost')
    .action(async (_options: object, command: Command) => {
      const { client, show } = await contextOf(command, deps);
      const report = await client.get('/lost-payments', lostPaymentList);
      show(report, () =>
        report.lostPayments.length === 0
          ? 'No payment is known to the provider alone. Each account is looked through once an hour.'
          : table(report.lostPayments, [
              { title: 'paid', of: ({ paidAt }) => paidAt },
              { title: 'tenant', of: ({ tenantId }) => tenantId },
              { title: 'mode', of: ({ livemode }) => (livemode ? 'live' : 'test') },
              { title: 'account', of: ({ accountId }) => accountId },
              { title: 'intent', of: ({ intentId }) => intentId },
              { title: 'minor units', of: ({ amountMinorUnits }) => amountMinorUnits },
              { title: 'currency', of: ({ currency }) => currency },
              { title: 'found', of: ({ foundAt }) => foundAt },
            ]),
      );
    });
}
