import { parkedNotificationList, parkedNotificationResponse } from '@lodging/contract-public';
import type { Command } from 'commander';
import type { CliDeps } from '../cli-deps.ts';
import { contextOf } from '../context.ts';
import { table } from '../output/table.ts';

const PATH = '/parked-notifications';

export function parkedNotificationCommands(program: Command, deps: CliDeps): void {
  const parked = program
    .command('parked-notifications')
    .description('Notifications of the payment provider that fit no payment');
  parked
    .command('list')
    .description('List those that wait for an operator, oldest first')
    .action(async (_options: object, command: Command) => {
      const context = await contextOf(command, deps);
      const list = await context.client.get(PATH, parkedNotificationList);
      const { parkedNotifications: waiting } = list;
      context.show(list, () =>
        waiting.length === 0
          ? 'No parked notifications.'
          : table(waiting, [
              { title: 'event', of: ({ eventId }) => eventId },
              { title: 'type', of: ({ type }) => type },
              { title: 'reason', of: ({ reason }) => reason },
              { title: 'account', of: ({ accountId }) => accountId },
              {
                title: 'mode',
                of: ({ livemode }) => modeOf(livemode),
              },
              { title: 'intent', of: ({ intentId }) => intentId },
              { title: 'parked', of: ({ parkedAt }) => context.ago(parkedAt) },
            ]),
      );
    });
  addDismiss(parked, deps);
}

function modeOf(livemode: boolean | null): string | null {
  if (livemode === null) return null;
  return livemode ? 'live' : 'test';
}

function addDismiss(parked: Command, deps: CliDeps): void {
  parked
    .command('dismiss <eventId>')
    .description('End the wait of one that is explained; it never has an effect')
    .requiredOption('--reason <text>', 'why, for the audit: at most 500 characters')
    .action(async (eventId: string, { reason }: { reason: string }, command: Command) => {
      const context = await contextOf(command, deps);
      await context.confirm('It is not applied to any payment. Dismiss the notification?');
      const body = { eventId, reason };
      const dismissed = await context.client.send(
        'POST',
        `${PATH}/dismiss`,
        parkedNotificationResponse,
        body,
      );
      context.show(
        dismissed,
        () => `Dismissed ${dismissed.eventId} of ${dismissed.accountId || 'the platform'}.`,
      );
    });
}
