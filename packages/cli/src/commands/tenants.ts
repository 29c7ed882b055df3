import { tenantResponse, tenantList } from '@lodging/contract-public';
import type { TenantResponse } from '@lodging/contract-public';
import type { Command } from 'commander';
import { contextOf } from '../context.ts';
import { findTenant } from '../find-tenant.ts';
import { sheet, table } from '../output/table.ts';
import type { CliDeps } from '../cli-deps.ts';
import { inBody, limitOf, limitOption } from './options.ts';
import type { Limit } from './options.ts';

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
  addLimit(tenants, deps);
  addSuspend(tenants, deps);
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

interface Limits {
  openHolds?: Limit;
  unitNights?: Limit;
  codesPerAddress?: Limit;
  codesPerClient?: Limit;
}

function addLimit(tenants: Command, deps: CliDeps): void {
  const count = '<count>';
  tenants
    .command('limit <tenant>')
    .description('limits of its publishable keys per client address; `none` lifts one')
    .option(`--open-holds ${count}`, 'holds that are open at a time', limitOrZero)
    .option(`--unit-nights ${count}`, 'nights times units in open holds', limitOrZero)
    .option(`--codes-per-address ${count}`, 'codes to one e-mail address in an hour', limitOrZero)
    .option(`--codes-per-client ${count}`, 'codes from one client address in an hour', limitOrZero)
    .action(async (tenant: string, limits: Limits, command: Command) => {
      const { client, show } = await contextOf(command, deps);
      const { id } = await findTenant(client, tenant);
      const limited = await client.send('PATCH', `/tenants/${id}`, tenantResponse, {
        maxOpenHolds: inBody(limits.openHolds),
        maxHeldUnitNights: inBody(limits.unitNights),
        codesPerAddressHour: inBody(limits.codesPerAddress),
        codesPerClientHour: inBody(limits.codesPerClient),
      });
      show(limited, () => tenantSheet(limited));
    });
}

function addSuspend(tenants: Command, deps: CliDeps): void {
  tenants
    .command('suspend <tenant>')
    .description('refuses every key and sign-in of it, live and sandbox, within 5 s')
    .requiredOption('--reason <reason>', 'why; shown with the tenant')
    .action(async (tenant: string, { reason }: { reason: string }, command: Command) => {
      const { client, confirm, show } = await contextOf(command, deps);
      const { id, slug } = await findTenant(client, tenant);
      await confirm(`Suspend ${slug}? All its keys and sign-ins are refused until it is reinstated.`);
      const suspended = await client.send('POST', `/tenants/${id}/suspend`, tenantResponse, { reason });
      show(suspended, () => tenantSheet(suspended));
    });
  tenants
    .command('reinstate <tenant>')
    .description('ends a suspension; keys and sign-ins work again within 5 s')
    .action(async (tenant: string, _options: object, command: Command) => {
      const { client, show } = await contextOf(command, deps);
      const { id } = await findTenant(client, tenant);
      const reinstated = await client.send('POST', `/tenants/${id}/reinstate`, tenantResponse);
      show(reinstated, () => tenantSheet(reinstated));
    });
}

/** Zero is a limit here: nothing at all. */
function limitOrZero(text: string): Limit {
  return text === '0' ? 0 : limitOf(text);
}

function tenantSheet(tenant: TenantResponse): string {
  return sheet([
    ['id', tenant.id],
    ['sandbox id', tenant.sandboxId],
    ['slug', tenant.slug],
    ['name', tenant.name],
    ['timezone', tenant.timezone],
    ['currency', tenant.defaultCurrency],
    ['open holds', limitText(tenant.maxOpenHolds)],
    ['held unit nights', limitText(tenant.maxHeldUnitNights)],
    ['codes per address and hour', limitText(tenant.codesPerAddressHour)],
    ['codes per client and hour', limitText(tenant.codesPerClientHour)],
    ['created', tenant.createdAt],
    ['suspended', tenant.suspendedAt],
    ['reason', tenant.suspendedReason],
  ]);
}

function limitText(limit: number | null): string {
  return limit === null ? 'no limit' : `at most ${limit}`;
}
