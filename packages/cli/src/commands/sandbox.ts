import { sandboxCopyResponse } from '@lodging/contract-public';
import type { Command } from 'commander';
import type { AdminClient } from '../admin-client.ts';
import { contextOf } from '../context.ts';
import { failed, Refused } from '../failure.ts';
import { findTenant } from '../find-tenant.ts';
import { sheet } from '../output/table.ts';
import type { CliDeps } from '../cli-deps.ts';

export function sandboxCommands(program: Command, deps: CliDeps): void {
  program
    .command('sandbox')
    .description('Sandbox of a tenant')
    .command('copy <tenant>')
    .description('Copy resources, prices, policies and taxes of the live side into the empty sandbox')
    .action(async (tenant: string, _options: object, command: Command) => {
      const { client, show } = await contextOf(command, deps);
      const copied = await copyToSandbox(client, await findTenant(client, tenant));
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

async function copyToSandbox(
  client: AdminClient,
  { id, slug }: { readonly id: string; readonly slug: string },
): Promise<ReturnType<typeof sandboxCopyResponse.parse>> {
  try {
    return await client.send('POST', `/tenants/${id}/sandbox/copy`, sandboxCopyResponse);
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== 'sandbox_not_empty') throw error;
    throw failed(`${error.message}\n${wayOut(slug)}`);
  }
}

/** Room types and resources cannot be deleted, so a filled sandbox never becomes empty. */
function wayOut(slug: string): string {
  return [
    'A copy needs a sandbox that never had a room type, a resource, a policy or a tax. To bring this one up to date:',
    `  lodging keys create ${slug} --mode test   a key of the sandbox`,
    '  lodging policies put <file>, lodging taxes put <file>   with this key: replaces policies, taxes and fees',
    '  PUT /v1/resources/{id}/rates and …/pricing   with this key: replaces plans and prices',
  ].join('\n');
}
