import { Link } from '@tanstack/react-router';
import { daysBetween } from '@lodging/format';
import type { ReactNode } from 'react';
import type { BookingRow, ResourceRecord } from '../../api/records.ts';
import type { Texts } from '../../texts/texts.ts';
import { Money } from '../../ui/money.tsx';
import { StateChip } from '../../ui/state-chip.tsx';
import { Day, localDate } from '../../ui/when.tsx';

export interface Column {
  readonly name: string;
  readonly title: (texts: Texts) => string;
  readonly cell: (row: BookingRow, resource: ResourceRecord | undefined, texts: Texts) => ReactNode;
  readonly isNumber?: boolean;
}

const zoneOf = (resource: ResourceRecord | undefined): string => resource?.timezone ?? 'UTC';

export function nightsOf({ startsAt, endsAt }: BookingRow, timeZone: string): number {
  return Math.max(0, daysBetween(localDate(startsAt, timeZone), localDate(endsAt, timeZone)));
}

const balanceOf = (state: BookingRow['balanceState'], { balances, none }: Texts['common']): string =>
  state === undefined || state === 'none' ? none : balances[state];

/** The first one names the row, and is always there. */
export const COLUMNS: readonly Column[] = [
  {
    name: 'guest',
    title: ({ bookings }) => bookings.guest,
    cell: ({ id, guestName }, _resource, { common }) => (
      <Link to="/bookings/$id" params={{ id }}>
        <bdi>{guestName ?? common.noName}</bdi>
      </Link>
    ),
  },
  {
    name: 'number',
    title: ({ bookings }) => bookings.number,
    cell: ({ reference }) => <code>{reference}</code>,
  },
  {
    name: 'resource',
    title: ({ bookings }) => bookings.resource,
    cell: (_row, resource) => <bdi>{resource?.name}</bdi>,
  },
  {
    name: 'arrival',
    title: ({ bookings }) => bookings.arrival,
    cell: ({ startsAt }, resource) => <Day date={localDate(startsAt, zoneOf(resource))} />,
  },
  {
    name: 'departure',
    title: ({ bookings }) => bookings.departure,
    cell: ({ endsAt }, resource) => <Day date={localDate(endsAt, zoneOf(resource))} />,
  },
  {
    name: 'nights',
    title: ({ bookings }) => bookings.nights,
    cell: (row, resource) => nightsOf(row, zoneOf(resource)),
    isNumber: true,
  },
  {
    name: 'state',
    title: ({ bookings }) => bookings.state,
    cell: ({ state }) => <StateChip state={state} />,
  },
  {
    name: 'total',
    title: ({ bookings }) => bookings.total,
    cell: ({ totalMinorUnits, currency }) => <Money amount={totalMinorUnits} currency={currency} />,
    isNumber: true,
  },
  {
    name: 'balance',
    title: ({ bookings }) => bookings.balance,
    cell: ({ balanceState }, _resource, { common }) => balanceOf(balanceState, common),
  },
  {
    name: 'source',
    title: ({ bookings }) => bookings.source,
    cell: ({ source }, _resource, { common }) => common.sources[source],
  },
  {
    name: 'made',
    title: ({ bookings }) => bookings.made,
    cell: ({ createdAt }, resource) => <Day date={localDate(createdAt, zoneOf(resource))} />,
  },
];
