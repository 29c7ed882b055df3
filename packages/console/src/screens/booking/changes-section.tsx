import { useQuery } from '@tanstack/react-query';
import { changesQuery } from '../../api/queries/changes.ts';
import { historyQuery, SHOWN_BOOKING_MS } from '../../api/queries/booking.ts';
import { useResources } from '../../api/queries/resources.ts';
import type { HistoryEntry, StayChange } from '../../api/records.ts';
import { useRead } from '../../api/use-read.ts';
import { AwaitingChange } from '../../desk/stay-change/awaiting-change.tsx';
import { entriesOfChanges } from '../../domain/change-entries.ts';
import { useFormats, useTexts } from '../../texts/use-texts.ts';
import { Refusal } from '../../ui/notice.tsx';
import { Section } from '../../ui/section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Chip } from '../../ui/state-chip.tsx';
import { numbers, Table } from '../../ui/table.tsx';
import { Day, localDate, Moment } from '../../ui/when.tsx';
import { ActorName } from './actor-name.tsx';
import type { Stay } from './stay.ts';

/** How the stay was moved, and what waits for its payment. */
export function ChangesSection({ booking, timeZone }: Stay) {
  const { stayChange: texts } = useTexts();
  const { data, error, refetch } = useRead({
    ...changesQuery(booking.id),
    // A change that waits for its payment does not raise the version of the booking.
    refetchInterval: ({ state }) => (state.data?.some(isWaiting) === true ? SHOWN_BOOKING_MS : false),
  });
  const { data: history = [] } = useQuery(historyQuery(booking.id));
  const begun = entriesOfChanges(data ?? [], history);
  return (
    <Section title={texts.changes} className="screen-only">
      {error !== null && <Refusal error={error} onTryAgain={() => refetch()} />}
      {data === undefined && error === null && <Skeleton rows={2} />}
      {data?.length === 0 && <p className="quiet">{texts.noChanges}</p>}
      {data?.filter(isWaiting).map((change) => (
        <AwaitingChange key={change.id} change={change} timeZone={timeZone} />
      ))}
      {data && data.length > 0 && (
        <Table
          label={texts.changes}
          columns={[texts.when, texts.what, texts.who, texts.state, numbers(texts.difference)]}
        >
          {data.map((change) => (
            <ChangeRow
              key={change.id}
              actor={begun.get(change.id)?.actor}
              {...{ change, booking, timeZone }}
            />
          ))}
        </Table>
      )}
    </Section>
  );
}

function isWaiting({ state }: StayChange): boolean {
  return state === 'awaiting_payment';
}

interface ChangeRowProps extends Pick<Stay, 'booking' | 'timeZone'> {
  readonly change: StayChange;
  /** Undefined while the history is read, and of a change that was refused at once. */
  readonly actor: HistoryEntry['actor'] | undefined;
}

function ChangeRow({ change, actor, booking, timeZone }: ChangeRowProps) {
  const { stayChange: texts, common } = useTexts();
  const { price } = useFormats();
  const { previous, proposed, state, createdAt } = change;
  const difference = BigInt(proposed.totalMinorUnits) - BigInt(previous.totalMinorUnits);
  return (
    <tr data-change={change.id}>
      <td>
        <Moment at={createdAt} timeZone={timeZone} />
      </td>
      <td>
        <StayLine stay={previous} /> → <StayLine stay={proposed} />
      </td>
      <td>{actor === undefined ? common.none : <ActorName actor={actor} />}</td>
      <td>
        <Chip kind={state === 'applied' ? 'plain' : 'warn'}>{texts.states[state]}</Chip>
      </td>
      <td className="number">
        {difference > 0n && '+'}
        {price(difference, booking.currency)}
      </td>
    </tr>
  );
}

function StayLine({ stay }: { readonly stay: StayChange['previous'] }) {
  const resource = useResources().find(stay.resourceId);
  const zone = resource?.timezone ?? 'UTC';
  return (
    <span>
      <bdi>{resource?.name}</bdi> <Day date={localDate(stay.from, zone)} isShort /> –{' '}
      <Day date={localDate(stay.to, zone)} isShort />
    </span>
  );
}
