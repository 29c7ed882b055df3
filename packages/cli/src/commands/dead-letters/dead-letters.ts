import {
  consumingService,
  deadLetterDetailResponse,
  deadLetterList,
  deadLetterResponse,
} from '@lodging/contract-public';
import type { DeadLetterResponse, DeadLetterDetailResponse } from '@lodging/contract-public';
import { Option } from 'commander';
import type { Command } from 'commander';
import { contextOf } from '../../context.ts';
import type { Context } from '../../context.ts';
import { failed, usage } from '../../failure.ts';
import { sheet, table } from '../../output/table.ts';
import { plural } from '../../output/format.ts';
import type { CliDeps } from '../../cli-deps.ts';
import { limitOption, notNegative } from '../options.ts';
import { replayAll } from './replay-dead-letters.ts';
import { warnOfUnreachable } from '../unreachable.ts';

interface Filter {
  service?: string;
  consumer?: string;
  includeReplayed?: boolean;
  limit: number;
}

export function deadLetterCommands(program: Command, deps: CliDeps): void {
  const letters = program
    .command('dead-letters')
    .description('Dead letters: events that a service failed to process');
  letters
    .command('list')
    .description('List dead letters that wait, oldest first')
    .addOption(serviceOption())
    .option('--consumer <name>', 'filter by consumer')
    .option('--include-replayed', 'also list those that were replayed or dismissed')
    .addOption(limitOption())
    .action(async (filter: Filter, command: Command) => {
      const context = await contextOf(command, deps);
      const { found, unreachable, more } = await listLetters(context, filter);
      context.show({ deadLetters: found, unreachable }, () => letterTable(context, found));
      warnOfUnreachable(context, unreachable);
      if (more) context.output.note(`There are more than ${filter.limit}; --limit shows more.`);
    });
  letters
    .command('show <id>')
    .description('Show one dead letter, without the data of its event')
    .action(async (id: string, _options: object, command: Command) => {
      const { client, show } = await contextOf(command, deps);
      const letter = await client.get(`/dead-letters/${encodeURIComponent(id)}`, deadLetterDetailResponse);
      show(letter, () => letterSheet(letter));
    });
  addReplay(letters, deps);
  addDismiss(letters, deps);
}

function addDismiss(letters: Command, deps: CliDeps): void {
  letters
    .command('dismiss <id>')
    .description('End a dead letter whose event need not be processed any more')
    .requiredOption('--reason <text>', 'why, for the audit: at most 500 characters')
    .action(async (id: string, { reason }: { reason: string }, command: Command) => {
      const context = await contextOf(command, deps);
      await context.confirm('Its event will never be processed. Dismiss the dead letter?');
      const path = `/dead-letters/${encodeURIComponent(id)}/dismiss`;
      const dismissed = await context.client.send('POST', path, deadLetterResponse, { reason });
      context.show(dismissed, () => `Dismissed ${dismissed.id} of ${dismissed.service}.`);
    });
}

interface ReplayOptions {
  all?: boolean;
  service?: string;
  consumer?: string;
  wait: number;
}

function addReplay(letters: Command, deps: CliDeps): void {
  letters
    .command('replay [ids...]')
    .description('Pass dead letters to their consumer again, and wait for the result')
    .option('--all', 'all open dead letters, or those of --service or --consumer')
    .addOption(serviceOption())
    .option('--consumer <name>', 'with --all: filter by consumer')
    .option('--wait <seconds>', 'how long to wait for the result; 0: do not wait', notNegative, 30)
    .action(async (ids: string[], options: ReplayOptions, command: Command) => {
      const context = await contextOf(command, deps);
      if ((options.all === true) === ids.length > 0) throw usage('Pass ids of dead letters, or --all.');
      const selected = options.all === true ? await everyLetter(context, options) : ids;
      const outcomes = await replayAll(context, selected, options.wait);
      context.show({ deadLetters: outcomes }, () =>
        selected.length === 0
          ? 'Nothing to replay.'
          : table(outcomes, [
              { title: 'id', of: ({ id }) => id },
              { title: 'outcome', of: ({ outcome }) => outcome },
              { title: 'error', of: ({ error }) => error },
            ]),
      );
      const bad = outcomes.filter(({ outcome }) => outcome === 'failed' || outcome === 'refused');
      if (bad.length > 0) throw failed(`${plural(bad.length, 'dead letter')} failed or were refused.`);
    });
}

async function everyLetter(context: Context, options: ReplayOptions): Promise<string[]> {
  const { found, unreachable } = await listLetters(context, { ...options, limit: 10_000 });
  warnOfUnreachable(context, unreachable);
  if (found.length === 0) return [];
  await context.confirm(`Replay ${plural(found.length, 'dead letter')}?`);
  return found.map(({ id }) => id);
}

async function listLetters({ client }: Context, filter: Filter) {
  const { service, consumer, includeReplayed } = filter;
  const { items, pages, more } = await client.list('/dead-letters', {
    shape: deadLetterList,
    items: (page) => page.deadLetters,
    query: { service, consumer, includeReplayed },
    most: filter.limit,
  });
  const away = new Map(pages.flatMap((page) => page.unreachable).map((one) => [one.service, one]));
  return { found: items, unreachable: [...away.values()], more };
}

function serviceOption(): Option {
  return new Option('--service <name>', 'filter by service').choices(consumingService.options);
}

function letterTable({ ago }: Context, letters: readonly DeadLetterResponse[]): string {
  if (letters.length === 0) return 'No dead letters.';
  return table(letters, [
    { title: 'id', of: ({ id }) => id },
    { title: 'service', of: ({ service }) => service },
    { title: 'subject', of: ({ subject }) => subject },
    { title: 'event', of: ({ eventId }) => eventId },
    { title: 'tries', of: ({ attempts }) => attempts },
    { title: 'died', of: ({ diedAt }) => ago(diedAt) },
    { title: 'state', of: stateOf },
    { title: 'error', of: ({ error }) => error.split('\n')[0]?.slice(0, 80) ?? null },
  ]);
}

function stateOf({ replayedAt, replayRequestedAt, dismissedReason }: DeadLetterResponse): string {
  if (dismissedReason !== null) return 'dismissed';
  if (replayedAt !== null) return 'replayed';
  return replayRequestedAt === null ? 'waiting' : 'being replayed';
}

function letterSheet(letter: DeadLetterDetailResponse): string {
  const { envelope } = letter;
  return sheet([
    ['id', letter.id],
    ['service', letter.service],
    ['consumer', letter.consumer],
    ['stream', letter.stream],
    ['subject', letter.subject],
    ['state', stateOf(letter)],
    ['tries', letter.attempts],
    ['died at', letter.diedAt],
    ['replay requested at', letter.replayRequestedAt],
    [letter.dismissedReason === null ? 'replayed at' : 'dismissed at', letter.replayedAt],
    ['dismissed because', letter.dismissedReason],
    ['size', `${letter.sizeBytes} bytes`],
    ['event id', envelope?.id ?? letter.eventId],
    ['event type', envelope?.type ?? null],
    ['tenant', envelope?.tenantId ?? letter.tenantId],
    ['livemode', envelope === null ? null : String(envelope.livemode)],
    ['occurred at', envelope?.occurredAt ?? null],
    ['aggregate', envelope === null ? null : `${envelope.aggregateId} version ${envelope.aggregateVersion}`],
    ['error', letter.error],
  ]);
}
