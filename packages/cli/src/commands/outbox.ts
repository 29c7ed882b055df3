import { backlogOverview } from '@lodging/contract-public';
import type { BacklogOverview } from '@lodging/contract-public';
import type { Command } from 'commander';
import { contextOf } from '../context.ts';
import type { Context } from '../context.ts';
import { table } from '../output/table.ts';
import { formatDuration } from '../output/format.ts';
import { failed } from '../failure.ts';
import type { CliDeps } from '../cli-deps.ts';
import { warnOfUnreachable } from './unreachable.ts';

export function outboxCommand(program: Command, deps: CliDeps): void {
  program
    .command('outbox')
    .description('Event backlog: outboxes, streams, consumers')
    .action(async (_options: object, command: Command) => {
      const context = await contextOf(command, deps);
      const overview = await context.client.get('/outbox', backlogOverview);
      context.show(overview, () => `${publishers(overview)}\n\n${consumers(context, overview)}`);
      warnOfUnreachable(context, overview.unreachable);
      for (const { service, outbox } of overview.services)
        if (outbox !== null && outbox.failure !== null)
          context.output.note(`${service} cannot publish its events: ${outbox.failure}.`);
      const failing = overview.services.filter(({ broker }) => broker.failure !== null);
      for (const { service, broker } of failing)
        context.output.note(`JetStream does not answer ${service}: ${broker.failure ?? ''}.`);
      if (failing.length + overview.unreachable.length > 0) throw failed('The result is incomplete.');
    });
}

function publishers({ services }: BacklogOverview): string {
  const publishing = services.flatMap(({ service, outbox, stream, broker }) =>
    outbox === null ? [] : [{ service, outbox, stream, known: broker.failure === null }],
  );
  return table(publishing, [
    { title: 'service', of: ({ service }) => service },
    { title: 'waiting', of: ({ outbox }) => outbox.waiting },
    { title: 'lag', of: ({ outbox }) => formatDuration(outbox.lagSeconds) },
    { title: 'stream', of: ({ stream, known }) => stream?.name ?? (known ? 'missing' : null) },
    { title: 'messages', of: ({ stream }) => stream?.messages ?? null },
    { title: 'bytes', of: ({ stream }) => stream?.bytes ?? null },
    { title: 'copies', of: ({ stream }) => stream?.replicas ?? null },
  ]);
}

function consumers({ ago }: Context, { services }: BacklogOverview): string {
  const rows = services.flatMap(({ consumers: all, deadLetters }) =>
    all.map((consumer) => ({ ...consumer, dead: deadLetters.open })),
  );
  return table(rows, [
    { title: 'consumer', of: ({ consumer }) => consumer },
    { title: 'stream', of: ({ stream }) => stream },
    { title: 'state', of: ({ exists }) => (exists ? 'reading' : 'missing') },
    { title: 'pending', of: ({ pending }) => pending },
    { title: 'unacknowledged', of: ({ ackPending }) => ackPending },
    { title: 'redelivered', of: ({ redelivered }) => redelivered },
    { title: 'last read', of: ({ lastActiveAt }) => ago(lastActiveAt) },
    { title: 'dead letters', of: ({ dead }) => dead },
  ]);
}
