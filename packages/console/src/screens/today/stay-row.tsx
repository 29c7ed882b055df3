import { addDays, daysBetween } from '@lodging/format';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { now } from '../../api/clock.ts';
import { openConflictsQuery } from '../../api/queries/attention.ts';
import { useResources } from '../../api/queries/resources.ts';
import { rowPaymentsQuery } from '../../api/queries/row-payments.ts';
import type { BookingRow } from '../../api/records.ts';
import type { Move } from '../../desk/move-dialog.tsx';
import type { DatedStay } from '../../domain/day-lists.ts';
import { useFormats, useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/state-chip.tsx';
import { useSeen } from '../../ui/hooks/use-seen.ts';
import css from './today.module.css';
import type { Day } from './use-day.ts';

type Stay = DatedStay<BookingRow>;

export interface StayRowProps {
  readonly stay: Stay;
  readonly list: 'arrivals' | 'departures' | 'staying';
  readonly date: string;
  readonly fresh: ReadonlySet<string>;
  readonly day: Pick<Day, 'turned' | 'departures'>;
  readonly onMove: ((move: Move) => void) | undefined;
}

export function StayRow(props: StayRowProps) {
  const { common } = useTexts();
  const { stay } = props;
  const { row } = stay;
  const navigate = useNavigate();
  const resource = useResources().find(row.resourceId);
  const { ref, isSeen } = useSeen<HTMLTableRowElement>();
  return (
    <tr
      ref={ref}
      data-booking={row.id}
      className={css.row}
      data-fresh={props.fresh.has(row.id) || undefined}
      // For the pointer; the link in it is for the keyboard.
      onClick={({ target }) => {
        if (target instanceof Element && target.closest('a, button') !== null) return;
        void navigate({ to: '/bookings/$id', params: { id: row.id } });
      }}
    >
      <td className={css.guest}>
        <Link to="/bookings/$id" params={{ id: row.id }}>
          <bdi>{row.guestName ?? common.noName}</bdi>
        </Link>
      </td>
      <td className={css.resource}>
        <bdi>{resource?.name}</bdi>
        {row.quantity > 1 && ` ×${row.quantity}`}
      </td>
      <td className={css.word}>{common.nights(daysBetween(stay.arrival, stay.departure))}</td>
      <td className={css.word}>
        {row.occupancyAdults !== null && common.party(row.occupancyAdults, row.occupancyChildren)}
      </td>
      <td>
        <Marks {...props} isSeen={isSeen} />
      </td>
      <td className={css.actions}>
        <Actions {...props} />
      </td>
    </tr>
  );
}

function Marks({ stay, list, date, fresh, day, isSeen }: StayRowProps & { isSeen: boolean }) {
  const { today: texts } = useTexts();
  const { shortDate, price } = useFormats();
  const resource = useResources().find(stay.resourceId);
  const { row } = stay;
  const { data: money } = useQuery({ ...rowPaymentsQuery(row.id), enabled: isSeen });
  const { data: conflicts } = useQuery(openConflictsQuery);
  const isLate = list === 'arrivals' && stay.arrival < date;
  const isOverdue = list === 'departures' && stay.departure < date;
  const isChangeover = list !== 'staying' && !isLate && !isOverdue && day.turned.has(stay.resourceId);
  const occupied =
    list === 'arrivals' &&
    day.departures.some(
      (other) => other.resourceId === stay.resourceId && other.row.state === 'checked_in',
    ) &&
    resource?.units === 1;
  return (
    <span className={css.marks}>
      {fresh.has(row.id) && <Chip kind="accent">{texts.isNew}</Chip>}
      {isLate && (
        <Chip kind="warn">
          {stay.arrival === addDays(date, -1)
            ? texts.expectedYesterday
            : texts.expectedOn(shortDate(stay.arrival))}
        </Chip>
      )}
      {isOverdue && <Chip kind="danger">{texts.overdue}</Chip>}
      {money !== undefined && money.dueMinorUnits !== '0' && (
        <Chip kind="warn">{texts.due(price(money.dueMinorUnits, money.currency))}</Chip>
      )}
      {money === undefined && row.balanceState === 'due' && <Chip kind="warn">{texts.dueWord}</Chip>}
      {conflicts?.some(({ reservationId }) => reservationId === row.id) === true && (
        <Chip kind="danger">{texts.conflict}</Chip>
      )}
      {occupied && <Chip kind="warn">{texts.stillOccupied}</Chip>}
      {isChangeover && resource !== undefined && (
        <Chip>{texts.changeover(resource.checkOutTime, resource.checkInTime)}</Chip>
      )}
      {row.notes !== null && (
        <span title={row.notes}>
          <Chip>✎ {texts.notes}</Chip>
        </span>
      )}
    </span>
  );
}

/** From the hour of check-in on, a guest may be known not to come. */
const hasBegun = ({ startsAt }: StayRowProps['stay']['row']): boolean => Date.parse(startsAt) <= now();

function Actions({ stay, list, date, onMove }: StayRowProps) {
  const { desk: texts, common } = useTexts();
  const { row } = stay;
  const guest = row.guestName ?? common.noName;
  if (onMove === undefined) return null;
  if (row.state === 'confirmed' && list === 'arrivals')
    return (
      <>
        {(stay.arrival < date || hasBegun(row)) && (
          <Button
            kind="quiet"
            aria-label={texts.noShowGuest(guest)}
            onPress={() => onMove({ kind: 'no-show', booking: row })}
          >
            {texts.noShow}
          </Button>
        )}
        <Button
          aria-label={texts.checkInGuest(guest)}
          onPress={() => onMove({ kind: 'check-in', booking: row })}
        >
          {texts.checkIn}
        </Button>
      </>
    );
  if (row.state !== 'checked_in') return null;
  return (
    <Button
      kind={list === 'departures' ? 'plain' : 'quiet'}
      aria-label={texts.checkOutGuest(guest)}
      onPress={() => onMove({ kind: 'check-out', booking: row })}
    >
      {texts.checkOut}
    </Button>
  );
}
