import type { ChannelConflict } from '@lodging/client';
import { useQueryClient } from '@tanstack/react-query';
import { lodging } from '../../api/lodging.ts';
import { useWrite } from '../../api/use-write.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialogs/dialog.tsx';
import { Refusal } from '../../ui/notice.tsx';

export type Outcome = Exclude<ChannelConflict['status'], 'open'>;

interface ResolveDialogProps {
  readonly conflict: ChannelConflict;
  readonly outcome: Outcome;
  readonly onClose: () => void;
}

/** What became of the two stays is decided by people, and asked once. */
export function ResolveDialog({ conflict, outcome, onClose }: ResolveDialogProps) {
  const { channels: texts, common } = useTexts();
  const client = useQueryClient();
  const title = outcome === 'resolved_relocated' ? texts.moved : texts.cancelled;
  const { run, isBusy, error } = useWrite(
    () => lodging.channelConflicts.resolve(conflict.id, { status: outcome }),
    {
      says: () => texts.resolved,
      after: async () => {
        onClose();
        await client.invalidateQueries({ queryKey: ['conflicts'] });
      },
    },
  );
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{texts.how}</p>
      <Refusal error={error} onTryAgain={() => run(undefined)} isBusy={isBusy} />
      <DialogActions>
        <Button kind="accent" isBusy={isBusy} onPress={() => run(undefined)}>
          {texts.resolve}
        </Button>
        <Button onPress={onClose}>{common.cancel}</Button>
      </DialogActions>
    </Dialog>
  );
}
