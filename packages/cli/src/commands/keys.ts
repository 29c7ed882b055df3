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
  const keys = program.command('keys').description('API keys of a tenant');
  addList(keys, deps);
  addCreate(keys, deps);
  addUpdate(keys, deps);
  addRotate(keys, deps);
  keys
    .command('revoke <tenant> <keyId>')
    .description('Revoke a key; effective everywhere within 5 s')
    .action(async (tenant: string, keyId: string, _options: object, command: Command) => {
      const { client, confirm, show } = await contextOf(command, deps);
      const { id, slug } = await findTenant(client, tenant);
      await confirm(`Revoke key ${keyId} of ${slug}? Requests with it will be refused.`);
      await client.delete(`/tenants/${id}/api-keys/${encodeURIComponent(keyId)}`);
      show({ id: keyId, revoked: true }, () => `Key ${keyId} revoked.`);
    });
}

function addList(keys: Command, deps: CliDeps): void {
  keys
    .command('list <tenant>')
    .description('List keys, without their secrets')
    .addOption(new Option('--mode <mode>', 'live or test; default: both').choices(['live', 'test']))
    .addOption(limitOption())
    .action(async (tenant: string, options: { limit: number; mode?: Mode }, command: Command) => {
      const { client, show, ago, output } = await contextOf(command, deps);
      const { id } = await findTenant(client, tenant);
      const { items, more } = await client.list(`/tenants/${id}/api-keys`, {
        shape: apiKeyList,
        items: ({ apiKeys }) => apiKeys.filter(({ mode }) => mode === (options.mode ?? mode)),
        most: options.limit,
      });
      show({ apiKeys: items }, () =>
        table(items, [
          { title: 'id', of: (key) => key.id },
          { title: 'prefix', of: (key) => key.prefix },
          { title: 'kind', of: (key) => key.kind },
          { title: 'mode', of: (key) => key.mode },
          { title: 'name', of: (key) => key.name },
          { title: 'permissions', of: (key) => key.effectivePermissions.join(' ') },
          { title: 'origins', of: (key) => key.allowedOrigins.join(' ') },
          { title: 'created', of: (key) => ago(key.createdAt) },
          { title: 'expires', of: (key) => ago(key.expiresAt) },
          { title: 'last used', of: (key) => ago(key.lastUsedAt) },
        ]),
      );
      if (more) output.note(`There are more than ${options.limit}; --limit shows more.`);
    });
}

interface KeyOptions {
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
    .description('Create a key; it is shown once')
    .addOption(
      new Option('--kind <kind>', 'secret for servers, publishable for browsers')
        .choices(['secret', 'publishable'])
        .default('secret'),
    )
    .addOption(modeOption())
    .option('--name <name>', 'name, such as pms')
    .option(
      '--permission <permission>',
      'one permission, repeatable, such as payment:refund:create; default: all',
      collect,
    )
    .option('--no-permissions', 'no permission beyond read, book and operate')
    .option(
      '--origin <origin>',
      'allowed browser origin, repeatable, such as https://shop.example; required for a publishable key',
      collect,
    )
    .option('--requests-per-minute <count>', 'rate limit of this key', wholeNumber)
    .option('--expires-at <time>', 'expiry, such as 2027-01-01T00:00:00Z; default: never')
    .action(async (tenant: string, options: KeyOptions, command: Command) => {
      const context = await contextOf(command, deps);
      const { id } = await findTenant(context.client, tenant);
      const { kind, mode, name, origin, requestsPerMinute, expiresAt } = options;
      const permissions = options.permissions === false ? [] : options.permission;
      const body = { kind, mode, name, permissions, allowedOrigins: origin, requestsPerMinute, expiresAt };
      showOnce(context, await context.client.send('POST', `/tenants/${id}/api-keys`, issuedApiKey, body));
    });
}

interface Changes extends Pick<KeyOptions, 'permission' | 'permissions' | 'origin'> {
  /** False: the key has none any more. */
  name?: string | false;
  requestsPerMinute?: Limit;
}

function addUpdate(keys: Command, deps: CliDeps): void {
  keys
    .command('update <tenant> <keyId>')
    .description('Change the given properties, effective within 5 s; the secret stays the same')
    .option('--name <name>', 'name, such as pms')
    .option('--no-name', 'remove the name')
    .option('--permission <permission>', 'one permission of the new list, repeatable', collect)
    .option('--no-permissions', 'no permission beyond read, book and operate')
    .option('--origin <origin>', 'one origin of the new list, repeatable', collect)
    .option('--requests-per-minute <count>', 'rate limit of this key; none: default limit', limitOf)
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
    .description('Replace the secret of a key; the new key is shown once')
    .option('--grace-seconds <seconds>', 'how long the old key stays valid, up to 604800', notNegative, 0)
    .action(async (tenant: string, keyId: string, options: { graceSeconds: number }, command: Command) => {
      const context = await contextOf(command, deps);
      const { id, slug } = await findTenant(context.client, tenant);
      const { graceSeconds } = options;
      if (graceSeconds === 0)
        await context.confirm(`Rotate key ${keyId} of ${slug}? The old key stops working at once.`);
      const path = `/tenants/${id}/api-keys/${encodeURIComponent(keyId)}/rotate`;
      showOnce(context, await context.client.send('POST', path, issuedApiKey, { graceSeconds }));
    });
}

function showOnce({ show, output }: Context, issued: IssuedApiKey): void {
  show(issued, () => keySheet(issued, ['key', issued.key]));
  output.note('Store the key now: it is not shown again.');
}

function keySheet(apiKey: ApiKeyResponse, ...first: [string, string][]): string {
  return sheet([
    ...first,
    ['id', apiKey.id],
    ['kind', apiKey.kind],
    ['mode', apiKey.mode],
    ['name', apiKey.name],
    ['permissions', apiKey.permissions.join(' ')],
    ['effective permissions', apiKey.effectivePermissions.join(' ')],
    ['origins', apiKey.allowedOrigins.join(' ')],
    ['requests per minute', apiKey.requestsPerMinute],
    ['expires', apiKey.expiresAt],
  ]);
}
