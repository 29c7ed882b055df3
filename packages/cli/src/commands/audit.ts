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
    .description('Audit trail of administrators, keys and staff logins, newest first')
    .option('--tenant <tenant>', 'filter by tenant (id or slug)')
    .option('--actor <actor>', 'filter by actor: kind, id or name, such as root')
    .option('--action <action>', 'filter by action, such as api_key.created')
    .option('--from <time>', 'start, inclusive, such as 2026-11-20T00:00:00Z')
    .option('--to <time>', 'end, exclusive')
    .option('--limit <count>', 'maximum number of entries', wholeNumber, DEFAULT_LIMIT)
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
