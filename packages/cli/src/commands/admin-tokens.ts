import { adminTokenList, issuedAdminToken } from '@lodging/contract-public';
import type { Command } from 'commander';
import { contextOf } from '../context.ts';
import { sheet, table } from '../output/table.ts';
import type { CliDeps } from '../cli-deps.ts';
import { limitOption } from './options.ts';

export function adminTokenCommands(program: Command, deps: CliDeps): void {
  const tokens = program.command('admin-tokens').description('named tokens of the admin API');
  addList(tokens, deps);
  tokens
    .command('create')
    .description('a new one, shown once')
    .requiredOption('--name <name>', 'who or what uses it')
    .option('--expires-at <time>', 'such as 2027-01-01T00:00:00Z; never where absent')
    .action(async ({ name, expiresAt }: { name: string; expiresAt?: string }, command: Command) => {
      const { client, show, output } = await contextOf(command, deps);
      const made = await client.send('POST', '/admin-tokens', issuedAdminToken, { name, expiresAt });
      show(made, () =>
        sheet([
          ['token', made.token],
          ['id', made.id],
          ['name', made.name],
          ['expires', made.expiresAt],
        ]),
      );
      output.note('The token is shown this once: only a digest of it is kept.');
    });
  tokens
    .command('revoke <tokenId>')
    .description('ends a token; it stops working everywhere within 5 s')
    .action(async (tokenId: string, _options: object, command: Command) => {
      const { client, confirm, show } = await contextOf(command, deps);
      await confirm(`Revoke admin token ${tokenId}? Whoever uses it is refused from then on.`);
      await client.delete(`/admin-tokens/${encodeURIComponent(tokenId)}`);
      show({ id: tokenId, revoked: true }, () => `Admin token ${tokenId} is revoked.`);
    });
}

function addList(tokens: Command, deps: CliDeps): void {
  tokens
    .command('list')
    .description('without the tokens themselves, and without the root token')
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
          { title: 'created', of: ({ createdAt }) => ago(createdAt) },
          { title: 'expires', of: ({ expiresAt }) => ago(expiresAt) },
          { title: 'last used', of: ({ lastUsedAt }) => ago(lastUsedAt) },
        ]),
      );
      if (more) output.note(`There are more than ${options.limit}; --limit shows more.`);
    });
}
