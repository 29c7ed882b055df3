import { useId } from 'react';
import type { ReactNode } from 'react';
import css from './dialog.module.css';
import { useModal } from './use-modal.ts';

interface DialogProps {
  readonly title: string;
  /** Undefined: it stays until what it asks for is done. */
  readonly onClose?: (() => void) | undefined;
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

/**
 * The browser’s own modal dialog: the rest of the page is inert, Escape closes it, and the focus goes back to where it was.
 * It is shown as long as it is rendered; what has `data-autofocus` gets the focus.
 */
export function Dialog({ title, onClose, isWide = false, children }: DialogProps) {
  const id = useId();
  return (
    <dialog
      {...useModal(onClose)}
      className={isWide ? `${css.dialog} ${css.wide}` : css.dialog}
      aria-labelledby={id}
    >
      <h2 id={id} className={css.title}>
        {title}
      </h2>
      {children}
    </dialog>
  );
}

/** The buttons at the end of a dialog, what it is for first. */
export function DialogActions({ children }: { readonly children: ReactNode }) {
  return <div className={css.actions}>{children}</div>;
}
