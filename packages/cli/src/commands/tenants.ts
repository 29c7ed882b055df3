import { mailLimitsResponse, tenantResponse, tenantList } from '@lodging/contract-public';
import type { MailLimitsResponse, TenantResponse } from '@lodging/contract-public';
import type { Command } from 'commander';
import { contextOf } from '../context.ts';
import { findTenant } from '../find-tenant.ts';
import { sheet, table } from '../output/table.ts';
import type { CliDeps } from '../cli-deps.ts';
import { inBody, limitOf, limitOption, modeOption } from './options.ts';
import type { Limit, Mode } from './options.ts';

export function tenantCommands(program: Command, deps: CliDeps): void {
  const tenants = program.command('tenants').description('Tenants (companies that sell stays)');
  tenants
    .command('list')
    .description('List tenants, oldest first')
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
    .description('Show a tenant, by id or slug')
    .action(async (tenant: string, _options: object, command: Command) => {
      const { client, show } = await contextOf(command, deps);
      const found = await findTenant(client, tenant);
      show(found, () => tenantSheet(found));
    });
  addCreate(tenants, deps);
  addLimit(tenants, deps);
  addMailLimits(tenants, deps);
  addSuspend(tenants, deps);
}

interface TenantOptions {
  name: string;
  slug: string;
  timezone?: string;
  currency?: string;
}

function addCreate(tenants: Command, deps: CliDeps): void {
  tenants
    .command('create')
    .description('Create a tenant with its sandbox')
    .requiredOption('--name <name>', 'display name')
    .requiredOption('--slug <slug>', 'identifier in lower case, such as lakeside-hotel')
    .option('--timezone <zone>', 'such as Europe/Zurich; default: UTC')
    .option('--currency <code>', 'such as CHF; default: EUR')
    .action(async ({ name, slug, timezone, currency }: TenantOptions, command: Command) => {
      const { client, show } = await contextOf(command, deps);
      const body = { name, slug, timezone, defaultCurrency: currency };
      const made = await client.send('POST', '/tenants', tenantResponse, body);
      show(made, () => tenantSheet(made));
    });
}

interface Limits {
  openHolds?: Limit;
  unitNights?: Limit | 'by-size';
  codesPerAddress?: Limit;
  codesPerClient?: Limit;
  keyFactor?: Limit;
}

function addLimit(tenants: Command, deps: CliDeps): void {
  const count = '<count>';
  tenants
    .command('limit <tenant>')
    .description('Set limits of publishable keys per client network; `none` removes a limit')
    .option(`--open-holds ${count}`, 'open holds at a time', limitOrZero)
    .option(
      `--unit-nights ${count}`,
      'nights × units in open holds; `by-size`: seven per unit for sale, counting unverified holds only',
      unitNightsOf,
    )
    .option(`--codes-per-address ${count}`, 'codes per hour to one e-mail address', limitOrZero)
    .option(`--codes-per-client ${count}`, 'codes per hour from one client network', limitOrZero)
    .option(
      `--key-factor ${count}`,
      'limit of all networks of a key together, as a multiple of the limits for one',
      limitOf,
    )
    .action(async (tenant: string, { unitNights, ...limits }: Limits, command: Command) => {
      const { client, show } = await contextOf(command, deps);
      const { id } = await findTenant(client, tenant);
      const limited = await client.send('PATCH', `/tenants/${id}`, tenantResponse, {
        maxOpenHolds: inBody(limits.openHolds),
        ...(unitNights === 'by-size'
          ? { heldUnitNightsFollowSize: true }
          : { maxHeldUnitNights: inBody(unitNights) }),
        codesPerAddressHour: inBody(limits.codesPerAddress),
        codesPerClientHour: inBody(limits.codesPerClient),
        keyLimitFactor: inBody(limits.keyFactor),
      });
      show(limited, () => tenantSheet(limited));
    });
}

interface MailLimitOptions {
  mode: Mode;
  perHour?: Limit;
  perDay?: Limit;
}

