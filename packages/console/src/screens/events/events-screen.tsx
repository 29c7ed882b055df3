import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { EVENT_TYPES } from '../../api/event-types.ts';
import { eventsQuery, readNewerEvents } from '../../api/queries/events.ts';
import { findBookings } from '../../api/queries/find.ts';
import { failureOf, useRead } from '../../api/use-read.ts';
import { readBooking } from '../../domain/booking-number.ts';
import { useSearchAhead } from '../../app/use-search-ahead.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField, Switch } from '../../ui/fields/field.tsx';
import { Refusal } from '../../ui/notice.tsx';
import { Screen } from '../../ui/screen.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { numbers, Table } from '../../ui/table.tsx';
import { BookingField } from './booking-field.tsx';
import { EventRow } from './event-row.tsx';
import css from './events.module.css';

const route = getRouteApi('/events');
const FOLLOW_MS = 10_000;

export function EventsScreen() {
  const { events: texts } = useTexts();
  const navigate = route.useNavigate();
  const [search, change] = useSearchAhead(route.useSearch(), (changed) => {
    void navigate({ search: (before) => ({ ...before, ...changed }), replace: true });
  });
  const [cleared, setCleared] = useState(0);
  const showAll = (): void => {
    change({ type: undefined, booking: undefined });
    setCleared((times) => times + 1);
  };
  return (
    <Screen
      title={texts.title}
      actions={
        <Switch
          label={texts.follow}
          isOn={search.follow === 'yes'}
          onChange={(isOn) => change({ follow: isOn ? 'yes' : undefined })}
        />
      }
    >
      <div className={css.filters}>
        <SelectField
          label={texts.type}
          choices={[
            { value: '', label: texts.any },
            ...EVENT_TYPES.map((value) => ({ value, label: value })),
          ]}
          value={search.type ?? ''}
          onChange={({ target }) => change({ type: target.value || undefined })}
        />
        <BookingField key={cleared} text={search.booking ?? ''} onChange={(booking) => change({ booking })} />
      </div>
      <FilteredLog
        type={search.type}
        booking={search.booking}
        isFollowing={search.follow === 'yes'}
        onShowAll={showAll}
      />
    </Screen>
  );
}

interface FilteredLogProps {
  readonly type: string | undefined;
  /** An id or a number, as it is typed. */
  readonly booking: string | undefined;
  readonly isFollowing: boolean;
  readonly onShowAll: () => unknown;
}

/** A number is looked up first: events name their booking by its id. */
function FilteredLog({ booking, ...log }: FilteredLogProps) {
  const { booking: texts } = useTexts();
  const typed = booking === undefined ? null : readBooking(booking);
  const number = typed?.kind === 'number' ? typed.number : '';
  const { data, error, refetch } = useRead({ ...findBookings(number), enabled: number !== '' });
  const found = data?.find(({ reference }) => reference === number)?.id;
  const id = typed?.kind === 'id' ? typed.id : found;
  if (booking === undefined || id !== undefined) return <EventLog {...log} reservationId={id} />;
  if (error !== null) return <Refusal error={error} onTryAgain={() => refetch()} />;
  if (typed !== null && data === undefined) return <Skeleton rows={8} />;
  return <NoEvents words={`${texts.nothingHere}.`} onShowAll={log.onShowAll} />;
}

interface EventLogProps {
  readonly type: string | undefined;
  readonly reservationId: string | undefined;
  readonly isFollowing: boolean;
  readonly onShowAll: () => unknown;
}

function EventLog({ type, reservationId, isFollowing, onShowAll }: EventLogProps) {
  const { events: texts, common } = useTexts();
  const client = useQueryClient();
  const log = useInfiniteQuery(eventsQuery({ type, reservationId }));
  const { data, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = log;
  const error = failureOf(log);
  useQuery({
    queryKey: ['newer-events', type, reservationId],
    queryFn: ({ signal }) => readNewerEvents(client, { type, reservationId }, signal),
    enabled: isFollowing,
    refetchInterval: FOLLOW_MS,
  });
  const events = data?.pages.flatMap((page) => page.events) ?? [];
  return (
    <>
      <Refusal error={error} onTryAgain={() => refetch()} />
      {data === undefined && error === null && <Skeleton rows={8} />}
      {data && events.length === 0 && (
        <NoEvents words={texts.empty} onShowAll={type || reservationId ? onShowAll : undefined} />
      )}
      {events.length > 0 && (
        <>
          <Table
            label={texts.table}
            columns={[texts.type, numbers(texts.number), texts.when, texts.booking, texts.json]}
          >
            {events.map((event) => (
              <EventRow key={event.id} event={event} />
            ))}
          </Table>
          <p className="quiet">{common.shown(events.length, hasNextPage)}</p>
        </>
      )}
      {hasNextPage && (
        <Button isBusy={isFetchingNextPage} onPress={() => fetchNextPage()}>
          {common.showMore}
        </Button>
      )}
    </>
  );
}

interface NoEventsProps {
  readonly words: string;
  /** Undefined: all are shown. */
  readonly onShowAll: (() => unknown) | undefined;
}

function NoEvents({ words, onShowAll }: NoEventsProps) {
  const { events: texts } = useTexts();
  return (
    <p>
      {words} {onShowAll && <Button onPress={onShowAll}>{texts.showAll}</Button>}
    </p>
  );
}
