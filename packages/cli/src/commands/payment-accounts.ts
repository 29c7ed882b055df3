import { paymentAccountResponse } from '@lodging/contract-public';
import type { PaymentAccountBody } from '@lodging/contract-public';
import type { Command } from 'commander';
import { contextOf } from '../context.ts';
import { findTenant } from '../find-tenant.ts';
import { sheet } from '../output/table.ts';
import type { CliDeps } from '../cli-deps.ts';
import { collect, modeOption } from './options.ts';
import type { Mode } from './options.ts';

export function paymentAccountCommands(program: Command, deps: CliDeps): void {
  const accounts = program.command('payment-accounts').description('on which account a tenant is paid');
  accounts
    .command('show <tenant>')
    .description('the account of the tenant')
    .addOption(modeOption())
    .action(async (tenant: string, { mode }: { mode: Mode }, command: Command) => {
      const { client, show } = await contextOf(command, deps);
      const { id } = await findTenant(client, tenant);
      const account = await client.get(`/tenants/${id}/payment-account`, paymentAccountResponse, { mode });
      show(account, () => accountSheet(account));
    });
  accounts
    .command('set <tenant> <accountId>')
    .description('connects the tenant to its account, such as acct_1PgafTB7xXfG')
    .addOption(modeOption())
    .option('--redirect-origin <origin>', 'where checkout pages may send guests back to', collect)
    .action(
      async (
        tenant: string,
        accountId: string,
        { mode, redirectOrigin }: { mode: Mode; redirectOrigin?: string[] },
        command: Command,
      ) => {
        const { client, show } = await contextOf(command, deps);
        const { id } = await findTenant(client, tenant);
        const body = { mode, provider: 'stripe', accountId, redirectOrigins: redirectOrigin };
        const set = await client.send('PUT', `/tenants/${id}/payment-account`, paymentAccountResponse, body);
        show(set, () => accountSheet(set));
      },
    );
  accounts
    .command('remove <tenant>')
    .description('cuts the tenant off from its account: it cannot be paid any more')
    .addOption(modeOption())
    .action(async (tenant: string, { mode }: { mode: Mode }, command: Command) => {
      const { client, show, confirm } = await contextOf(command, deps);
      const { id, slug } = await findTenant(client, tenant);
      await confirm(`Remove the ${mode} account of ${slug}? Nothing new can be paid until another is set.`);
      await client.delete(`/tenants/${id}/payment-account`, { mode });
      show({ tenantId: id, mode, removed: true }, () => `${slug} has no ${mode} account any more.`);
    });
}

function accountSheet({ mode, provider, accountId, redirectOrigins }: PaymentAccountBody): string {
  return sheet([
    ['mode', mode],
    ['provider', provider],
    ['account', accountId],
    ['redirect origins', redirectOrigins.join(' ')],
  ]);
}
