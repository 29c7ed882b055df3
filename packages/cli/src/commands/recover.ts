import { isDeepStrictEqual } from 'node:util';
import {
  claimRepair,
  erasureReport,
  lostPaymentList,
  recoveryReport,
  recoveryResult,
} from '@lodging/contract-public';
import type {
  ErasureReport,
  LostStay,
  RecoveryPosition,
  RecoveryReport,
  RecoveryResult,
} from '@lodging/contract-public';
import type { Command } from 'commander';
import type { AdminClient } from '../admin-client.ts';
import { contextOf } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { Failure, usage } from '../failure.ts';
import { table } from '../output/table.ts';
import type { CliDeps } from '../cli-deps.ts';
import { warnOfUnreachable } from './unreachable.ts';

interface SinceOption {
  readonly since?: string;
}

const SINCE = 'the point in time of the restore, such as 2027-05-03T09:00:00Z';

const STUCK = 'The recovery makes no progress. Read the logs of the services, then repeat it.';

/** Refusals of claims that are to be retried. */
const UNDECIDED = new Set(['unavailable', 'resource_locked']);

export function recoverCommands(program: Command, deps: CliDeps): void {
  const group = program.command('recover').description('Repair after a database restore');
  group
    .command('report')
    .description('Report stays, events and payments that the restored database has lost')
    .option('--since <time>', `${SINCE}; without it only lost payments are reported`)
    .action(async ({ since }: SinceOption, command: Command) => {
      const context = await contextOf(command, deps);
      if (since === undefined) {
        const payments = await context.client.get('/lost-payments', lostPaymentList);
        context.show(payments, () => describePayments(payments.lostPayments));
        return;
      }
      const report = await context.client.get('/recovery', recoveryReport, { since: momentOf(since) });
      context.show(report, () => describeReport(report));
      warnOfUnreachable(context, report.unreachable);
      endUnlessWhole(report);
    });
  group
    .command('apply')
    .description('Repair references between the schemas, and republish the events since the restore point')
    .requiredOption('--since <time>', SINCE)
    .action(async ({ since = '' }: SinceOption, command: Command) => {
      const context = await contextOf(command, deps);
      await context.confirm(
        'Was the database restored to this time? The events since then will be published again.',
      );
      const { result, isStuck } = await recoverAll(context.client, momentOf(since));
      context.show(result, () => describeResult(result));
      if (isStuck) throw new Failure(exitCodes.unreachable, STUCK);
      warnOfUnreachable(context, result.unreachable);
      endUnlessWhole(result, result.unclaimed.length);
    });
  addClaim(group, deps);
}

function addClaim(group: Command, deps: CliDeps): void {
  group
    .command('claim <tenantId> <bookingId>')
    .description('Repair the claim of one stay in inventory; run `apply` first')
    .action(async (tenantId: string, bookingId: string, _options: object, command: Command) => {
      const { client, confirm, show } = await contextOf(command, deps);
      await confirm(
        `Release the units of ${bookingId} if this stay does not exist, and claim them if it is sold?`,
      );
      const repaired = await client.send('POST', '/recovery/claims', claimRepair, { tenantId, bookingId });
      show(repaired, () => REPAIR_OUTCOMES[repaired.claim]);
    });
}

const REPAIR_OUTCOMES = {
  claimed: 'The units of the stay were claimed.',
  released: 'The units were released: this stay does not exist.',
  unchanged: 'Nothing was changed: the stay is not sold, or it does not exist and has no units.',
} as const;

/** A script must not take a partial result for a complete one. */
function endUnlessWhole(
  { complete, unreachable }: Pick<RecoveryResult, 'complete' | 'unreachable'>,
  unclaimed = 0,
): void {
  if (!complete || unreachable.length > 0) throw new Failure(exitCodes.unreachable, '');
  if (unclaimed > 0) throw new Failure(exitCodes.failed, '');
}

/** A large loss takes several requests. */
export async function recoverAll(
  client: AdminClient,
  since: string,
): Promise<{ readonly result: RecoveryResult; readonly isStuck: boolean }> {
  const send = (after?: RecoveryPosition): Promise<RecoveryResult> =>
    client.send('POST', '/recovery', recoveryResult, { since, ...(after && { after }) });
  let result = await send();
  while (result.next !== null) {
    const later = await send(result.next);
    const isStuck = isDeepStrictEqual(later.next, result.next);
    result = added(result, later);
    if (isStuck) return { result, isStuck };
  }
  return { result, isStuck: false };
}

