import { useBlocker } from '@tanstack/react-router';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../button.tsx';
import { Dialog, DialogActions } from './dialog.tsx';

interface Place {
  readonly pathname: string;
  readonly search: object;
}

interface LeaveGuardProps {
  readonly isChanged: boolean;
  /** Whether what was typed would be gone at the next address; absent: it would be at every other one. */
  readonly isLeft?: (current: Place, next: Place) => boolean;
}

/** Links and the browser’s Back do not take away what is not saved, without a question. */
export function LeaveGuard({ isChanged, isLeft = () => true }: LeaveGuardProps) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isChanged && isLeft(current, next),
    enableBeforeUnload: () => isChanged,
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  return <LeaveQuestion onLeave={blocker.proceed} onStay={blocker.reset} />;
}

export const isOtherPage = (current: Place, next: Place): boolean => current.pathname !== next.pathname;

interface LeaveQuestionProps {
  readonly onLeave: () => void;
  readonly onStay: () => void;
}

export function LeaveQuestion({ onLeave, onStay }: LeaveQuestionProps) {
  const { common } = useTexts();
  return (
    <Dialog title={common.leave} onClose={onStay}>
      <p>{common.notSaved}</p>
      <DialogActions>
        <Button kind="accent" data-autofocus onPress={onStay}>
          {common.keepEditing}
        </Button>
        <Button kind="danger" onPress={onLeave}>
          {common.discard}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
