import { isDeepStrictEqual } from 'node:util';
import { claimMend, lostPaymentList, recoveryReport, recoveryResult } from '@lodging/contract-public';
import type { LostStay, RecoveryPosition, RecoveryReport, RecoveryResult } from '@lodging/contract-public';
import type { Command } from 'commander';
import { contextOf } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { Failure, usage } from '../failure.ts';
import { table } from '../output/table.ts';
import type { CliDeps } from '../cli-deps.ts';
import { warnOfUnreachable } from './unreachable.ts';

interface SinceOption {
  readonly since?: string;
}

const SINCE = 'the moment to which the database was set back, 2027-05-03T09:00:00Z';

const STUCK =
  'The recovery does not get any further: a request ended where it began. See what the services log, then run it again.';

/** Of claims that are to be tried again. */
const UNDECIDED = new Set(['unavailable', 'resource_locked']);

export function recoverCommands(program: Command, deps: CliDeps): void {
  const group = program.command('recover').description('after the database was set back');
  group
    .command('report')
    .description('what the streams, the payment provider and the other schemas have, and the database lost')
    .option('--since <time>', `${SINCE}; without it, lost payments alone`)
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
    .description('makes whole what depends on another schema, and tells consumers again what they lost')
    .requiredOption('--since <time>', SINCE)
    .action(async ({ since = '' }: SinceOption, command: Command) => {
      const context = await contextOf(command, deps);
      await context.confirm('Was the database really set back, and may consumers be told again since then?');
      const body = { since: momentOf(since) };
      const send = (after?: RecoveryPosition): Promise<RecoveryResult> =>
        context.client.send('POST', '/recovery', recoveryResult, { ...body, ...(after && { after }) });
      let result = await send();
      let isStuck = false;
      while (result.next !== null && !isStuck) {
        const later = await send(result.next);
        isStuck = isDeepStrictEqual(later.next, result.next);
        result = added(result, later);
      }
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
    .description(
      'makes the units of one stay in inventory what the stay is after a restore; run `apply` first',
    )
    .action(async (tenantId: string, bookingId: string, _options: object, command: Command) => {
      const { client, confirm, show } = await contextOf(command, deps);
      await confirm(
        `Give the units of ${bookingId} back if no stay has this id, and take them again if it is sold?`,
      );
      const mended = await client.send('POST', '/recovery/claims', claimMend, { tenantId, bookingId });
      show(mended, () => MENDED[mended.claim]);
    });
}

const MENDED = {
  claimed: 'The stay has its units.',
  released: 'The units are free: no sold stay has this id.',
  unchanged: 'Nothing was changed: the stay is not one that is sold, or it is unknown and has no units.',
} as const;

/** A script that goes on after this must not take a part for the whole. */
function endUnlessWhole(
  { complete, unreachable }: Pick<RecoveryResult, 'complete' | 'unreachable'>,
  unclaimed = 0,
): void {
  if (!complete || unreachable.length > 0) throw new Failure(exitCodes.unreachable, '');
  if (unclaimed > 0) throw new Failure(exitCodes.failed, '');
}

/** A large loss takes several requests. */
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

function momentOf(text: string): string {
  try {
    return Temporal.Instant.from(text).toString({ smallestUnit: 'millisecond' });
  } catch {
    throw usage(`${text} is not a moment like 2027-05-03T09:00:00Z.`);
  }
}

function describeReport({ stays, otherEvents, lostPayments, read, complete }: RecoveryReport): string {
  const parts = [
    `${read} messages of the streams were compared${complete ? '' : '; what is below is not all that was lost: run it again with a later --since for what follows'}.`,
    stays.length === 0 ? 'No stay was lost, and no change of one.' : describeStays(stays),
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
    { title: 'was', of: ({ lastTold }) => lastTold?.state ?? null },
    { title: 'is', of: ({ reservations }) => textOf(reservations?.['state']) },
    { title: 'resource', of: ({ lastTold }) => lastTold?.resourceId ?? null },
    { title: 'from', of: ({ lastTold }) => lastTold?.from ?? null },
    { title: 'to', of: ({ lastTold }) => lastTold?.to ?? null },
    { title: 'units', of: ({ inventory }) => unitsOf(inventory) },
    { title: 'money', of: moneyOf },
    {
      title: 'guest',
      of: ({ reservations }) => (reservations?.['hasGuest'] === true ? 'known' : 'at the provider'),
    },
    { title: 'told', of: ({ notifications }) => toldOf(notifications) },
    { title: 'reference', of: ({ lastTold }) => lastTold?.externalReference ?? null },
    { title: 'events', of: ({ events }) => events.map(({ type }) => shortType(type)).join(' ') },
  ]);
}

type Knows = LostStay['inventory'];

const textOf = (value: string | number | boolean | null | undefined): string | null =>
  value === null || value === undefined ? null : String(value);

function unitsOf(knows: Knows): string | null {
  if (knows === null) return null;
  if (knows['claim'] !== null) return `claimed (${textOf(knows['claim'])})`;
  // Inventory does not know the resource any more.
  if (knows['freeUnits'] === null || knows['freeUnits'] === undefined) return '?';
  if (Number(knows['freeUnits']) > 0) return 'free';
  return `sold again to ${textOf(knows['soldTo']) ?? 'a block'}`;
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

/** Where nothing is left of the log, the stream alone says that it was told. */
function toldOf(knows: Knows): string {
  if (knows === null) return 'in the stream alone';
  return `${textOf(knows['lastInLog'])}: ${textOf(knows['delivered'])} delivered, ${textOf(knows['waiting'])} waiting`;
}

const shortType = (type: string): string => type.split('.').slice(-2).join('.');

function describePayments(lostPayments: RecoveryReport['lostPayments']): string {
  if (lostPayments.length === 0)
    return 'No payment is known to the provider alone. Each account is looked through once an hour.';
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

function describeResult({ services, claimed, unclaimed, complete, stopped }: RecoveryResult): string {
  const rows = table(services, [
    { title: 'service', of: ({ service }) => service },
    { title: 'dropped', of: ({ dropped }) => dropped },
    { title: 'sent again', of: ({ resent }) => resent },
  ]);
  const refused = table(unclaimed, [
    { title: 'stay without units', of: ({ id }) => id },
    { title: 'tenant', of: ({ tenantId }) => tenantId },
    { title: 'because', of: ({ code }) => code },
  ]);
  return [
    rows,
    `${claimed} stays have their units.`,
    ...(unclaimed.length === 0 ? [] : [refused]),
    ...(stopped === null ? [] : [`Stopped: ${stopped}.`]),
    ...(complete ? [] : ['Not everything was reached: run it again.']),
  ].join('\n\n');
}