function added(before: RecoveryResult, later: RecoveryResult): RecoveryResult {
  const earlier = new Map(before.services.map((one) => [one.service, one]));
  const unclaimed = [...before.unclaimed, ...later.unclaimed];
  return {
    ...later,
    complete: later.complete && !before.unclaimed.some(({ code }) => UNDECIDED.has(code)),
    services: later.services.map(({ service, dropped, resent }) => ({
      service,
      dropped: dropped + (earlier.get(service)?.dropped ?? 0),
      resent: resent + (earlier.get(service)?.resent ?? 0),
    })),
    claimed: before.claimed + later.claimed,
    unclaimed,
  };
}

export function momentOf(text: string): string {
  try {
    return Temporal.Instant.from(text).toString({ smallestUnit: 'millisecond' });
  } catch {
    throw usage(`${text} is not a timestamp such as 2027-05-03T09:00:00Z.`);
  }
}

export function describeReport({ stays, otherEvents, lostPayments, read, complete }: RecoveryReport): string {
  const parts = [
    `${read} messages of the streams were compared${complete ? '' : '; the lists below are incomplete: repeat the command with a later --since for the rest'}.`,
    stays.length === 0 ? 'No lost stays or changes.' : describeStays(stays),
    ...(otherEvents.length === 0
      ? []
      : [
          table(otherEvents, [
            { title: 'lost event', of: ({ type }) => type },
            { title: 'at', of: ({ occurredAt }) => occurredAt },
            { title: 'tenant', of: ({ tenantId }) => tenantId },
            { title: 'of', of: ({ aggregateId }) => aggregateId },
            { title: 'id', of: ({ id }) => id },
          ]),
        ]),
    describePayments(lostPayments),
  ];
  return parts.join('\n\n');
}

function describeStays(stays: readonly LostStay[]): string {
  return table(stays, [
    { title: 'stay', of: ({ id }) => id },
    { title: 'lost', of: ({ kind }) => (kind === 'set_back' ? 'changes' : kind === 'unknown' ? 'all' : '?') },
    { title: 'tenant', of: ({ tenantId }) => tenantId },
    { title: 'mode', of: ({ livemode }) => (livemode ? 'live' : 'test') },
    { title: 'was', of: ({ lastPublished }) => lastPublished?.state ?? null },
    { title: 'is', of: ({ reservations }) => textOf(reservations?.['state']) },
    { title: 'resource', of: ({ lastPublished }) => lastPublished?.resourceId ?? null },
    { title: 'from', of: ({ lastPublished }) => lastPublished?.from ?? null },
    { title: 'to', of: ({ lastPublished }) => lastPublished?.to ?? null },
    { title: 'units', of: ({ inventory }) => unitsOf(inventory) },
    { title: 'money', of: moneyOf },
    {
      title: 'guest',
      of: ({ reservations }) => (reservations?.['hasGuest'] === true ? 'known' : 'at the provider'),
    },
    { title: 'published', of: ({ notifications }) => publicationOf(notifications) },
    { title: 'reference', of: ({ lastPublished }) => lastPublished?.externalReference ?? null },
    { title: 'events', of: ({ events }) => events.map(({ type }) => shortType(type)).join(' ') },
  ]);
}

type Knows = LostStay['inventory'];

const textOf = (value: string | number | boolean | null | undefined): string | null =>
  value === null || value === undefined ? null : String(value);

function unitsOf(knows: Knows): string | null {
  if (knows === null) return null;
  // By a change that one of the two databases has lost.
  const elsewhere = knows['isElsewhere'] === true ? ', elsewhere' : '';
  if (knows['claim'] !== null) return `claimed (${textOf(knows['claim'])}${elsewhere})`;
  // Inventory does not have the resource.
  if (knows['freeUnits'] === null || knows['freeUnits'] === undefined) return '?';
  if (Number(knows['freeUnits']) > 0) return 'free';
  return `sold to ${textOf(knows['soldTo']) ?? 'a block'}`;
}

