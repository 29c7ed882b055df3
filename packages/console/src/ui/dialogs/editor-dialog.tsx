import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../button.tsx';
import { Dialog, DialogActions } from './dialog.tsx';
import { LeaveGuard, LeaveQuestion } from './leave-guard.tsx';

interface EditorDialogProps {
  readonly title: string;
  /** Something was typed that is not saved. */
  readonly isChanged: boolean;
  readonly onClose: () => void;
  readonly children: (close: () => void) => ReactNode;
}

/** A wide dialog that is not left with changes without a question. */
export function EditorDialog({ title, isChanged, onClose, children }: EditorDialogProps) {
  const [isLeaving, setLeaving] = useState(false);
  const close = (): void => (isChanged ? setLeaving(true) : onClose());
  return (
    <Dialog title={title} onClose={close} isWide>
      {children(close)}
      {isLeaving && <LeaveQuestion onLeave={onClose} onStay={() => setLeaving(false)} />}
      <LeaveGuard isChanged={isChanged} />
    </Dialog>
  );
}

interface EditorActionsProps {
  readonly isBusy: boolean;
  /** Of the dialog: leaves it, after a question where something was typed. */
  readonly close: () => void;
}

/** The end of the form of an editor. */
export function EditorActions({ isBusy, close }: EditorActionsProps) {
  const { common } = useTexts();
  return (
    <DialogActions>
      <Button type="submit" kind="accent" isBusy={isBusy}>
        {common.save}
      </Button>
      <Button onPress={close}>{common.cancel}</Button>
    </DialogActions>
  );
}
