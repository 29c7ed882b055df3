import { adminBooking, bookingTimeline } from '@lodging/contract-public';
import type { AdminBooking } from '@lodging/contract-public';
import type { Command } from 'commander';
import { contextOf } from '../context.ts';
import { sheet, table } from '../output/table.ts';
import type { CliDeps } from '../cli-deps.ts';
import { warnOfUnreachable } from './unreachable.ts';

export function bookingCommands(program: Command, deps: CliDeps): void {
  const bookings = program.command('bookings').description('Look up any booking (no guest data)');
  bookings
    .command('show <bookingId>')
    .description('Show tenant, state and dates of a booking')
    .action(async (bookingId: string, _options: object, command: Command) => {
      const { client, show } = await contextOf(command, deps);
      const booking = await client.get(`/bookings/${encodeURIComponent(bookingId)}`, adminBooking);
      show(booking, () => describe(booking));
    });
  bookings
    .command('trace <bookingId>')
    .description(
      'Show the timeline of a booking: changes, refused requests, mails, events, provider calls, webhooks',
    )
    .action(async (bookingId: string, _options: object, command: Command) => {
      const context = await contextOf(command, deps);
      const path = `/bookings/${encodeURIComponent(bookingId)}/timeline`;
      const timeline = await context.client.get(path, bookingTimeline);
      const rows = table(timeline.entries, [
        { title: 'at', of: ({ at }) => at },
        { title: 'service', of: ({ service }) => service },
        { title: 'kind', of: ({ kind }) => kind },
        { title: 'what', of: ({ what }) => what },
        { title: 'outcome', of: ({ outcome }) => outcome },
        { title: 'request', of: ({ requestId }) => requestId },
        { title: 'trace', of: ({ traceId }) => traceId },
        { title: 'detail', of: ({ detail }) => detail },
      ]);
      context.show(timeline, () => `${describe(timeline.booking)}\n\n${rows}`);
      warnOfUnreachable(context, timeline.unreachable);
    });
}

function describe(booking: AdminBooking): string {
  return sheet([
    ['id', booking.id],
    ['reference', booking.reference],
    ['tenant', booking.tenantId],
    ['mode', booking.livemode ? 'live' : 'test'],
    ['state', booking.state],
    ['version', booking.version],
    ['resource', booking.resourceId],
    ['from', booking.from],
    ['to', booking.to],
    ['source', booking.source],
    ['created', booking.createdAt],
  ]);
}