function moneyOf({ payments, lostIntents }: LostStay): string | null {
  const kept = payments === null ? null : `paid ${textOf(payments['paidMinorUnits'])}`;
  const back =
    Number(payments?.['refundedMinorUnits'] ?? 0) > 0
      ? `refunded ${textOf(payments?.['refundedMinorUnits'])}`
      : null;
  const lost = lostIntents.length === 0 ? null : `lost ${lostIntents.join(' ')}`;
  return [kept, back, lost].filter((part) => part !== null).join(', ') || null;
}

/** Without an entry in the log of notifications, the stream alone shows the publication. */
function publicationOf(knows: Knows): string {
  if (knows === null) return 'in the stream only';
  return `${textOf(knows['lastInLog'])}: ${textOf(knows['delivered'])} delivered, ${textOf(knows['waiting'])} waiting`;
}

const shortType = (type: string): string => type.split('.').slice(-2).join('.');

function describePayments(lostPayments: RecoveryReport['lostPayments']): string {
  if (lostPayments.length === 0) return 'No lost payments. The accounts are checked once an hour.';
  return table(lostPayments, [
    { title: 'paid', of: ({ paidAt }) => paidAt },
    { title: 'tenant', of: ({ tenantId }) => tenantId },
    { title: 'mode', of: ({ livemode }) => (livemode ? 'live' : 'test') },
    { title: 'stay', of: ({ reservationId }) => reservationId },
    { title: 'account', of: ({ accountId }) => accountId },
    { title: 'intent', of: ({ intentId }) => intentId },
    { title: 'minor units', of: ({ amountMinorUnits }) => amountMinorUnits },
    { title: 'currency', of: ({ currency }) => currency },
    { title: 'found', of: ({ foundAt }) => foundAt },
  ]);
}

export function describeResult({ services, claimed, unclaimed, complete, stopped }: RecoveryResult): string {
  const rows = table(services, [
    { title: 'service', of: ({ service }) => service },
    { title: 'dropped', of: ({ dropped }) => dropped },
    { title: 'resent', of: ({ resent }) => resent },
  ]);
  const refused = table(unclaimed, [
    { title: 'stay without units', of: ({ id }) => id },
    { title: 'tenant', of: ({ tenantId }) => tenantId },
    { title: 'reason', of: ({ code }) => code },
  ]);
  return [
    rows,
    `Units are claimed for ${claimed} ${claimed === 1 ? 'stay' : 'stays'}.`,
    ...(unclaimed.length === 0 ? [] : [refused]),
    ...(stopped === null ? [] : [`Stopped: ${stopped}.`]),
    ...(complete ? [] : ['The recovery is incomplete: repeat it.']),
  ].join('\n\n');
}

export function erasuresCommand(program: Command, deps: CliDeps): void {
  program
    .command('erasures')
    .description('List erased guests; after a restore, those whose erasure is lost and has to be repeated')
    .requiredOption('--since <time>', 'time of the restored backup, such as 2027-05-03T09:00:00Z')
    .action(async ({ since }: { readonly since: string }, command: Command) => {
      const context = await contextOf(command, deps);
      const report = await context.client.get('/erasures', erasureReport, { since: momentOf(since) });
      context.show(report, () => describeErasures(report));
      warnOfUnreachable(context, report.unreachable);
      // A script must not take a partial list for a complete one.
      if (!report.complete || report.unreachable.length > 0) throw new Failure(exitCodes.unreachable, '');
    });
}

function describeErasures({ erasures, complete }: ErasureReport): string {
  const rest = complete ? '' : '\n\nThere are more: repeat it with a later --since.';
  if (erasures.length === 0) return `No erasures.${rest}`;
  const rows = table(erasures, [
    { title: 'erased', of: ({ erasedAt }) => erasedAt },
    { title: 'tenant', of: ({ tenantId }) => tenantId },
    { title: 'mode', of: ({ livemode }) => (livemode ? 'live' : 'test') },
    { title: 'guest', of: ({ guestId }) => guestId },
    { title: 'state', of: ({ lost }) => (lost ? 'lost: repeat it' : 'erased') },
    { title: 'bookings', of: ({ reservationIds }) => reservationIds?.join(' ') ?? null },
  ]);
  return `${rows}${rest}`;
}
