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
  const feeds = program.command('feeds').description('calendars elsewhere that a tenant’s house reads');
  feeds
    .command('status <tenant>')
    .description('how each of them does')
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
    .description('has one read now, or every one with --all')
    .addOption(modeOption())
    .option('--all', 'every one that is not paused')
    .action(
      async (
        tenant: string,
        connectionId: string | undefined,
        { mode, all }: { mode: Mode; all?: boolean },
        command: Command,
      ) => {
        const context = await contextOf(command, deps);
        if ((all === true) === (connectionId !== undefined))
          throw usage('Name a connection by id, or say --all.');
        const { id } = await findTenant(context.client, tenant);
        const chosen = connectionId === undefined ? await unpaused(context, id, mode) : [connectionId];
        const asked: Feed[] = [];
        for (const one of chosen) {
          const path = `/tenants/${id}/feeds/${encodeURIComponent(one)}/sync`;
          asked.push(await context.client.send('POST', path, feed, undefined, { mode }));
        }
        context.show({ feeds: asked }, () => feedTable(context, asked));
        context.output.note('Asked for; lodging feeds status shows what came of it.');
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
  if (feeds.length === 0) return 'There are no connections.';
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
