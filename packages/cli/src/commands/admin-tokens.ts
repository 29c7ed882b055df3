import { adminScope, adminTokenList, issuedAdminToken } from '@lodging/contract-public';
import type { Command } from 'commander';
import { contextOf } from '../context.ts';
import { sheet, table } from '../output/table.ts';
import type { CliDeps } from '../cli-deps.ts';
import { collect, limitOption } from './options.ts';

interface NewToken {
  name: string;
  scope?: string[];
  expiresAt?: string;
}

export function adminTokenCommands(program: Command, deps: CliDeps): void {
  const tokens = program.command('admin-tokens').description('Named tokens of the admin API');
  addList(tokens, deps);
  tokens
    .command('create')
    .description('Create a token; it is shown once')
    .requiredOption('--name <name>', 'name of the user or program')
    .option(
      '--scope <scope>',
      `one scope, repeatable: ${adminScope.options.join(', ')}; default: all`,
      collect,
    )
    .option('--expires-at <time>', 'expiry, such as 2027-01-01T00:00:00Z; default: never')
    .action(async ({ name, scope: scopes, expiresAt }: NewToken, command: Command) => {
      const { client, show, output } = await contextOf(command, deps);
      const body = { name, scopes, expiresAt };
      const made = await client.send('POST', '/admin-tokens', issuedAdminToken, body);
      show(made, () =>
        sheet([
          ['token', made.token],
          ['id', made.id],
          ['name', made.name],
          ['scopes', made.scopes.join(' ')],
          ['expires', made.expiresAt],
        ]),
      );
      output.note('Store the token now: it is not shown again.');
    });
  tokens
    .command('revoke <tokenId>')
    .description('Revoke a token; effective everywhere within 5 s')
    .action(async (tokenId: string, _options: object, command: Command) => {
      const { client, confirm, show } = await contextOf(command, deps);
      await confirm(`Revoke admin token ${tokenId}? Requests with it will be refused.`);
      await client.delete(`/admin-tokens/${encodeURIComponent(tokenId)}`);
      show({ id: tokenId, revoked: true }, () => `Admin token ${tokenId} revoked.`);
    });
}

function addList(tokens: Command, deps: CliDeps): void {
  tokens
    .command('list')
    .description('List tokens, without their secrets; the root token is not listed')
    .addOption(limitOption())
    .action(async (options: { limit: number }, command: Command) => {
      const { client, show, ago, output } = await contextOf(command, deps);
      const { items, more } = await client.list('/admin-tokens', {
        shape: adminTokenList,
        items: (page) => page.adminTokens,
        most: options.limit,
      });
      show({ adminTokens: items }, () =>
        table(items, [
          { title: 'id', of: ({ id }) => id },
          { title: 'name', of: ({ name }) => name },
          { title: 'scopes', of: ({ scopes }) => scopes.join(' ') },
          { title: 'created', of: ({ createdAt }) => ago(createdAt) },
          { title: 'expires', of: ({ expiresAt }) => ago(expiresAt) },
          { title: 'last used', of: ({ lastUsedAt }) => ago(lastUsedAt) },
        ]),
      );
      if (more) output.note(`There are more than ${options.limit}; --limit shows more.`);
    });
}
