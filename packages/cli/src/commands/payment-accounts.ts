import { paymentAccountResponse } from '@lodging/contract-public';
import type { PaymentAccountResponse } from '@lodging/contract-public';
import type { Command } from 'commander';
import type { AdminClient } from '../admin-client.ts';
import { contextOf } from '../context.ts';
import { Refused } from '../failure.ts';
import { findTenant } from '../find-tenant.ts';
import { sheet } from '../output/table.ts';
import type { CliDeps } from '../cli-deps.ts';
import { collect, modeOption } from './options.ts';
import type { Mode } from './options.ts';

interface AccountOptions {
  mode: Mode;
  redirectOrigin?: string[];
  /** False: the list becomes empty. */
  redirectOrigins?: boolean;
}

const REDIRECT_ORIGIN =
  'allowed return origin of checkout pages, repeatable; replaces the list; default: unchanged';

export function paymentAccountCommands(program: Command, deps: CliDeps): void {
  const accounts = program.command('payment-accounts').description('Payment account of a tenant');
  accounts
    .command('show <tenant>')
    .description('Show the payment account')
    .addOption(modeOption())
    .action(async (tenant: string, { mode }: { mode: Mode }, command: Command) => {
      const { client, show } = await contextOf(command, deps);
      const { id } = await findTenant(client, tenant);
      const account = await client.get(`/tenants/${id}/payment-account`, paymentAccountResponse, { mode });
      show(account, () => accountSheet(account));
    });
  addSet(accounts, deps);
  accounts
    .command('remove <tenant>')
    .description('Remove the payment account; the tenant can no longer take payments')
    .addOption(modeOption())
    .action(async (tenant: string, { mode }: { mode: Mode }, command: Command) => {
      const { client, show, confirm } = await contextOf(command, deps);
      const { id, slug } = await findTenant(client, tenant);
      await confirm(
        `Remove the ${mode} account of ${slug}? New payments are refused until another account is set.`,
      );
      await client.delete(`/tenants/${id}/payment-account`, { mode });
      show({ tenantId: id, mode, removed: true }, () => `The ${mode} account of ${slug} was removed.`);
    });
}

function addSet(accounts: Command, deps: CliDeps): void {
  accounts
    .command('set <tenant> <accountId>')
    .description('Set the account at the payment provider, such as acct_1PgafTB7xXfG')
    .addOption(modeOption())
    .option('--redirect-origin <origin>', REDIRECT_ORIGIN, collect)
    .option('--no-redirect-origins', 'clear the list')
    .action(
      async (
        tenant: string,
        accountId: string,
        { mode, redirectOrigin, redirectOrigins }: AccountOptions,
        command: Command,
      ) => {
        const { client, show } = await contextOf(command, deps);
        const { id } = await findTenant(client, tenant);
        const before = await currentAccount(client, id, mode);
        const origins = redirectOrigins === false ? [] : redirectOrigin;
        const body = { mode, provider: 'stripe', accountId, redirectOrigins: origins };
        const set = await client.send('PUT', `/tenants/${id}/payment-account`, paymentAccountResponse, body);
        show(set, () => [accountSheet(set), ...changesOf(before, set)].join('\n'));
      },
    );
}

/** Null: there is no account. Undefined: the token may not read it. */
async function currentAccount(
  client: AdminClient,
  tenantId: string,
  mode: Mode,
): Promise<PaymentAccountResponse | null | undefined> {
  try {
    return await client.get(`/tenants/${tenantId}/payment-account`, paymentAccountResponse, { mode });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return error.status === 404 ? null : undefined;
  }
}

function changesOf(
  before: PaymentAccountResponse | null | undefined,
  after: PaymentAccountResponse,
): string[] {
  if (before === undefined) return [];
  if (before === null) return ['Changed: there was no account before.'];
  const values = ({ accountId, redirectOrigins }: PaymentAccountResponse): [string, string][] => [
    ['account', accountId],
    ['redirect origins', redirectOrigins.join(' ') || 'none'],
  ];
  const earlier = new Map(values(before));
  const lines = values(after).map(([name, value]) => {
    const was = earlier.get(name) ?? '';
    return was === value ? `Kept: ${name}.` : `Changed: ${name}, was ${was}.`;
  });
  return lines.toSorted();
}

function accountSheet({ mode, provider, accountId, redirectOrigins }: PaymentAccountResponse): string {
  return sheet([
    ['mode', mode],
    ['provider', provider],
    ['account', accountId],
    ['redirect origins', redirectOrigins.join(' ')],
  ]);
}
