import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../button.tsx';
import { CopyButton } from '../copy-button.tsx';
import { Dialog, DialogActions } from './dialog.tsx';
import css from './secret-dialog.module.css';

interface SecretDialogProps {
  readonly title: string;
  readonly hint: string;
  readonly secret: string;
  readonly stored: string;
  readonly onStored: () => void;
}

/** What is shown once. Escape does not close it: it could not be shown again. */
export function SecretDialog({ title, hint, secret, stored, onStored }: SecretDialogProps) {
  return (
    <Dialog title={title}>
      <p>{hint}</p>
      <div className={css.secret}>
        <code>{secret}</code>
        <CopyButton text={secret} what={title} />
      </div>
      <DialogActions>
        <Button kind="accent" onPress={onStored}>
          {stored}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

interface ConfirmDialogProps {
  readonly title: string;
  readonly words: string;
  readonly confirm: string;
  readonly isBusy: boolean;
  readonly onConfirm: () => unknown;
  readonly onClose: () => void;
  readonly children?: React.ReactNode;
}

/** A question before what cannot be taken back. */
export function ConfirmDialog({
  title,
  words,
  confirm,
  isBusy,
  onConfirm,
  onClose,
  children,
}: ConfirmDialogProps) {
  const { common } = useTexts();
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{words}</p>
      {children}
      <DialogActions>
        <Button kind="danger" isBusy={isBusy} onPress={onConfirm}>
          {confirm}
        </Button>
        <Button onPress={onClose}>{common.cancel}</Button>
      </DialogActions>
    </Dialog>
  );
}
