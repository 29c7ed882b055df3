import { apiKeyList, apiKeyResponse, issuedApiKey } from '@lodging/contract-public';
import type { ApiKeyResponse, IssuedApiKey } from '@lodging/contract-public';
import { Option } from 'commander';
import type { Command } from 'commander';
import { contextOf } from '../context.ts';
import type { Context } from '../context.ts';
import { findTenant } from '../find-tenant.ts';
import { sheet, table } from '../output/table.ts';
import type { CliDeps } from '../cli-deps.ts';
import { collect, inBody, limitOf, limitOption, modeOption, notNegative, wholeNumber } from './options.ts';
import type { Limit, Mode } from './options.ts';

export function keyCommands(program: Command, deps: CliDeps): void {
  const keys = program.command('keys').description('the API keys of a tenant');
  addList(keys, deps);
  addCreate(keys, deps);
  addUpdate(keys, deps);
  addRotate(keys, deps);
  keys
    .command('revoke <tenant> <keyId>')
    .description('ends a key; it stops working everywhere within 5 s')
    .action(async (tenant: string, keyId: string, _options: object, command: Command) => {
      const { client, confirm, show } = await contextOf(command, deps);
      const { id, slug } = await findTenant(client, tenant);
      await confirm(`Revoke key ${keyId} of ${slug}? Whoever uses it is refused from then on.`);
      await client.delete(`/tenants/${id}/api-keys/${encodeURIComponent(keyId)}`);
      show({ id: keyId, revoked: true }, () => `Key ${keyId} is revoked.`);
    });
}

function addList(keys: Command, deps: CliDeps): void {
  keys
    .command('list <tenant>')
    .description('without the keys themselves')
    .addOption(limitOption())
    .action(async (tenant: string, options: { limit: number }, command: Command) => {
      const { client, show, ago, output } = await contextOf(command, deps);
      const { id } = await findTenant(client, tenant);
      const { items, more } = await client.list(`/tenants/${id}/api-keys`, {
        shape: apiKeyList,
        items: (page) => page.apiKeys,
        most: options.limit,
      });
      show({ apiKeys: items }, () =>
        table(items, [
          { title: 'id', of: (key) => key.id },
          { title: 'prefix', of: (key) => key.prefix },
          { title: 'kind', of: (key) => key.kind },
          { title: 'mode', of: (key) => key.mode },
          { title: 'name', of: (key) => key.name },
          { title: 'permissions', of: (key) => key.permissions.join(' ') },
          { title: 'origins', of: (key) => key.allowedOrigins.join(' ') },
          { title: 'created', of: (key) => ago(key.createdAt) },
          { title: 'expires', of: (key) => ago(key.expiresAt) },
          { title: 'last used', of: (key) => ago(key.lastUsedAt) },
        ]),
      );
      if (more) output.note(`There are more than ${options.limit}; --limit shows more.`);
    });
}

interface Wish {
  kind: 'secret' | 'publishable';
  mode: Mode;
  name?: string;
  permission?: string[];
  permissions?: boolean;
  origin?: string[];
  requestsPerMinute?: number;
  expiresAt?: string;
}

function addCreate(keys: Command, deps: CliDeps): void {
  keys
    .command('create <tenant>')
    .description('a new one, shown once')
    .addOption(
      new Option('--kind <kind>', 'secret for servers, publishable for browsers')
        .choices(['secret', 'publishable'])
        .default('secret'),
    )
    .addOption(modeOption())
    .option('--name <name>', 'what it is for')
    .option('--permission <permission>', 'such as payment:refund:create; all of them where absent', collect)
    .option('--no-permissions', 'none beyond read, book and operate')
    .option('--origin <origin>', 'where browsers may use it, such as https://shop.example', collect)
    .option('--requests-per-minute <count>', 'a limit of its own', wholeNumber)
    .option('--expires-at <time>', 'such as 2027-01-01T00:00:00Z; never where absent')
    .action(async (tenant: string, wish: Wish, command: Command) => {
      const context = await contextOf(command, deps);
      const { id } = await findTenant(context.client, tenant);
      const { kind, mode, name, origin, requestsPerMinute, expiresAt } = wish;
      const permissions = wish.permissions === false ? [] : wish.permission;
      const body = { kind, mode, name, permissions, allowedOrigins: origin, requestsPerMinute, expiresAt };
      showOnce(context, await context.client.send('POST', `/tenants/${id}/api-keys`, issuedApiKey, body));
    });
}

interface Changes extends Pick<Wish, 'permission' | 'permissions' | 'origin'> {
  /** False: the key has none any more. */
  name?: string | false;
  requestsPerMinute?: Limit;
}

function addUpdate(keys: Command, deps: CliDeps): void {
  keys
    .command('update <tenant> <keyId>')
    .description('changes what is given, within 5 s; the key stays the same')
    .option('--name <name>', 'what it is for')
    .option('--no-name', 'takes the name away')
    .option('--permission <permission>', 'the whole new list, one by one', collect)
    .option('--no-permissions', 'none beyond read, book and operate')
    .option('--origin <origin>', 'the whole new list, one by one', collect)
    .option('--requests-per-minute <count>', 'a limit of its own; none takes it away', limitOf)
    .action(async (tenant: string, keyId: string, changes: Changes, command: Command) => {
      const { client, show } = await contextOf(command, deps);
      const { id } = await findTenant(client, tenant);
      const { name, origin } = changes;
      const permissions = changes.permissions === false ? [] : changes.permission;
      const path = `/tenants/${id}/api-keys/${encodeURIComponent(keyId)}`;
      const requestsPerMinute = inBody(changes.requestsPerMinute);
      const nameInBody = name === false ? null : name;
      const body = { name: nameInBody, permissions, allowedOrigins: origin, requestsPerMinute };
      const changed = await client.send('PATCH', path, apiKeyResponse, body);
      show(changed, () => keySheet(changed));
    });
}

function addRotate(keys: Command, deps: CliDeps): void {
  keys
    .command('rotate <tenant> <keyId>')
    .description('a new key under the same id, shown once')
    .option('--grace-seconds <seconds>', 'how long the old one goes on working, up to 604800', notNegative, 0)
    .action(async (tenant: string, keyId: string, options: { graceSeconds: number }, command: Command) => {
      const context = await contextOf(command, deps);
      const { id, slug } = await findTenant(context.client, tenant);
      const { graceSeconds } = options;
      if (graceSeconds === 0)
        await context.confirm(`Rotate key ${keyId} of ${slug}? The old one ends at once.`);
      const path = `/tenants/${id}/api-keys/${encodeURIComponent(keyId)}/rotate`;
      showOnce(context, await context.client.send('POST', path, issuedApiKey, { graceSeconds }));
    });
}

function showOnce({ show, output }: Context, issued: IssuedApiKey): void {
  show(issued, () => keySheet(issued, ['key', issued.key]));
  output.note('The key is shown this once: only a digest of it is kept.');
}

function keySheet(apiKey: ApiKeyResponse, ...first: [string, string][]): string {
  return sheet([
    ...first,
    ['id', apiKey.id],
    ['kind', apiKey.kind],
    ['mode', apiKey.mode],
    ['name', apiKey.name],
    ['permissions', apiKey.permissions.join(' ')],
    ['origins', apiKey.allowedOrigins.join(' ')],
    ['requests per minute', apiKey.requestsPerMinute],
    ['expires', apiKey.expiresAt],
  ]);
}
