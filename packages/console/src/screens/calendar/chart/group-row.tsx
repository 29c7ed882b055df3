import { memo } from 'react';
import type { GroupRow as Group } from '../../../domain/calendar/chart-rows.ts';
import { useTexts } from '../../../texts/use-texts.ts';
import css from './chart.module.css';
import type { ChartGeometry } from './geometry.ts';

interface GroupRowProps {
  readonly row: Group;
  readonly rowIndex: number;
  readonly top: number;
  readonly name: string;
  readonly geometry: ChartGeometry;
  readonly isCursor: boolean;
  readonly onToggle: (group: string) => void;
}

/** The name of a room type over its rows, which it shows and hides. */
export const GroupRow = memo(function GroupRow(props: GroupRowProps) {
  const { row, rowIndex, top, name, geometry, isCursor, onToggle } = props;
  const { calendar: texts } = useTexts();
  return (
    <div
      role="row"
      aria-rowindex={rowIndex}
      className={css.group}
      style={{ top, height: geometry.groupHeight }}
    >
      <div role="rowheader" aria-colindex={1} className={css.groupName}>
        <button
          type="button"
          aria-expanded={!row.isClosed}
          aria-label={row.isClosed ? texts.showGroup(name) : texts.hideGroup(name)}
          data-cursor={isCursor || undefined}
          tabIndex={isCursor ? 0 : -1}
          onClick={() => onToggle(row.key)}
        >
          <span aria-hidden="true">{row.isClosed ? '▸' : '▾'}</span> <bdi>{name}</bdi>
        </button>
      </div>
    </div>
  );
});
