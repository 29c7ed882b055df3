import { useRef } from 'react';
import type { Place } from '../../../domain/rates/rate-selection.ts';
import type { GridSelection } from '../use-selection.ts';
import { isControl } from './use-grid-keys.ts';

const placeOf = (target: EventTarget | null): Place | null => {
  if (!(target instanceof Element)) return null;
  const place = target.closest<HTMLElement>('[data-place]')?.dataset['place']?.split(' ').map(Number);
  return place === undefined ? null : { row: place[0] ?? 0, column: place[1] ?? 0 };
};

const numberOf = (target: EventTarget | null, name: 'row' | 'column'): number | null => {
  if (!(target instanceof Element)) return null;
  const text = target.closest<HTMLElement>(`[data-${name}]`)?.dataset[name];
  return text === undefined ? null : Number(text);
};

/** A drag over nights selects them; a header selects its row or column. A finger scrolls, and selects by touch. */
export function useGridPointer({ choose, add, extend, chooseRow, chooseColumn }: GridSelection) {
  const isDragging = useRef(false);
  const last = useRef('');
  return {
    onPointerDown(event: React.PointerEvent): void {
      if (event.button !== 0 || isControl(event.target)) return;
      const { target, shiftKey, ctrlKey, metaKey } = event;
      const place = placeOf(target);
      if (place === null) {
        const [row, column] = [numberOf(target, 'row'), numberOf(target, 'column')];
        if (row !== null) chooseRow(row);
        else if (column !== null) chooseColumn(column, shiftKey);
        return;
      }
      (target as Element).closest<HTMLElement>('[data-place]')?.focus({ preventScroll: true });
      // The text of the nights is not selected.
      if (event.pointerType !== 'touch') event.preventDefault();
      if (shiftKey) extend(place);
      else if (ctrlKey || metaKey) add(place);
      else choose(place);
      isDragging.current = event.pointerType !== 'touch';
      last.current = `${place.row} ${place.column}`;
      addEventListener('pointerup', () => (isDragging.current = false), { once: true });
    },
    onPointerMove({ clientX, clientY }: React.PointerEvent): void {
      if (!isDragging.current) return;
      const place = placeOf(document.elementFromPoint(clientX, clientY));
      if (place === null || last.current === `${place.row} ${place.column}`) return;
      last.current = `${place.row} ${place.column}`;
      extend(place);
    },
  };
}
