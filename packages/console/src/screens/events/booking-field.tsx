import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../../texts/use-texts.ts';
import { TextField } from '../../ui/fields/field.tsx';

const AFTER_TYPING_MS = 300;

interface BookingFieldProps {
  readonly text: string;
  readonly onChange: (text: string | undefined) => void;
}

/** Says which booking is meant, once the typing has paused. */
export function BookingField({ text, onChange }: BookingFieldProps) {
  const { events: texts } = useTexts();
  const [typed, setTyped] = useState(text);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const type = (next: string): void => {
    setTyped(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onChange(next.trim() || undefined), AFTER_TYPING_MS);
  };
  return (
    <TextField
      label={texts.bookingId}
      value={typed}
      spellCheck={false}
      onChange={({ target }) => type(target.value)}
    />
  );
}