function addMailLimits(tenants: Command, deps: CliDeps): void {
  tenants
    .command('mail-limits <tenant>')
    .description('Show how many mails of the tenant one address gets')
    .addOption(modeOption())
    .action(async (tenant: string, { mode }: { mode: Mode }, command: Command) => {
      const { client, show } = await contextOf(command, deps);
      const { id } = await findTenant(client, tenant);
      const limits = await client.get(`/tenants/${id}/mail-limits`, mailLimitsResponse, { mode });
      show(limits, () => mailLimitsSheet(limits));
    });
  tenants
    .command('limit-mails <tenant>')
    .description('Set how many mails of the tenant one address gets; `none` removes a limit')
    .addOption(modeOption())
    .option('--per-hour <count>', 'mails per hour to one e-mail address', limitOrZero)
    .option('--per-day <count>', 'mails per day to one e-mail address', limitOrZero)
    .action(async (tenant: string, { mode, perHour, perDay }: MailLimitOptions, command: Command) => {
      const { client, show } = await contextOf(command, deps);
      const { id } = await findTenant(client, tenant);
      const body = { mode, mailsPerAddressHour: inBody(perHour), mailsPerAddressDay: inBody(perDay) };
      const limits = await client.send('PATCH', `/tenants/${id}/mail-limits`, mailLimitsResponse, body);
      show(limits, () => mailLimitsSheet(limits));
    });
}

function mailLimitsSheet({ mode, mailsPerAddressHour, mailsPerAddressDay }: MailLimitsResponse): string {
  return sheet([
    ['mode', mode],
    ['mails per address and hour', limitText(mailsPerAddressHour)],
    ['mails per address and day', limitText(mailsPerAddressDay)],
  ]);
}

function addSuspend(tenants: Command, deps: CliDeps): void {
  tenants
    .command('suspend <tenant>')
    .description('Suspend a tenant: all its keys and sign-ins are refused within 5 s, live and sandbox')
    .requiredOption('--reason <reason>', 'reason, shown with the tenant')
    .action(async (tenant: string, { reason }: { reason: string }, command: Command) => {
      const { client, confirm, show } = await contextOf(command, deps);
      const { id, slug } = await findTenant(client, tenant);
      await confirm(`Suspend ${slug}? All its keys and sign-ins will be refused until it is reinstated.`);
      const suspended = await client.send('POST', `/tenants/${id}/suspend`, tenantResponse, { reason });
      show(suspended, () => tenantSheet(suspended));
    });
  tenants
    .command('reinstate <tenant>')
    .description('End a suspension; keys and sign-ins work again within 5 s')
    .action(async (tenant: string, _options: object, command: Command) => {
      const { client, show } = await contextOf(command, deps);
      const { id } = await findTenant(client, tenant);
      const reinstated = await client.send('POST', `/tenants/${id}/reinstate`, tenantResponse);
      show(reinstated, () => tenantSheet(reinstated));
    });
}

/** Here zero is a valid limit: nothing is allowed. */
function limitOrZero(text: string): Limit {
  return text === '0' ? 0 : limitOf(text);
}

function unitNightsOf(text: string): Limit | 'by-size' {
  return text === 'by-size' ? text : limitOrZero(text);
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
    ['held unit nights', unitNightsText(tenant)],
    ['codes per address and hour', limitText(tenant.codesPerAddressHour)],
    ['codes per client and hour', limitText(tenant.codesPerClientHour)],
    ['all clients of a key', factorText(tenant.keyLimitFactor)],
    ['created', tenant.createdAt],
    ['suspended', tenant.suspendedAt],
    ['reason', tenant.suspendedReason],
  ]);
}

function limitText(limit: number | null): string {
  return limit === null ? 'no limit' : `at most ${limit}`;
}

function unitNightsText({ maxHeldUnitNights, heldUnitNightsFollowSize }: TenantResponse): string {
  const text = limitText(maxHeldUnitNights);
  return heldUnitNightsFollowSize ? `${text}, scaled by units for sale` : text;
}

function factorText(factor: number | null): string {
  return factor === null ? 'no limit' : `${factor} × the limit of one client`;
}
