import { sandboxCopyResponse } from '@lodging/contract-public';
import type { Command } from 'commander';
import { contextOf } from '../context.ts';
import { findTenant } from '../find-tenant.ts';
import { sheet } from '../output/table.ts';
import type { CliDeps } from '../cli-deps.ts';

export function sandboxCommands(program: Command, deps: CliDeps): void {
  program
    .command('sandbox')
    .description('the side of a tenant that test keys work on')
    .command('copy <tenant>')
    .description('copies what the live side sells into the empty sandbox: resources, prices, policies, taxes')
    .action(async (tenant: string, _options: object, command: Command) => {
      const { client, show } = await contextOf(command, deps);
      const { id } = await findTenant(client, tenant);
      const copied = await client.send('POST', `/tenants/${id}/sandbox/copy`, sandboxCopyResponse);
      show(copied, () =>
        sheet([
          ['room types', String(copied.roomTypes)],
          ['resources', String(copied.resources)],
          ['rate plans', String(copied.ratePlans)],
          ['pricing', String(copied.pricing)],
          ['nightly rates', String(copied.nightlyRates)],
          ['restrictions', String(copied.restrictions)],
          ['cancellation policies', String(copied.cancellationPolicies)],
          ['tax rules', String(copied.taxRules)],
        ]),
      );
    });
}
