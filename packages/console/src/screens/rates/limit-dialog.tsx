import { useState } from 'react';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialogs/dialog.tsx';
import { TextField } from '../../ui/fields/field.tsx';
import css from './rates.module.css';
import type { Length } from './use-edits.ts';

interface LimitDialogProps {
  readonly length: Length;
  readonly count: number;
  readonly onSet: (nights: number | null) => void;
  readonly onClose: () => void;
}

const MOST = 366;

/** Nights that a stay over the selected nights has at least, or at most. */
export function LimitDialog({ length, count, onSet, onClose }: LimitDialogProps) {
  const { rates: texts, common } = useTexts();
  const [text, setText] = useState('');
  const [isWrong, setWrong] = useState(false);
  const title = length === 'minStayNights' ? texts.minimumStay : texts.maximumStay;
  const nights = /^\d{1,3}$/.test(text.trim()) ? Number(text) : 0;
  const isRight = text.trim() === '' || (nights >= 1 && nights <= MOST);
  const submit = (): void => {
    setWrong(!isRight);
    if (!isRight) return;
    onSet(text.trim() === '' ? null : nights);
    onClose();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        className={css.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <TextField
          label={title}
          type="number"
          min={1}
          max={MOST}
          data-autofocus
          hint={texts.limitHint}
          fault={isWrong && !isRight ? texts.wholeNights(MOST) : undefined}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <DialogActions>
          <Button type="submit" kind="accent">
            {texts.setFor(count)}
          </Button>
          <Button onPress={onClose}>{common.cancel}</Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
