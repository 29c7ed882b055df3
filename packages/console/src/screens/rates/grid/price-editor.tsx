import { useRef, useState } from 'react';
import { useTexts } from '../../../texts/use-texts.ts';
import css from '../rates.module.css';

interface PriceEditorProps {
  /** The key that opened it, or nothing. */
  readonly first: string;
  readonly onTyped: (text: string) => void;
  readonly onEnd: () => void;
}

/** Over the focused cell: Enter takes the text for all selected nights, Escape leaves them. */
export function PriceEditor({ first, onTyped, onEnd }: PriceEditorProps) {
  const { rates: texts } = useTexts();
  const [text, setText] = useState(first);
  const isDone = useRef(false);
  const end = (isTaken: boolean): void => {
    if (isDone.current) return;
    isDone.current = true;
    if (isTaken && text.trim() !== '') onTyped(text);
    onEnd();
  };
  return (
    <input
      className={css.editor}
      aria-label={texts.price}
      autoFocus
      autoComplete="off"
      inputMode="decimal"
      value={text}
      onChange={({ target }) => setText(target.value)}
      onBlur={() => end(true)}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key !== 'Enter' && event.key !== 'Escape') return;
        event.preventDefault();
        end(event.key === 'Enter');
        // The cell takes the focus before the field is gone.
        event.currentTarget.closest<HTMLElement>('[role=gridcell]')?.focus({ preventScroll: true });
      }}
    />
  );
}
