import { separatorsOf, writeAmount } from '../../domain/amount-input.ts';
import { changedPrice, readPrice } from '../../domain/rates/price-input.ts';
import { oneRate } from '../../domain/rates/read-nights.ts';
import { announce } from '../../api/messages.ts';
import { useLanguage, useTexts } from '../../texts/use-texts.ts';
import { pendingOf } from './use-pending.ts';
import type { Cell, Pending } from './use-pending.ts';
import type { RateRow } from './use-rates.ts';
import type { GridSelection } from './use-selection.ts';

interface ClipboardInput {
  readonly rows: readonly RateRow[];
  readonly selection: GridSelection;
  readonly pending: Pending;
  readonly mayEdit: boolean;
}

/** Prices go to a spreadsheet and come back as its lines and tabs. */
export function useClipboard({ rows, selection, pending, mayEdit }: ClipboardInput) {
  const { rates: texts } = useTexts();
  const separators = separatorsOf(useLanguage());
  const amountOf = ({ row, day }: Cell): string => {
    const amount = pendingOf(pending.cells, row, day.date).nightly ?? oneRate(day);
    return amount === null ? '' : writeAmount(amount, row.currency, separators);
  };
  const onCopy = (event: React.ClipboardEvent): void => {
    if (event.target instanceof HTMLInputElement) return;
    const lines = Map.groupBy(selection.places(), ({ row }) => row);
    const text = [...lines].map(([at, places]) =>
      places
        .map(({ column }) => {
          const [row, day] = [rows[at], rows[at]?.days[column]];
          return row === undefined || day === undefined ? '' : amountOf({ row, day });
        })
        .join('\t'),
    );
    event.clipboardData.setData('text/plain', text.join('\n'));
    event.preventDefault();
  };
  const onPaste = (event: React.ClipboardEvent): void => {
    if (!mayEdit || event.target instanceof HTMLInputElement) return;
    event.preventDefault();
    const { focus } = selection;
    const lines = event.clipboardData
      .getData('text/plain')
      .replace(/\r?\n$/, '')
      .split(/\r?\n/);
    const pasted = new Map<Cell, bigint>();
    for (const [down, line] of lines.entries())
      for (const [right, text] of line.split('\t').entries()) {
        const row = rows[focus.row + down];
        const day = row?.days[focus.column + right];
        if (row === undefined || day === undefined) continue;
        const read = readPrice(text, row.currency, separators);
        const price = read.ok ? changedPrice(read.change, oneRate(day)) : null;
        if (price !== null) pasted.set({ row, day }, price);
      }
    pending.change([...pasted.keys()], (cell) => {
      const nightly = pasted.get(cell);
      return nightly === undefined ? null : { nightly };
    });
    announce(texts.pasted(pasted.size));
  };
  return { onCopy, onPaste };
}
