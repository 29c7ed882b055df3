import { webhookEndpointStatsList, webhookReplay } from '@lodging/contract-public';
import type { Command } from 'commander';
import { contextOf } from '../context.ts';
import { findTenant } from '../find-tenant.ts';
import { table } from '../output/table.ts';
import type { CliDeps } from '../cli-deps.ts';
import { modeOption } from './options.ts';
import type { Mode } from './options.ts';

export function webhookCommands(program: Command, deps: CliDeps): void {
  const webhooks = program.command('webhooks').description('Webhook endpoints');
  addReplay(webhooks, deps);
  webhooks
    .command('status <tenant>')
    .description('Show the state and pending deliveries of each endpoint')
    .addOption(modeOption())
    .action(async (tenant: string, { mode }: { mode: Mode }, command: Command) => {
      const { client, show, ago } = await contextOf(command, deps);
      const { id } = await findTenant(client, tenant);
      const survey = await client.get(`/tenants/${id}/webhooks`, webhookEndpointStatsList, { mode });
      show(survey, () =>
        survey.webhookEndpoints.length === 0
          ? 'No webhook endpoints.'
          : table(survey.webhookEndpoints, [
              { title: 'id', of: (endpoint) => endpoint.id },
              { title: 'state', of: stateOf },
              { title: 'url', of: ({ url }) => url },
              { title: 'failures', of: ({ failureCount }) => failureCount },
              { title: 'failing since', of: ({ failingSince }) => ago(failingSince) },
              { title: 'waiting', of: ({ waiting }) => waiting },
              { title: 'oldest', of: ({ oldestWaitingAt }) => ago(oldestWaitingAt) },
              { title: 'dead', of: ({ dead }) => dead },
              { title: 'last success', of: ({ lastSuccessAt }) => ago(lastSuccessAt) },
              { title: 'last error', of: ({ lastError }) => lastError },
            ]),
      );
    });
}

function stateOf({ enabled, failureCount }: { enabled: boolean; failureCount: number }): string {
  if (!enabled) return 'disabled';
  return failureCount === 0 ? 'healthy' : 'failing';
}

interface ReplayOptions {
  readonly mode: Mode;
  readonly from: string;
  readonly to?: string;
}

function addReplay(webhooks: Command, deps: CliDeps): void {
  webhooks
    .command('replay <tenant> <endpointId>')
    .description('Resend the deliveries of a period to one endpoint, at most 10,000')
    .requiredOption('--from <instant>', 'start, such as 2026-11-22T09:00:00Z')
    .option('--to <instant>', 'end, exclusive; default: now')
    .addOption(modeOption())
    .action(async (tenant: string, endpointId: string, options: ReplayOptions, command: Command) => {
      const { client, confirm, show } = await contextOf(command, deps);
      const { id, slug } = await findTenant(client, tenant);
      const { mode, from, to = deps.now().toString() } = options;
      await confirm(`Resend the deliveries from ${from} to ${to} to endpoint ${endpointId} of ${slug}?`);
      const path = `/tenants/${id}/webhooks/${encodeURIComponent(endpointId)}/replay`;
      const replay = await client.send('POST', path, webhookReplay, { from, to }, { mode });
      show(replay, () => `${replay.deliveries} deliveries queued.`);
    });
}
