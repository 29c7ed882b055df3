import { tenantResponse, tenantList } from '@lodging/contract-public';
import type { TenantResponse } from '@lodging/contract-public';
import type { Command } from 'commander';
import { contextOf } from '../context.ts';
import { findTenant } from '../find-tenant.ts';
import { sheet, table } from '../output/table.ts';
import type { CliDeps } from '../cli-deps.ts';
import { limitOption } from './options.ts';

export function tenantCommands(program: Command, deps: CliDeps): void {
  const tenants = program.command('tenants').description('the operators of houses on this platform');
  tenants
    .command('list')
    .description('all of them, oldest first')
    .addOption(limitOption())
    .action(async (options: { limit: number }, command: Command) => {
      const { client, show, ago, output } = await contextOf(command, deps);
      const { items, more } = await client.list('/tenants', {
        shape: tenantList,
        items: (page) => page.tenants,
        most: options.limit,
      });
      show({ tenants: items }, () =>
        table(items, [
          { title: 'id', of: ({ id }) => id },
          { title: 'slug', of: ({ slug }) => slug },
          { title: 'name', of: ({ name }) => name },
          { title: 'timezone', of: ({ timezone }) => timezone },
          { title: 'currency', of: ({ defaultCurrency }) => defaultCurrency },
          { title: 'created', of: ({ createdAt }) => ago(createdAt) },
        ]),
      );
      if (more) output.note(`There are more than ${options.limit}; --limit shows more.`);
    });
  tenants
    .command('show <tenant>')
    .description('one of them, by id or slug')
    .action(async (tenant: string, _options: object, command: Command) => {
      const { client, show } = await contextOf(command, deps);
      const found = await findTenant(client, tenant);
      show(found, () => tenantSheet(found));
    });
  addCreate(tenants, deps);
}

interface Wish {
  name: string;
  slug: string;
  timezone?: string;
  currency?: string;
}

function addCreate(tenants: Command, deps: CliDeps): void {
  tenants
    .command('create')
    .description('a new one, live and sandbox together')
    .requiredOption('--name <name>', 'as people read it')
    .requiredOption('--slug <slug>', 'as addresses read it: lower-case words joined by hyphens')
    .option('--timezone <zone>', 'such as Europe/Zurich; UTC unless told')
    .option('--currency <code>', 'such as CHF; EUR unless told')
    .action(async ({ name, slug, timezone, currency }: Wish, command: Command) => {
      const { client, show } = await contextOf(command, deps);
      const body = { name, slug, timezone, defaultCurrency: currency };
      const made = await client.send('POST', '/tenants', tenantResponse, body);
      show(made, () => tenantSheet(made));
    });
}

function tenantSheet(tenant: TenantResponse): string {
  return sheet([
    ['id', tenant.id],
    ['sandbox id', tenant.sandboxId],
    ['slug', tenant.slug],
    ['name', tenant.name],
    ['timezone', tenant.timezone],
    ['currency', tenant.defaultCurrency],
    ['created', tenant.createdAt],
  ]);
}
