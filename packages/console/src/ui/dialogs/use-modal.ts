import { useEffect, useRef } from 'react';
import type { SyntheticEvent } from 'react';
import { createStore, useStore } from '../../api/store.ts';

/** The dialogs that are open, the one on top last. */
const open: HTMLDialogElement[] = [];
const top = createStore<HTMLDialogElement | null>(null);

export const useTopDialog = (): HTMLDialogElement | null => useStore(top);

function show(dialog: HTMLDialogElement): void {
  if (!dialog.open) dialog.showModal();
  dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus();
}

/** Properties of a native dialog that is open as long as it is rendered. Without `onClose` nothing but the page closes it. */
export function useModal(onClose: (() => void) | undefined) {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const { current: dialog } = ref;
    if (dialog === null) return undefined;
    const before = document.activeElement;
    open.push(dialog);
    top.set(dialog);
    show(dialog);
    return () => {
      open.splice(open.indexOf(dialog), 1);
      top.set(open.at(-1) ?? null);
      dialog.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  useEscape(ref, onClose);
  return {
    ref,
    closedby: onClose === undefined ? 'none' : 'closerequest',
    // Requests without a key, such as the Back of a phone.
    onCancel: (event: SyntheticEvent) => {
      event.preventDefault();
      // It reaches those around it, too.
      if (event.target === event.currentTarget && event.target === open.at(-1)) onClose?.();
    },
    onClose: reopen,
  } as const;
}

/**
 * A browser lets a page refuse one Escape after each click or typed key, closes the dialog at the next one, and may close
 * those below with it. So it does not get the key.
 */
function useEscape(
  ref: { readonly current: HTMLDialogElement | null },
  onClose: (() => void) | undefined,
): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented) return;
      if (ref.current !== open.at(-1) || isClearedBy(event)) return;
      event.preventDefault();
      onClose?.();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [ref, onClose]);
}

/** The first Escape in a search field empties it. */
const isClearedBy = ({ target }: KeyboardEvent): boolean =>
  target instanceof HTMLInputElement && target.type === 'search' && target.value !== '';

/** The browser has closed a dialog that the page still shows. Those within were over it, and are so again. */
function reopen({ currentTarget: dialog }: SyntheticEvent<HTMLDialogElement>): void {
  if (dialog.open || !dialog.isConnected) return;
  show(dialog);
  for (const inner of open) {
    if (inner === dialog || !dialog.contains(inner)) continue;
    inner.close();
    show(inner);
  }
}
