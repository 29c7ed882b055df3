import { useState } from 'react';
import { RateGrid } from './grid/rate-grid.tsx';
import type { GridView } from './grid/grid-view.ts';
import { gridKeys } from './grid/use-grid-keys.ts';
import { LimitDialog } from './limit-dialog.tsx';
import css from './rates.module.css';
import { Toolbar } from './toolbar.tsx';
import { useClipboard } from './use-clipboard.ts';
import { useEdits } from './use-edits.ts';
import type { Length } from './use-edits.ts';
import type { Pending } from './use-pending.ts';
import type { RateGroup, RateRow } from './use-rates.ts';
import { useSelection } from './use-selection.ts';

interface EditedGridProps {
  readonly groups: readonly RateGroup[];
  readonly dates: readonly string[];
  readonly view: GridView;
  readonly pending: Pending;
  readonly mayEdit: boolean;
  /** Plans whose resources are shown beneath them. */
  readonly open?: ReadonlySet<string>;
  readonly onOpen?: (row: RateRow) => void;
}

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
const NONE: ReadonlySet<string> = new Set();

/** The grid, and what is done with the nights that are selected in it. */
export function EditedGrid(props: EditedGridProps) {
  const { groups, dates, view, pending, mayEdit, open = NONE, onOpen } = props;
  const rows = groups.flatMap((group) => group.rows);
  const [weekdays, setWeekdays] = useState<readonly number[]>(EVERY_DAY);
  const [typed, setTyped] = useState<string | null>(null);
  const [length, setLength] = useState<Length | null>(null);
  const selection = useSelection({ row: rows.length, column: dates.length });
  const edits = useEdits({ rows, weekdays, selection, pending });
  const clipboard = useClipboard({ rows, selection, pending, mayEdit });
  const onKeyDown = gridKeys({
    selection,
    edits: mayEdit ? edits : null,
    onType: setTyped,
    onLimit: setLength,
  });
  // Rows come or go beneath it: what was selected further down would be others.
  const openRow = (row: RateRow, place: number): void => {
    selection.choose({ row: place, column: selection.focus.column });
    onOpen?.(row);
  };
  return (
    <div className={css.screen}>
      {mayEdit && (
        <Toolbar
          edits={edits}
          weekdays={weekdays}
          onWeekdays={setWeekdays}
          onPrice={() => setTyped('')}
          onLimit={setLength}
        />
      )}
      <RateGrid
        {...{ groups, dates, view, selection, typed, open, onKeyDown }}
        pending={pending.cells}
        onOpen={onOpen && openRow}
        onType={setTyped}
        onTyped={edits.type}
        {...clipboard}
      />
      {length !== null && (
        <LimitDialog
          length={length}
          count={edits.count}
          onSet={(nights) => edits.limit(length, nights)}
          onClose={() => setLength(null)}
        />
      )}
    </div>
  );
}
