import { auditList } from '@lodging/contract-public';
import type { AuditEntryResponse } from '@lodging/contract-public';
import type { Command } from 'commander';
import { contextOf } from '../context.ts';
import { findTenant } from '../find-tenant.ts';
import { table } from '../output/table.ts';
import type { CliDeps } from '../cli-deps.ts';
import { wholeNumber } from './options.ts';

interface Filter {
  tenant?: string;
  actor?: string;
  action?: string;
  from?: string;
  to?: string;
  limit: number;
}

const DEFAULT_LIMIT = 100;

export function auditCommand(program: Command, deps: CliDeps): void {
  program
    .command('audit')
    .description('what administrators, and the keys and operators of tenants, did; newest first')
    .option('--tenant <tenant>', 'of one tenant, by id or slug')
    .option('--actor <actor>', 'the kind, the id or the name of who did it, such as root')
    .option('--action <action>', 'such as api_key.created')
    .option('--from <time>', 'such as 2026-11-20T00:00:00Z')
    .option('--to <time>', 'exclusive')
    .option('--limit <count>', 'show at most this many', wholeNumber, DEFAULT_LIMIT)
    .action(async ({ tenant, limit, ...filter }: Filter, command: Command) => {
      const { client, show, output } = await contextOf(command, deps);
      const tenantId = tenant === undefined ? undefined : (await findTenant(client, tenant)).id;
      const { items, more } = await client.list('/audit', {
        shape: auditList,
        items: (page) => page.entries,
        query: { ...filter, tenantId },
        most: limit,
      });
      show({ entries: items }, () =>
        table(items, [
          { title: 'at', of: ({ at }) => at },
          { title: 'actor', of: ({ actor }) => `${actor.kind} ${actor.name ?? actor.id}` },
          { title: 'action', of: ({ action }) => action },
          { title: 'target', of: ({ target }) => target && `${target.kind} ${target.id}` },
          { title: 'tenant', of: (entry) => entry.tenantId },
          { title: 'changes', of: changesText },
          { title: 'address', of: ({ address }) => address },
        ]),
      );
      if (more) output.note(`There are more than ${limit}; --limit shows more.`);
    });
}

const SHOWN_CHANGES = 80;

function changesText({ changes }: AuditEntryResponse): string {
  const text = changes.map(({ field, after }) => `${field}=${JSON.stringify(after)}`).join(' ');
  return text.length > SHOWN_CHANGES ? `${text.slice(0, SHOWN_CHANGES - 1)}…` : text;
}
