import { useBlocker } from '@tanstack/react-router';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialogs/dialog.tsx';

/** Changes that are not saved are not left behind unnoticed. */
export function LeaveDialog({ isPending }: { readonly isPending: boolean }) {
  const { rates: texts } = useTexts();
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isPending && current.pathname !== next.pathname,
    enableBeforeUnload: () => isPending,
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  const { proceed, reset } = blocker;
  return (
    <Dialog title={texts.leave} onClose={reset}>
      <p>{texts.leaveWhat}</p>
      <DialogActions>
        <Button kind="accent" data-autofocus onPress={reset}>
          {texts.keepEditing}
        </Button>
        <Button kind="danger" onPress={proceed}>
          {texts.discard}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
