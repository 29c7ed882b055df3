import type { Edits, Length } from '../use-edits.ts';
import type { GridSelection } from '../use-selection.ts';

interface GridKeys {
  readonly selection: GridSelection;
  /** Null for whom it is not allowed. */
  readonly edits: Edits | null;
  readonly onType: (text: string) => void;
  readonly onLimit: (length: Length) => void;
}

const BEGINS_PRICE = /^[\d+=−-]$/;

/** A field or a button in the grid has keys of its own. */
export const isControl = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, button') !== null;

/** The keys of the grid. Others are left to the page. */
export function gridKeys({ selection, edits, onType, onLimit }: GridKeys) {
  return (event: React.KeyboardEvent): void => {
    const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
    if (altKey || isControl(event.target)) return;
    const isDone = ctrlKey || metaKey ? wholeLines(event, selection) : single(key, shiftKey);
    if (isDone) event.preventDefault();
  };

  function single(key: string, shiftKey: boolean): boolean {
    if (key === ' ' && shiftKey) {
      selection.chooseRow(selection.focus.row);
      return true;
    }
    if (selection.move(key, shiftKey)) return true;
    return edits !== null && edit(key, edits);
  }

  function edit(key: string, { toBase, toggle }: Edits): boolean {
    if (BEGINS_PRICE.test(key)) onType(key);
    else if (key === 'Enter' || key === 'F2') onType('');
    else if (key === 'Delete' || key === 'Backspace') toBase();
    else if (key === 's') toggle('stopSell');
    else if (key === 'm') onLimit('minStayNights');
    else return false;
    return true;
  }
}

function wholeLines({ key }: React.KeyboardEvent, selection: GridSelection): boolean {
  if (key === 'a') selection.chooseAll();
  else if (key === ' ') selection.chooseColumn(selection.focus.column, false);
  else return false;
  return true;
}
