import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { EVENT_TYPES } from '../../api/event-types.ts';
import { eventsQuery } from '../../api/queries/events.ts';
import { useSession } from '../../api/session.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField, Switch, TextField } from '../../ui/fields/field.tsx';
import { Refusal } from '../../ui/notice.tsx';
import { Screen } from '../../ui/screen.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { numbers, Table } from '../../ui/table.tsx';
import { Moment } from '../../ui/when.tsx';
import css from './events.module.css';

const route = getRouteApi('/events');
const FOLLOW_MS = 10_000;

export function EventsScreen() {
  const { events: texts } = useTexts();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (changed: typeof search): void =>
    void navigate({ search: (before) => ({ ...before, ...changed }), replace: true });
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
        <TextField
          label={texts.bookingId}
          value={search.booking ?? ''}
          spellCheck={false}
          onChange={({ target }) => change({ booking: target.value.trim() || undefined })}
        />
      </div>
      <EventLog type={search.type} booking={search.booking} isFollowing={search.follow === 'yes'} />
    </Screen>
  );
}

interface EventLogProps {
  readonly type: string | undefined;
  readonly booking: string | undefined;
  readonly isFollowing: boolean;
}

function EventLog({ type, booking, isFollowing }: EventLogProps) {
  const { events: texts, common } = useTexts();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    ...eventsQuery({ type, reservationId: booking }),
    refetchInterval: isFollowing ? FOLLOW_MS : false,
  });
  const events = data?.pages.flatMap((page) => page.events) ?? [];
  return (
    <>
      <Refusal error={error} onTryAgain={() => refetch()} />
      {data === undefined && error === null && <Skeleton rows={8} />}
      {data && events.length === 0 && <p>{texts.empty}</p>}
      {events.length > 0 && (
        <Table
          label={texts.table}
          columns={[texts.type, numbers(texts.number), texts.when, texts.booking, texts.json]}
        >
          {events.map((event) => (
            <EventRow key={event.id} event={event} />
          ))}
        </Table>
      )}
      {hasNextPage && (
        <Button isBusy={isFetchingNextPage} onPress={() => fetchNextPage()}>
          {common.showMore}
        </Button>
      )}
    </>
  );
}

interface LoggedEvent {
  readonly id: string;
  readonly type: string;
  readonly sequence: number;
  readonly timestamp: string;
  readonly data: { readonly object: object };
}

function EventRow({ event }: { readonly event: LoggedEvent }) {
  const { events: texts } = useTexts();
  const { tenant } = useSession();
  const booking = bookingOf(event);
  return (
    <tr data-event={event.id}>
      <td>
        <code>{event.type}</code>
      </td>
      <td className="number">{event.sequence}</td>
      <td>
        <Moment at={event.timestamp} timeZone={tenant.timezone} />
      </td>
      <td>
        {booking !== null && (
          <Link to="/bookings/$id" params={{ id: booking }}>
            {texts.booking}
          </Link>
        )}
      </td>
      <td>
        <details>
          <summary>{texts.json}</summary>
          <pre className={css.json}>{JSON.stringify(event, null, 2)}</pre>
        </details>
      </td>
    </tr>
  );
}

/** Events of payments name their booking, those of bookings are about it. */
function bookingOf({ type, data: { object } }: LoggedEvent): string | null {
  const { id, reservationId } = object as { readonly id?: string; readonly reservationId?: string };
  return reservationId ?? (type.startsWith('reservation.') ? (id ?? null) : null);
}
