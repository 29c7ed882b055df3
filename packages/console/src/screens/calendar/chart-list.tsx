import { useMemo } from 'react';
import type { OccupancyEntry } from '../../api/records.ts';
import { clip } from '../../domain/calendar/chart-window.ts';
import type { ChartWindow } from '../../domain/calendar/chart-window.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { StateChip } from '../../ui/state-chip.tsx';
import { Table } from '../../ui/table.tsx';
import { Day } from '../../ui/when.tsx';
import css from './calendar.module.css';
import type { BarWords } from './chart/use-bar-words.ts';
import type { Group } from './chart/use-chart.ts';
import type { Occupied } from './chart/use-occupancy.ts';

interface ChartListProps {
  readonly groups: readonly Group[];
  readonly window: ChartWindow;
  readonly occupied: Occupied;
  readonly words: BarWords;
  readonly at: number;
  readonly onOpen: (entry: OccupancyEntry) => void;
}

interface ListRow {
  readonly entry: OccupancyEntry;
  readonly resource: string;
}

/** What the chart has, by day: of each stay the day on which it begins, or the first one in view. */
export function ChartList({ groups, window, occupied, words, at, onOpen }: ChartListProps) {
  const { calendar: texts } = useTexts();
  const resources = groups.flatMap((group) => group.resources);
  const isRead = resources.every(({ id }) => occupied.entriesOf(id) !== undefined);
  const rows = useMemo(() => rowsOf(groups, window, occupied), [groups, window, occupied]);
  const { columns } = texts;
  return (
    <>
      {!isRead && <Skeleton rows={8} />}
      {isRead && rows.length === 0 && <p>{texts.nothingOnDates}</p>}
      {rows.length > 0 && (
        <Table
          label={texts.title}
          columns={[columns.from, columns.to, columns.what, columns.resource, columns.state]}
        >
          {rows.map((row) => (
            <EntryRow key={row.entry.id} {...row} {...{ window, words, at, onOpen }} />
          ))}
        </Table>
      )}
    </>
  );
}

function EntryRow({
  entry,
  resource,
  window,
  words,
  at,
  onOpen,
}: ListRow & Omit<ChartListProps, 'groups' | 'occupied'>) {
  const { calendar: texts } = useTexts();
  const isBlock = entry.kind === 'block';
  const marks = words.marksOf(entry).filter((mark) => mark !== 'note');
  return (
    <tr {...(isBlock ? { 'data-block': entry.id } : { 'data-booking': entry.id })}>
      <td>
        <Day date={entry.from} /> {entry.from < window.from && <span className="quiet">{texts.staying}</span>}
      </td>
      <td>
        <Day date={entry.to} />
      </td>
      <td>
        <Button kind="quiet" className={css.name} onPress={() => onOpen(entry)}>
          <bdi>{words.labelOf(entry, at)}</bdi>
        </Button>
        {entry.units > 1 && ` ×${entry.units}`}
      </td>
      <td>
        <bdi>{resource}</bdi>
      </td>
      <td>
        {isBlock ? <bdi>{entry.note}</bdi> : entry.state && <StateChip state={entry.state} />}{' '}
        <span className="quiet">{marks.map((mark) => texts.marks[mark]).join(', ')}</span>
      </td>
    </tr>
  );
}

function rowsOf(groups: readonly Group[], window: ChartWindow, { entriesOf }: Occupied): ListRow[] {
  const rows = groups.flatMap((group) =>
    group.resources.flatMap(({ id, name }) =>
      (entriesOf(id) ?? [])
        .filter((entry) => clip(window, entry) !== null)
        .map((entry): ListRow => ({ entry, resource: name })),
    ),
  );
  const dayOf = ({ entry }: ListRow): string => (entry.from < window.from ? window.from : entry.from);
  return rows.toSorted(
    (one, other) => dayOf(one).localeCompare(dayOf(other)) || one.resource.localeCompare(other.resource),
  );
}
