import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useTexts } from '../../texts/use-texts.ts';
import { Dialog } from './dialog.tsx';
import { ConfirmDialog } from './secret-dialog.tsx';

interface EditorDialogProps {
  readonly title: string;
  /** Something was typed that is not saved. */
  readonly isChanged: boolean;
  readonly onClose: () => void;
  readonly children: (close: () => void) => ReactNode;
}

/** A wide dialog that is not left with changes without a question. */
export function EditorDialog({ title, isChanged, onClose, children }: EditorDialogProps) {
  const { common } = useTexts();
  const [isLeaving, setLeaving] = useState(false);
  useEffect(() => {
    if (!isChanged) return undefined;
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isChanged]);
  const close = (): void => (isChanged ? setLeaving(true) : onClose());
  return (
    <Dialog title={title} onClose={close} isWide>
      {children(close)}
      {isLeaving && (
        <ConfirmDialog
          title={common.discard}
          words={common.notSaved}
          confirm={common.discard}
          isBusy={false}
          onConfirm={onClose}
          onClose={() => setLeaving(false)}
        />
      )}
    </Dialog>
  );
}
