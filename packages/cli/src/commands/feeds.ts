import { feed, feedList } from '@lodging/contract-public';
import type { Feed } from '@lodging/contract-public';
import type { Command } from 'commander';
import { contextOf } from '../context.ts';
import type { Context } from '../context.ts';
import { usage } from '../failure.ts';
import { findTenant } from '../find-tenant.ts';
import { table } from '../output/table.ts';
import type { CliDeps } from '../cli-deps.ts';
import { limitOption, modeOption } from './options.ts';
import type { Mode } from './options.ts';

export function feedCommands(program: Command, deps: CliDeps): void {
  const feeds = program.command('feeds').description('Imported calendars');
  feeds
    .command('status <tenant>')
    .description('Show the state of each imported calendar')
    .addOption(modeOption())
    .addOption(limitOption())
    .action(async (tenant: string, options: { mode: Mode; limit: number }, command: Command) => {
      const context = await contextOf(command, deps);
      const { id } = await findTenant(context.client, tenant);
      const { items, more } = await listFeeds(context, id, options);
      context.show({ feeds: items }, () => feedTable(context, items));
      if (more) context.output.note(`There are more than ${options.limit}; --limit shows more.`);
    });
  feeds
    .command('sync <tenant> [connectionId]')
    .description('Start a sync of one calendar, or of all with --all')
    .addOption(modeOption())
    .option('--all', 'all calendars that are not paused')
    .action(
      async (
        tenant: string,
        connectionId: string | undefined,
        { mode, all }: { mode: Mode; all?: boolean },
        command: Command,
      ) => {
        const context = await contextOf(command, deps);
        if ((all === true) === (connectionId !== undefined))
          throw usage('Pass the id of a connection, or --all.');
        const { id } = await findTenant(context.client, tenant);
        const selected = connectionId === undefined ? await unpaused(context, id, mode) : [connectionId];
        const requested: Feed[] = [];
        for (const one of selected) {
          const path = `/tenants/${id}/feeds/${encodeURIComponent(one)}/sync`;
          requested.push(await context.client.send('POST', path, feed, undefined, { mode }));
        }
        context.show({ feeds: requested }, () => feedTable(context, requested));
        context.output.note('Sync started. Run lodging feeds status to see the result.');
      },
    );
}

async function unpaused(context: Context, tenantId: string, mode: Mode): Promise<string[]> {
  const { items } = await listFeeds(context, tenantId, { mode, limit: 10_000 });
  return items.filter(({ status }) => status !== 'paused').map(({ id }) => id);
}

function listFeeds({ client }: Context, tenantId: string, { mode, limit }: { mode: Mode; limit: number }) {
  return client.list(`/tenants/${tenantId}/feeds`, {
    shape: feedList,
    items: (page) => page.feeds,
    query: { mode },
    most: limit,
  });
}

function feedTable({ ago }: Context, feeds: readonly Feed[]): string {
  if (feeds.length === 0) return 'No imported calendars.';
  return table(feeds, [
    { title: 'id', of: ({ id }) => id },
    { title: 'state', of: ({ status }) => status },
    { title: 'feed', of: ({ feedUrl }) => feedUrl },
    { title: 'events', of: ({ eventCount }) => eventCount },
    { title: 'last success', of: ({ lastSuccessAt }) => ago(lastSuccessAt) },
    { title: 'failing since', of: ({ failingSince }) => ago(failingSince) },
    { title: 'next try', of: ({ nextSyncAt }) => ago(nextSyncAt) },
    { title: 'last error', of: ({ lastError }) => lastError },
  ]);
}
