import type { ReactNode } from 'react';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../button.tsx';
import { Refusal } from '../notice.tsx';
import { Dialog, DialogActions } from './dialog.tsx';
import css from './dialog.module.css';

interface FormDialogProps {
  readonly title: string;
  /** The words of the button that sends. */
  readonly confirm: string;
  readonly error: unknown;
  readonly isBusy: boolean;
  /** There is nothing to send. */
  readonly isEmpty?: boolean;
  readonly isWide?: boolean;
  readonly onSubmit: () => unknown;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A dialog that is a form: fields, what was refused of them, the button that sends, and the one that closes. */
export function FormDialog(props: FormDialogProps) {
  const { title, confirm, error, isBusy, isEmpty = false, isWide = false, onSubmit, onClose } = props;
  const { common } = useTexts();
  return (
    <Dialog title={title} onClose={onClose} isWide={isWide}>
      <form
        className={css.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void onSubmit();
        }}
      >
        {props.children}
        <Refusal error={error} onTryAgain={onSubmit} isBusy={isBusy} />
        <DialogActions>
          {!isEmpty && (
            <Button type="submit" kind="accent" isBusy={isBusy}>
              {confirm}
            </Button>
          )}
          <Button onPress={onClose}>{common.cancel}</Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
