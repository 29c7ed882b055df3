import { daysBetween } from '@lodging/format';
import { clip } from '../../../domain/calendar/chart-window.ts';
import type { Nights } from '../../../domain/calendar/chart-window.ts';
import { nightsOf } from '../../../domain/calendar/night-selection.ts';
import { movedBy } from '../../../domain/stay-move.ts';
import css from './chart.module.css';
import type { MovedBar } from './chart-actions.ts';
import type { ChartGridProps } from './chart-props.ts';
import type { EntryLane } from './use-chart.ts';

interface ChartOverlayProps extends Pick<ChartGridProps, 'rows' | 'geometry' | 'marked' | 'ghosts'> {
  readonly moving: MovedBar | null;
  readonly virtualRows: readonly { readonly index: number; readonly start: number }[];
}

/** What is marked, moved or awaited, over the cells: for the eyes alone, the rest is announced. */
export function ChartOverlay(props: ChartOverlayProps) {
  const { marked, ghosts, moving } = props;
  const boxAt = createBoxes(props);
  const nights = marked && nightsOf(marked);
  const markedBox = nights && boxAt((row) => row.key === marked?.row, nights);
  const movedBox =
    moving &&
    boxAt(
      (row) => row.resourceId === moving.resourceId,
      movedBy(moving.entry, moving.part, moving.days),
      (row) => row.bars.some(({ entry }) => entry.id === moving.entry.id),
    );
  return (
    <div aria-hidden="true" className={css.overlay}>
      {markedBox && (
        <div className={css.marked} style={markedBox}>
          {nights && daysBetween(nights.from, nights.to)}
        </div>
      )}
      {ghosts.map((ghost) => {
        const box = boxAt((row) => row.resourceId === ghost.resourceId, ghost);
        return (
          box && (
            <div key={ghost.id} className={css.ghost} style={box}>
              {ghost.label}
            </div>
          )
        );
      })}
      {movedBox && <div className={css.moved} style={movedBox} />}
    </div>
  );
}

type IsRow = (row: EntryLane) => boolean;

/** Where nights of a row are drawn; of the rows that fit, one that is preferred. */
function createBoxes({ rows, geometry, virtualRows }: ChartOverlayProps) {
  return (isRow: IsRow, nights: Nights, isPreferred: IsRow = () => true) => {
    const fitting = virtualRows.flatMap(({ index, start }) => {
      const row = rows[index];
      return row?.kind === 'lane' && isRow(row) ? [{ row, start }] : [];
    });
    const found = fitting.find(({ row }) => isPreferred(row)) ?? fitting[0];
    const span = clip(geometry.window, nights);
    if (found === undefined || span === null) return null;
    return {
      top: found.start,
      height: geometry.rowHeight,
      left: geometry.leftOf(span.first),
      width: geometry.nightWidth * span.nights,
    };
  };
}
