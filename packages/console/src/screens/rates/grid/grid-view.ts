import type { PendingCells } from '../use-pending.ts';
import type { RateGroup, RateRow } from '../use-rates.ts';
import type { GridSelection } from '../use-selection.ts';

export type Layer = 'both' | 'price' | 'restrictions';

/** How the nights are shown. */
export interface GridView {
  readonly layer: Layer;
  /** With weekday and season. */
  readonly isSelling: boolean;
}

export interface RateGridProps {
  readonly groups: readonly RateGroup[];
  readonly dates: readonly string[];
  readonly view: GridView;
  readonly pending: PendingCells;
  readonly selection: GridSelection;
  /** The text that is typed over the focused cell; null: none is. */
  readonly typed: string | null;
  readonly onKeyDown: (event: React.KeyboardEvent) => void;
  readonly onType: (text: string | null) => void;
  readonly onTyped: (text: string) => void;
  /** Plans whose resources are shown beneath them, by the key of the row. */
  readonly open: ReadonlySet<string>;
  /** Absent: nothing can be shown beneath a row. */
  readonly onOpen?: ((row: RateRow, place: number) => void) | undefined;
  readonly onCopy: (event: React.ClipboardEvent) => void;
  readonly onPaste: (event: React.ClipboardEvent) => void;
}

/** A column of the grid that is drawn. */
export interface DrawnColumn {
  readonly index: number;
  readonly start: number;
}
